// Creates new files.

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, sep } from "node:path";
import { Refusal, createError, writeError } from "../exit.js";

/**
 * Refuses a path at which no file can be created, before any work is done.
 *
 * @param {string} path
 * @param {{ file: string, other: string }} [hints] Advice for an existing file, and for something that
 *   cannot be resumed, such as a pipe.
 */
export function checkNew(path, hints = { file: "", other: "" }) {
  if (path === "-")
    throw new Refusal(
      "cli.file-unwritable",
      "expected the name of a file, found -; ./- is one of that name",
      path,
    );
  if (path.endsWith("/") || path.endsWith(sep))
    throw new Refusal(
      "cli.file-unwritable",
      "expected the name of a file, found that of a directory",
      path,
    );
  const found = entryAt(path);
  if (found?.isSymbolicLink() && !existsSync(path))
    throw new Refusal(
      "cli.file-exists",
      "expected no such file, found a link that leads nowhere",
      path,
    );
  if (found?.isDirectory())
    throw new Refusal("cli.file-exists", "expected no such file, found a directory", path);
  if (found !== null) {
    const one = statSync(path).isFile() ? `one${hints.file}` : `no plain file${hints.other}`;
    throw new Refusal("cli.file-exists", `expected no such file, found ${one}`, path);
  }
  checkFolder(path);
}

/** Returns the entry at a path without following links, or null. @param {string} path */
function entryAt(path) {
  try {
    return lstatSync(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return null;
    throw createError(path, "to be able to make it", error);
  }
}

/** @param {string} path */
function checkFolder(path) {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (!statSync(folder).isDirectory())
      throw new Refusal("cli.file-unwritable", "expected a directory, found a file", folder);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw createError(path, "a directory to write it to", error);
  }
}

/**
 * Writes new files, all or none.
 *
 * @param {{ path: string, text: string, mode?: number }[]} files
 */
export function writeNew(files) {
  for (const { path } of files) checkNew(path);
  /** @type {string[]} */
  const written = [];
  try {
    for (const { path, text, mode = 0o666 } of files) {
      const file = create(path, mode);
      written.push(path);
      write(path, file, text);
    }
  } catch (error) {
    for (const path of written) unlinkSync(path);
    throw error;
  }
}

/** @param {string} path @param {number} mode */
function create(path, mode) {
  try {
    return openSync(path, "wx", mode);
  } catch (error) {
    throw createError(path, "to be able to make it", error);
  }
}

/** @param {string} path @param {number} file @param {string} text */
function write(path, file, text) {
  try {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
  } catch (error) {
    throw writeError(path, error);
  } finally {
    closeSync(file);
  }
}
