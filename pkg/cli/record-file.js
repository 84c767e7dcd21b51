// The record file while a run writes it: whole lines only, each set of lines in one write.

import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  statSync,
  writeSync,
} from "node:fs";
import { Breakdown, unwritable, unwritten } from "./exit.js";
import { checkNew } from "./new-files.js";

/**
 * Where the lines of a run go. The file is made with the first line, so that a run that is refused
 * leaves nothing behind.
 *
 * @param {string} path
 * @param {number} [mode]
 */
export function createRecordFile(path, mode) {
  checkNew(path, HINTS);
  return writer(path, () => openSync(path, "ax", mode), 0);
}

/**
 * The same for a file that is gone on with: what stands behind `end` is a torn line and goes, and
 * `before` (a line feed that a whole last line lacks) comes first.
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
  return writer(path, open, end + before.length);
}

const HINTS = {
  file: "; --resume goes on where it was interrupted",
  other: "; without this option nothing is kept",
};

/** @typedef {ReturnType<typeof createRecordFile>} RecordFile */

/** @param {string} path @param {() => number} open @param {number} size How large the file then is. */
function writer(path, open, size) {
  /** @type {number | undefined} */
  let file;
  return {
    path,
    /**
     * Appends lines in one write: a process that is killed leaves all of them or none. A file that
     * another process has written to meanwhile is left to that one.
     *
     * @param {string[]} lines
     */
    append(lines) {
      attempt(path, () => {
        file ??= open();
        checkFile(path, file);
        checkSize(path, file, size);
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        // The rest of a write that a full disk cut short is tried again, and then it says why.
        for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
        size += bytes.length;
      });
    },
    /** Hands everything to the disk. */
    flush() {
      const open = file;
      if (open !== undefined) attempt(path, () => fsyncSync(open));
    },
    /** The same, for the last time. */
    close() {
      const open = file;
      file = undefined;
      if (open === undefined) return;
      attempt(path, () => {
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
    throw unwritable(path, "a file to write to", error);
  }
}

/**
 * What is written to a file that was deleted, or moved away, nobody finds.
 *
 * @param {string} path @param {number} file
 */
function checkFile(path, file) {
  const { ino, dev, nlink } = fstatSync(file);
  const there = statSync(path, { throwIfNoEntry: false });
  if (nlink > 0 && there?.ino === ino && there.dev === dev) return;
  const found = there === undefined ? "it deleted or moved" : "another in its place";
  throw new Breakdown(
    "cli.file-changed",
    `expected the file that was written to, found ${found}`,
    path,
  );
}

/**
 * Two runs that go on with one file would each keep their own record of a question, and neither
 * file nor run could be verified any more. So whoever comes second stops.
 *
 * @param {string} path @param {number} file @param {number} expected
 */
function checkSize(path, file, expected) {
  const { size } = fstatSync(file);
  if (size === expected) return;
  throw new Breakdown(
    "cli.file-changed",
    `expected nobody else to write to it, found ${size} bytes in place of ${expected}; another run is at work on it`,
    path,
  );
}

/** @param {string} path @param {() => void} act */
function attempt(path, act) {
  try {
    act();
  } catch (error) {
    if (error instanceof Breakdown) throw error;
    throw unwritten(path, error);
  }
}
