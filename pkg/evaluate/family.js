// Maps records to families.

/** @typedef {import("../index.d.ts").SignalRecord} SignalRecord */

/** @type {Record<SignalRecord["signalId"], import("../index.d.ts").Family>} */
const FAMILIES = { "simple-evals.math": "math", "simple-evals.science": "science" };

/** @param {Pick<SignalRecord, "signalId">} record */
export const recordFamily = ({ signalId }) => FAMILIES[signalId];
