// The error of a badge that could not check anything.

/** The reason, a key of the texts, and the values of its placeholders. */
export class UnreadableError extends Error {
  /** @param {import("../pkg/badge/index.d.ts").UnreadReason} reason @param {Record<string, string>} [values] @param {ErrorOptions} [options] */
  constructor(reason, values = {}, options) {
    super(reason, options);
    this.reason = reason;
    this.values = values;
  }
}
