// How a command ends, and what it says then.

import { plain } from "./render/text.js";

/** The exit codes, the same for every command. An interrupt is 128 and the signal's number. */
export const EXIT = Object.freeze({ passed: 0, failed: 1, refused: 2, broken: 3 });

/** What ends a command: its code, which docs/errors.md explains, and the line that is printed. */
class Ending extends Error {
  /**
   * @param {`${string}.${string}`} code
   * @param {string} message
   * @param {string} [place] The file that it is said of, or a line of one.
   */
  constructor(code, message, place) {
    super(`${place === undefined ? "" : `${plain(place)}: `}${code}: ${message}`);
    this.said = /** @type {const} */ ([code, message, place]);
  }
}

/** A command that was rightly given could not be carried out: one line, exit code 3. */
export class Breakdown extends Ending {}

/** What a command was given cannot be used: one line, exit code 2, and nothing has changed. */
export class Refusal extends Ending {
  /** The same where it comes too late for a refusal. */
  late() {
    return new Breakdown(...this.said);
  }
}

/**
 * What a refused system call says, in words.
 *
 * @param {unknown} error
 */
export function reason(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  return REASONS.get(code ?? "") ?? code ?? message;
}

/** Whether a word is a URL. @param {string} word */
export const isAddress = (word) => /^[a-z][a-z0-9+.-]*:\/\//i.test(word);

/**
 * The refusal of a file that cannot be read.
 *
 * @param {string} path
 * @param {string} expected
 * @param {unknown} error What the system said.
 */
export function unreadable(path, expected, error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  const missing = code === "ENOENT" || code === "ENOTDIR";
  // Its query may hold a key, which no message shows.
  if (missing && isAddress(path))
    return new Refusal("cli.file-missing", `expected ${expected}, found an address`);
  return new Refusal(
    missing ? "cli.file-missing" : "cli.file-unreadable",
    `expected ${expected}, found ${reason(error)}`,
    path,
  );
}

/**
 * The refusal of a file that cannot be made, or written to.
 *
 * @param {string} path
 * @param {string} expected
 * @param {unknown} error What the system said.
 */
export function unwritable(path, expected, error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  return new Refusal(
    code === "EEXIST" ? "cli.file-exists" : "cli.file-unwritable",
    `expected ${expected}, found ${reason(error)}`,
    path,
  );
}

/** Why a file could not be written any further. @param {string} path @param {unknown} error */
export const unwritten = (path, error) => unwritable(path, "to be able to write", error).late();

const REASONS = new Map([
  ["ENOENT", "no such file or directory"],
  ["EISDIR", "a directory"],
  ["ENAMETOOLONG", "a name that is too long"],
  ["ELOOP", "links that lead in a circle"],
  ["ENOTDIR", "not a directory on the way to it"],
  ["EACCES", "no permission"],
  ["EPERM", "no permission"],
  ["EROFS", "a read-only file system"],
  ["EEXIST", "a file that exists"],
  ["ENOSPC", "no space left"],
  ["EMFILE", "too many open files"],
  ["EADDRINUSE", "an address in use"],
  ["EFBIG", "a file too large"],
  ["EBADF", "nothing that is open to be read or written"],
  ["EIO", "an input or output error"],
]);
