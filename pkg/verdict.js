// What a report of verification comes to, for whoever tells it to a person: the dashboard, the
// command line and the badge. They say it in their own words.

/** @typedef {import("./index.d.ts").VerifyReport} VerifyReport */

/**
 * What a report is called. What passed because less was required than its word takes is only said to
 * have passed.
 *
 * @param {Pick<VerifyReport, "passed" | "verdict">} report
 */
export function called({ passed, verdict }) {
  if (!passed) return "not-passed";
  return vouched(verdict) ? verdict : "passed";
}

/** Whether the word vouches for the score; otherwise it is only what the records state. @param {string} word @returns {word is "verified" | "intact"} */
export const vouched = (word) => word === "verified" || word === "intact";

/** The steps that were required and did not pass on every record. @param {VerifyReport} report */
export const short = ({ steps, required, records }) =>
  steps.filter(({ step, pass }) => required.includes(step) && pass < records);

/** Whether a step passed on every record. @param {VerifyReport} report @param {string} name */
export const passes = ({ steps, records }, name) =>
  steps.some(({ step, pass }) => step === name && pass === records);

/** On how many records a step was not done. @param {VerifyReport["steps"][number]} step */
export const undone = ({ notChecked }) =>
  Object.values(notChecked).reduce((sum, records) => sum + records, 0);
