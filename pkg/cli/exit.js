// How a command ends.

/** The exit codes, the same for every command. An interrupt is 128 and the signal's number. */
export const EXIT = Object.freeze({ passed: 0, failed: 1, refused: 2, broken: 3 });

/** What a command was given cannot be used: one line, exit code 2, and nothing has changed. */
export class Refusal extends Error {}

/** A command that was rightly given could not be carried out: one line, exit code 3. */
export class Breakdown extends Error {}

/**
 * What a refused system call says, in words.
 *
 * @param {unknown} error
 */
export function reason(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  return REASONS.get(code ?? "") ?? code ?? message;
}

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
