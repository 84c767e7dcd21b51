// Errors that end a command, and exit codes.

import { plain } from "./render/text.js";

/** The exit codes of all commands. An interrupt is 128 plus the signal's number. */
export const EXIT = Object.freeze({ passed: 0, failed: 1, refused: 2, broken: 3 });

/** An error that ends a command: a code listed in docs/errors.md, and one line of text. */
class CommandError extends Error {
  /**
   * @param {`${string}.${string}`} code
   * @param {string} message
   * @param {string} [place] The file, or the line of a file, that is at fault.
   */
  constructor(code, message, place) {
    super(`${place === undefined ? "" : `${plain(place)}: `}${message} (${code})`);
    this.said = /** @type {const} */ ([code, message, place]);
  }
}

/** An error while executing a valid command: one line, exit code 3. */
export class ExecutionError extends CommandError {}

/** An error in a command's input: one line, exit code 2, and nothing has changed. */
export class Refusal extends CommandError {
  /** Converts a refusal that comes after something has changed. */
  toExecutionError() {
    return new ExecutionError(...this.said);
  }
}

/**
 * Describes the error of a system call.
 *
 * @param {unknown} error
 */
export function describeSystemError(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  return REASONS.get(code ?? "") ?? code ?? message;
}

/** Reports whether a word is a URL. @param {string} word */
export const isAddress = (word) => /^[a-z][a-z0-9+.-]*:\/\//i.test(word);

/**
 * Returns the refusal of an unreadable file.
 *
 * @param {string} path
 * @param {string} expected
 * @param {unknown} error The system's error.
 */
export function readError(path, expected, error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  const missing = code === "ENOENT" || code === "ENOTDIR";
  // The query may contain a key, which no message shows.
  if (missing && isAddress(path))
    return new Refusal("cli.file-missing", `expected ${expected}, found a URL`);
  return new Refusal(
    missing ? "cli.file-missing" : "cli.file-unreadable",
    `expected ${expected}, found ${describeSystemError(error)}`,
    path,
  );
}

/**
 * Returns the refusal of a file that cannot be created or written.
 *
 * @param {string} path
 * @param {string} problem
 * @param {unknown} error The system's error.
 */
export function createError(path, problem, error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  return new Refusal(
    code === "EEXIST" ? "cli.file-exists" : "cli.file-unwritable",
    `${problem}: ${describeSystemError(error)}`,
    path,
  );
}

/**
 * Returns the error of a failed write to an open file.
 *
 * @param {string} path
 * @param {unknown} error
 */
export const writeError = (path, error) =>
  createError(path, "cannot be written", error).toExecutionError();

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
