/**
 * An invalid line, as the core reports it. `placed` is the message including the line number.
 *
 * @typedef {import("../index.d.ts").LineError & { placed: string }} Placed
 */

/** The error of this package: a stable `code` for programs, a message for people. */
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
