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
export const passesStep = ({ steps, records }, name) =>
  steps.some(({ step, pass }) => step === name && pass === records);

/** The reason that is no gap: a step does not apply to the record. */
const NOT_APPLICABLE = "the question comes from no bank";

/**
 * Returns the number of records to which a step does not apply.
 *
 * @param {VerifyReport["steps"][number]} step
 */
export const exemptCount = ({ notChecked }) => notChecked[NOT_APPLICABLE] ?? 0;

/**
 * Returns the reasons why a step was not checked on records to which it applies, each with their
 * number.
 *
 * @param {VerifyReport["steps"][number]} step
 */
export const uncheckedReasons = ({ notChecked }) =>
  Object.entries(notChecked).filter(([reason]) => reason !== NOT_APPLICABLE);

/**
 * Returns the number of records on which a step applies and was not checked.
 *
 * @param {VerifyReport["steps"][number]} step
 */
export const uncheckedCount = (step) =>
  uncheckedReasons(step).reduce((sum, [, records]) => sum + records, 0);
