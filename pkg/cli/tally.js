// Counts over records: per subject and family, and of everything.

/** @typedef {import("../index.d.ts").SignalRecord} SignalRecord */
/** @typedef {import("../index.d.ts").Policy} Policy */

/**
 * @typedef {object} Counts
 * @property {number} records
 * @property {number} scored Records that have a score.
 * @property {number} literal Right by the literal reading.
 * @property {number} committed Right by the committed reading.
 * @property {number} points The sum of the scores.
 * @property {Record<string, number>} outcomes
 * @property {number[]} latencies In milliseconds.
 */

/** @typedef {Counts & { subject: string, family: string }} Row */

/** @returns {Counts} */
const nothing = () => ({
  records: 0,
  scored: 0,
  literal: 0,
  committed: 0,
  points: 0,
  outcomes: {},
  latencies: [],
});

export function createTally() {
  /** @type {Map<string, Map<string, Row>>} */
  const subjects = new Map();
  const total = nothing();
  return {
    total,
    /** How many subjects have a record. */
    get subjects() {
      return [...subjects.values()].filter(({ size }) => size > 0).length;
    },
    /** Puts a subject into its place before its records come. @param {string} subject */
    expect(subject) {
      if (!subjects.has(subject)) subjects.set(subject, new Map());
    },
    /** @param {SignalRecord} record */
    add(record) {
      const subject = record.subject.id;
      const family = record.signalId.replace("simple-evals.", "");
      const families = subjects.get(subject) ?? new Map();
      subjects.set(subject, families);
      const row = families.get(family) ?? { subject, family, ...nothing() };
      families.set(family, row);
      count(row, record);
      count(total, record);
    },
    /** One row per subject and family, in the order in which they were expected, or came. */
    rows: () => [...subjects.values()].flatMap((families) => [...families.values()]),
  };
}

/** @typedef {ReturnType<typeof createTally>} Tally */

/** @param {Counts} counts @param {SignalRecord} record */
function count(counts, { data }) {
  counts.records++;
  counts.outcomes[data.outcome] = (counts.outcomes[data.outcome] ?? 0) + 1;
  counts.latencies.push(data.latencyMs);
  if (data.score === null) return;
  counts.scored++;
  counts.points += data.score;
  if (isRight(data, "literal")) counts.literal++;
  if (isRight(data, "committed")) counts.committed++;
}

/** @param {SignalRecord["data"]} data @param {Policy} reading */
function isRight(data, reading) {
  const { answer } = data[reading] ?? {};
  // What is withheld cannot be compared; the outcome is what the record vouches for.
  const withheld = [answer, data.expected].some(
    (value) => value !== null && typeof value === "object",
  );
  return withheld ? data.outcome === "correct" : answer === data.expected && answer !== undefined;
}

/**
 * A mean from 0 to 100, or none of nothing.
 *
 * @param {number} right
 * @param {number} of
 */
export const percent = (right, of) => (of === 0 ? null : (100 * right) / of);

/** @param {Counts} counts */
export const meanScore = ({ points, scored }) => (scored === 0 ? null : points / scored);

/**
 * The middle value; of two, the lower.
 *
 * @param {number[]} values
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
