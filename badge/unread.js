// Why a badge could not check anything.

/** The reason, as a name among the strings, and what its text is filled in with. */
export class Unread extends Error {
  /** @param {keyof import("./strings.js").English["unread"]} reason @param {Record<string, string>} [values] */
  constructor(reason, values = {}) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}
