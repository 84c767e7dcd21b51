// Counts records per subject and family, per family, and in total. Memory does not grow with the
// number of subjects.

import { recordFamily } from "../../evaluate/family.js";
import { createDurations } from "./latencies.js";

/** @typedef {import("../../index.d.ts").SignalRecord} SignalRecord */
/** @typedef {import("../../index.d.ts").Scores} Scores */

/** The number of subjects to list by name. Of more, those with the lowest scores are listed. */
export const MOST_SUBJECTS = 1_000;
/** The number of causes to list by name, since an endpoint chooses its own JSON-RPC codes. */
const MOST_CAUSES = 100;
export const OTHER_CAUSES = "others";

/**
 * @typedef {object} Counts
 * @property {number} records
 * @property {number} scored Records with a score.
 * @property {number} literal Correct by the literal reading.
 * @property {number} committed Correct by the committed reading.
 * @property {number} points The sum of the scores.
 * @property {Record<string, number>} outcomes
 * @property {ReturnType<typeof createDurations>} latencies Of replies.
 */

/** @typedef {Counts & { subject: string, family: string }} Row */
/** @typedef {Map<string, Row>} Families */

/** @returns {Counts} */
const emptyCounts = () => ({
  records: 0,
  scored: 0,
  literal: 0,
  committed: 0,
  points: 0,
  outcomes: {},
  latencies: createDurations(),
});

/** @param {typeof import("../../index.d.ts").scoresOf} scoresOf */
export function createTally(scoresOf) {
  /** Subjects that may get further records. @type {Map<string, Families>} */
  const open = new Map();
  /** Finished subjects that are kept. @type {Map<string, Families>} */
  let done = new Map();
  /** @type {Families} */
  const families = new Map();
  const total = emptyCounts();
  /** @type {Record<string, number>} */
  const causes = {};
  let subjects = 0;
  /** The seed of all records; null if the records have several seeds, or no known one. @type {string | null | undefined} */
  let seed;
  let placeOf = (/** @type {string} */ _) => 0;

  /** Keeps only the lowest scores. Called rarely, because it sorts. */
  function cut() {
    const lowest = [...done].sort(([, a], [, b]) => lowestScore(a) - lowestScore(b));
    done = new Map(lowest.slice(0, MOST_SUBJECTS));
  }

  /** @param {Families} rows @param {string} subject @param {SignalRecord} record @param {Scores} scores */
  function countIn(rows, subject, record, scores) {
    const family = recordFamily(record);
    const row = rows.get(family) ?? { subject, family, ...emptyCounts() };
    rows.set(family, row);
    countRecord(row, record, scores);
  }

  return {
    total,
    /** The number of subjects with a record. */
    get subjects() {
      return subjects;
    },
    /** The seed of all records, or null. */
    get seed() {
      return seed ?? null;
    },
    /** The number of records by cause. */
    causes,
    /** Sets the order of subjects. @param {(subject: string) => number} place */
    orderBy(place) {
      placeOf = place;
    },
    /** @param {SignalRecord} record @param {SignalRecord | string} [line] its text, if available */
    add(record, line = record) {
      const subject = record.subject.id;
      let rows = open.get(subject);
      if (rows === undefined) {
        subjects += 1;
        open.set(subject, (rows = new Map()));
      }
      const drawn = record.data.draw.seed;
      const known = typeof drawn === "string" ? drawn : null;
      seed = seed === undefined || seed === known ? known : null;
      const scores = scoresOf(line);
      countIn(rows, subject, record, scores);
      countIn(families, "all subjects", record, scores);
      countRecord(total, record, scores);
      if (record.data.cause !== undefined) countCause(causes, record.data.cause);
    },
    /** Marks a subject as finished. @param {string} subject */
    close(subject) {
      const rows = open.get(subject);
      if (rows === undefined) return;
      open.delete(subject);
      done.set(subject, rows);
      if (done.size >= 2 * MOST_SUBJECTS) cut();
    },
    /** Returns one row per family, over all subjects. */
    families: () => [...families.values()],
    /**
     * Returns one row per subject and family, in order, of all subjects or of those with the lowest
     * scores.
     */
    rows() {
      if (subjects > MOST_SUBJECTS) cut();
      const kept = [...done, ...open].map(([subject, rows]) => ({ place: placeOf(subject), rows }));
      return kept.sort((a, b) => a.place - b.place).flatMap(({ rows }) => [...rows.values()]);
    },
  };
}

/** @typedef {ReturnType<typeof createTally>} Tally */

/** @param {Families} rows */
const lowestScore = (rows) => Math.min(...[...rows.values()].map((row) => meanScore(row) ?? 0));

/** @param {Record<string, number>} causes @param {string} cause */
function countCause(causes, cause) {
  const isKnown = Object.hasOwn(causes, cause);
  const name = isKnown || Object.keys(causes).length < MOST_CAUSES ? cause : OTHER_CAUSES;
  causes[name] = (causes[name] ?? 0) + 1;
}

/** @param {Counts} counts @param {SignalRecord} record @param {Scores} scores */
function countRecord(counts, { data }, { scored, literal, committed }) {
  counts.records++;
  counts.outcomes[data.outcome] = (counts.outcomes[data.outcome] ?? 0) + 1;
  // The duration of a failed exchange is not a latency.
  if (data.literal !== undefined) counts.latencies.add(data.latencyMs);
  counts.scored += scored;
  counts.points += data.score ?? 0;
  counts.literal += literal;
  counts.committed += committed;
}

/**
 * Returns a percentage, or null if `of` is 0.
 *
 * @param {number} right
 * @param {number} of
 */
export const percent = (right, of) => (of === 0 ? null : (100 * right) / of);

/** @param {Counts} counts */
export const meanScore = ({ points, scored }) => (scored === 0 ? null : points / scored);
