// Selects the questions and replies to print: the first replies that did not pass, or all of them.

/** @typedef {import("../../index.d.ts").DrawnQuestion} DrawnQuestion */
/** @typedef {import("../../index.d.ts").SignalRecord} SignalRecord */
/** @typedef {{ question: DrawnQuestion, record: SignalRecord }} Exchange */
/** @typedef {ReturnType<typeof createTranscript>} Transcript */

/** The number of replies to keep for the summary. */
const MOST_KEPT = 3;

/**
 * @param {((exchange: Exchange) => Promise<void>) | null} print Prints every exchange as it ends, or
 *   null to keep the first failures for the summary.
 */
export function createTranscript(print) {
  /** The open question of each subject. @type {Map<string, DrawnQuestion>} */
  const open = new Map();
  /** @type {Exchange[]} */
  const kept = [];
  /** The replies that did not pass, kept or not. */
  let failed = 0;
  return {
    kept,
    /** True if exchanges are printed as they end. */
    prints: print !== null,
    get failed() {
      return failed;
    },
    /** @param {string} subject @param {DrawnQuestion} question */
    asks: (subject, question) => void open.set(subject, question),
    /**
     * @param {string} subject
     * @param {SignalRecord} record
     * @returns {Promise<void> | undefined}
     */
    answered(subject, record) {
      const question = open.get(subject);
      open.delete(subject);
      if (question === undefined) return undefined;
      if (print !== null) return print({ question, record });
      if (record.data.response === undefined || record.data.score === 100) return undefined;
      failed += 1;
      if (kept.length < MOST_KEPT) kept.push({ question, record });
      return undefined;
    },
  };
}
