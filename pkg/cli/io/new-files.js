// Creates new files.

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, sep } from "node:path";
import { Refusal, createError, writeError } from "../exit.js";

/** The file mode of secrets. */
export const PRIVATE = 0o600;

/**
 * Refuses a path at which no file can be created, before any work is done.
 *
 * @param {string} path
 * @param {object} [options]
 * @param {boolean | undefined} [options.force] Allows a regular file, which will be replaced.
 * @param {string} [options.advice] What to do about an existing file.
 */
export function checkNew(path, { force = false, advice = "" } = {}) {
  if (path === "-")
    throw new Refusal(
      "cli.file-unwritable",
      "- is not the name of a file; ./- is one of that name",
      path,
    );
  if (path.endsWith("/") || path.endsWith(sep))
    throw new Refusal("cli.file-unwritable", "is the name of a directory", path);
  const found = statWithoutLinks(path);
  const refuse = (/** @type {string} */ message) => new Refusal("cli.file-exists", message, path);
  if (found?.isSymbolicLink() && !existsSync(path)) throw refuse("is a link that leads nowhere");
  if (found?.isDirectory()) throw refuse("is a directory");
  if (found !== null && !statSync(path).isFile()) throw refuse("exists and is not a regular file");
  if (found !== null && !force) throw refuse(`already exists${advice}`);
  checkFolder(path);
}

/** Returns the entry at a path without following links, or null. @param {string} path */
function statWithoutLinks(path) {
  try {
    return lstatSync(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return null;
    throw createError(path, "cannot be created", error);
  }
}

/** @param {string} path */
function checkFolder(path) {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (!statSync(folder).isDirectory())
      throw new Refusal("cli.file-unwritable", "is a file, not a directory", folder);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw createError(path, "no directory to write it to", error);
  }
}

/** The advice about an existing output file. */
export const FORCE_ADVICE = "; --force replaces it";

/**
 * Writes new files, all or none. With `force`, replaces existing ones.
 *
 * @param {{ path: string, text: string, mode?: number }[]} files
 * @param {{ force?: boolean | undefined, advice?: string }} [options]
 */
export function writeNew(files, options) {
  for (const { path } of files) checkNew(path, options);
  /** @type {string[]} */
  const written = [];
  try {
    for (const { path, text, mode = 0o666 } of files) {
      if (options?.force) rmSync(path, { force: true });
      const file = createFile(path, mode);
      written.push(path);
      writeText(path, file, text);
    }
  } catch (error) {
    for (const path of written) unlinkSync(path);
    throw error;
  }
}

/** @param {string} path @param {number} mode */
function createFile(path, mode) {
  try {
    return openSync(path, "wx", mode);
  } catch (error) {
    throw createError(path, "cannot be created", error);
  }
}

/** @param {string} path @param {number} file @param {string} text */
function writeText(path, file, text) {
  try {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
  } catch (error) {
    throw writeError(path, error);
  } finally {
    closeSync(file);
  }
}
