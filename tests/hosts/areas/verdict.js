import { edited } from "./verify.js";

/**
 * A record file, edited, and the one word that verification has for it, with why it is no better
 * one, how many records it is about, the scores, and how
 * much is shown.
 *
 * @type {import("../suite.js").Area}
 */
export const verdict = {
  fileKeys: ["lines", "now"],
  caseKeys: ["edits", "options"],
  async actual(api, { edits, options }, { lines, now }) {
    const report = await api.verify?.(edited(lines, edits ?? []), { now, ...options });
    if (report === undefined) return undefined;
    const { verdict, why, records, fetchedAt, scores, shown } = report;
    return { verdict, why, records, fetchedAt, scores, shown };
  },
};
