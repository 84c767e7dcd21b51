// Why a badge could not check anything.

/** The reason, as a name among the strings, and what its text is filled in with. */
export class Unread extends Error {
  /** @param {import("../pkg/badge/index.d.ts").UnreadReason} reason @param {Record<string, string>} [values] @param {ErrorOptions} [options] */
  constructor(reason, values = {}, options) {
    super(reason, options);
    this.reason = reason;
    this.values = values;
  }
}
