/**
 * A line that could not be used, as the core tells of it: `placed` is the message with the number of
 * the line, for whoever stops there.
 *
 * @typedef {import("./index.d.ts").LineError & { placed: string }} Placed
 */

/** The one error of this package: a stable `code` for programs, a message for people. */
export class ProofmarkError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ cause?: unknown }} [options]
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = "ProofmarkError";
    /** @readonly */
    this.code = code;
  }
}
