// Interprets a verification report for display by the dashboard, the command line and the badge.

/** @typedef {import("../index.d.ts").VerifyReport} VerifyReport */

/**
 * Reports whether a verdict covers the score; otherwise the score is only stated.
 *
 * @param {string} word
 * @returns {word is "verified" | "intact"}
 */
export const coversScore = (word) => word === "verified" || word === "intact";

/** Returns the required steps that did not pass on every record. @param {VerifyReport} report */
export const unmetSteps = ({ steps, required, records }) =>
  steps.filter(({ step, pass }) => required.includes(step) && pass < records);

/**
 * Reports whether a step passed on every record.
 *
 * @param {VerifyReport} report
 * @param {string} name
 */
export const passes = ({ steps, records }, name) =>
  steps.some(({ step, pass }) => step === name && pass === records);

/**
 * Returns the number of records on which a step was not checked.
 *
 * @param {VerifyReport["steps"][number]} step
 */
export const uncheckedCount = ({ notChecked }) =>
  Object.values(notChecked).reduce((sum, records) => sum + records, 0);
