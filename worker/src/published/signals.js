// Stores the signals of subjects as snapshots, and computes their scores. The rules are in the
// core.

import {
  checkScoreConfig,
  computeTrustScore,
  explainTrustScore,
  mergeSnapshot,
  shareInterval,
} from "proofmark/score";

import { MOST_VALUE, utf8Length } from "../parts.js";
import { availabilitySignal, snapshotFigures, newestRecordTime } from "./figures.js";
import { QUESTIONS, SCORE_CONFIG } from "./score-config.js";

/** @typedef {import("../settings.js").Env} Env */

/**
 * A subject: the stored body of its snapshot, and the snapshot with added records.
 *
 * @typedef {object} Subject
 * @property {string | undefined} before Its body.
 * @property {any} snapshot
 */

/**
 * Merges the records of scheduled runs into the snapshots of their subjects. Returns the rows that
 * changed.
 *
 * @param {Env} env
 * @param {AsyncIterable<{ line: string }[]>} pages
 * @param {number} now
 */
export async function updateSnapshots(env, pages, now) {
  /** @type {Map<string, Subject>} */
  const subjects = new Map();
  for await (const rows of pages) {
    /** @type {Map<string, any[]>} */
    const records = new Map();
    for (const { line } of rows) {
      const record = JSON.parse(line);
      const { id } = record.subject;
      const some = records.get(id);
      if (some === undefined) records.set(id, [record]);
      else some.push(record);
    }
    await loadSnapshots(subjects, env, [...records.keys()]);
    for (const [id, fresh] of records) {
      const subject = /** @type {Subject} */ (subjects.get(id));
      const { registry, protocol } = fresh.at(-1).subject;
      subject.snapshot.subject = {
        id,
        ...(registry === undefined ? {} : { registry }),
        ...(protocol === undefined ? {} : { protocol }),
      };
      subject.snapshot = mergeSnapshot(subject.snapshot, fresh, { keep: QUESTIONS, now });
    }
  }
  const rows = [];
  for (const [id, { before, snapshot }] of subjects) {
    const row = toSnapshotRow(id, snapshot, now);
    if (row.body === before) continue;
    const { trustScore: score, interval } = await computeScore(env, snapshot);
    const summary = {
      score,
      interval,
      at: newestRecordTime(snapshot),
      ...snapshotFigures(snapshot),
    };
    rows.push({ ...row, summary: JSON.stringify(summary) });
  }
  return rows;
}

/**
 * Loads the snapshots of `ids` that are not in `subjects`.
 *
 * @param {Map<string, Subject>} subjects
 * @param {Env} env
 * @param {string[]} ids
 */
async function loadSnapshots(subjects, env, ids) {
  const missing = ids.filter((id) => !subjects.has(id));
  if (missing.length === 0) return;
  const { results } = await env.DB.prepare(
    "SELECT subject, body FROM snapshots WHERE subject IN (SELECT value FROM json_each(?1))",
  )
    .bind(JSON.stringify(missing))
    .all();
  const rows = new Map(results.map((/** @type {any} */ row) => [row.subject, row]));
  for (const id of missing) {
    const { body } = rows.get(id) ?? {};
    const snapshot = body === undefined ? { subject: { id }, signals: [] } : JSON.parse(body);
    subjects.set(id, { before: body, snapshot });
  }
}

/**
 * Returns the row of a snapshot, with fewer records per eval if it would be too large.
 *
 * @param {string} subject
 * @param {any} snapshot
 * @param {number} now
 */
function toSnapshotRow(subject, snapshot, now) {
  for (let keep = QUESTIONS; ; keep = Math.floor(keep / 2)) {
    const row = { subject, body: JSON.stringify(snapshot) };
    if (keep <= 1 || utf8Length(JSON.stringify(row)) <= MOST_VALUE) return row;
    snapshot = mergeSnapshot(snapshot, [], { keep: Math.floor(keep / 2), now });
  }
}

/**
 * Returns the snapshot of a subject with its availability, empty until its first records are
 * logged; undefined if the subject is unknown.
 *
 * @param {Env} env
 * @param {string} id
 * @returns {Promise<import("proofmark/score").Snapshot | undefined>}
 */
export async function readSnapshot(env, id) {
  const row = await env.DB.prepare(
    `SELECT s.id, n.body FROM subjects s LEFT JOIN snapshots n ON n.subject = s.id
     WHERE s.id = ?1 AND s.left_at IS NULL`,
  )
    .bind(id)
    .first();
  if (row === null) return undefined;
  if (row.body === null) return { subject: { id: row.id }, signals: [] };
  const snapshot = JSON.parse(row.body);
  return { ...snapshot, signals: [...snapshot.signals, ...availabilitySignal(snapshot)] };
}

/** @type {WeakSet<object>} */
const checkedEnvs = new WeakSet();

/**
 * Computes the score of a snapshot, with its 95 % interval. Refuses a configuration that changed without a new version.
 *
 * @param {Env} env
 * @param {import("proofmark/score").Snapshot} snapshot
 */
export async function computeScore(env, snapshot) {
  if (!checkedEnvs.has(env)) {
    const { results } = await env.DB.prepare("SELECT version, digest FROM score_configs").all();
    const { version, digest } = checkScoreConfig(SCORE_CONFIG, results);
    await env.DB.prepare("INSERT OR IGNORE INTO score_configs (version, digest) VALUES (?1, ?2)")
      .bind(version, digest)
      .run();
    checkedEnvs.add(env);
  }
  const score = computeTrustScore(SCORE_CONFIG, snapshot);
  // Both adapters weigh the same and cover as many questions, so the score is a share of them all.
  const windows = score.breakdown.adapters
    .flatMap(({ components }) => components)
    .flatMap(({ window }) => window ?? []);
  const sum = (/** @type {"correct" | "runs"} */ name) =>
    windows.reduce((total, window) => total + window[name], 0);
  const interval = shareInterval(sum("correct"), sum("runs")).map(
    (share) => Math.round(10_000 * share) / 100,
  );
  return { ...score, interval };
}

/** Explains the score of a snapshot. @param {import("proofmark/score").Snapshot} snapshot */
export const explainScore = (snapshot) => explainTrustScore(SCORE_CONFIG, snapshot);
