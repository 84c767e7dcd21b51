// Writes record files: only complete lines, each batch in one write.

import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { ExecutionError, createError, writeError } from "../exit.js";
import { checkNew } from "./new-files.js";

/**
 * Returns a writer that creates the file with the first line, so that a refused run leaves no file,
 * and with `force` the existing one.
 *
 * @param {string} path
 * @param {{ mode?: number, force?: boolean | undefined }} [options]
 */
export function createRecordFile(path, { mode, force } = {}) {
  checkNew(path, { force, advice: "; --resume continues its run, --force replaces it" });
  const open = () => {
    if (force) rmSync(path, { force: true });
    return openSync(path, "ax", mode);
  };
  return createWriter(path, open, 0);
}

/**
 * Returns a writer that extends a file: it removes the torn line after `end`, and writes `before`
 * (the line feed that a complete last line lacks) first.
 *
 * @param {string} path
 * @param {{ size: number, end: number, before: string }} earlier
 */
export function extendRecordFile(path, { size, end, before }) {
  checkWritable(path);
  const open = () => {
    const file = openSync(path, constants.O_WRONLY | constants.O_APPEND);
    checkFile(path, file);
    checkSize(path, file, size);
    if (end < size) ftruncateSync(file, end);
    if (before !== "") writeSync(file, before);
    return file;
  };
  return createWriter(path, open, end + before.length);
}

/** @typedef {ReturnType<typeof createRecordFile>} RecordFile */

/** @param {string} path @param {() => number} open @param {number} size The size after opening. */
function createWriter(path, open, size) {
  /** @type {number | undefined} */
  let file;
  return {
    path,
    /**
     * Appends lines in one write, so that a killed process leaves all or none. Throws if another
     * process has written to the file.
     *
     * @param {string[]} lines
     */
    append(lines) {
      withWriteError(path, () => {
        file ??= open();
        checkFile(path, file);
        checkSize(path, file, size);
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        // If a full disk truncated a write, writing the rest throws the reason.
        for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
        size += bytes.length;
      });
    },
    /** Flushes the file to disk. */
    flush() {
      const open = file;
      if (open !== undefined) withWriteError(path, () => fsyncSync(open));
    },
    /** Flushes and closes the file. */
    close() {
      const open = file;
      file = undefined;
      if (open === undefined) return;
      withWriteError(path, () => {
        try {
          fsyncSync(open);
          checkFile(path, open);
        } finally {
          closeSync(open);
        }
      });
    },
  };
}

/** @param {string} path */
function checkWritable(path) {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw createError(path, "cannot be written", error);
  }
}

/**
 * Throws if the file was deleted or moved, since its contents would be lost.
 *
 * @param {string} path @param {number} file
 */
function checkFile(path, file) {
  const { ino, dev, nlink } = fstatSync(file);
  const there = statSync(path, { throwIfNoEntry: false });
  if (nlink > 0 && there?.ino === ino && there.dev === dev) return;
  const problem = there === undefined ? "was deleted or moved" : "was replaced by another file";
  throw new ExecutionError("cli.file-changed", problem, path);
}

/**
 * Throws if the size has changed: two runs that resume one file would record each question twice,
 * and the file would fail verification. So the second run stops.
 *
 * @param {string} path
 * @param {number} file
 * @param {number} expected
 */
function checkSize(path, file, expected) {
  const { size } = fstatSync(file);
  if (size === expected) return;
  throw new ExecutionError(
    "cli.file-changed",
    `another process writes to it: ${size} bytes in place of ${expected}`,
    path,
  );
}

/** @param {string} path @param {() => void} act */
function withWriteError(path, act) {
  try {
    act();
  } catch (error) {
    if (error instanceof ExecutionError) throw error;
    throw writeError(path, error);
  }
}
