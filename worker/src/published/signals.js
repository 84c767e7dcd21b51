// Stores the signals of subjects as snapshots, and computes their scores. The rules are in the
// core.

import { checkScoreConfig, computeTrustScore, mergeSnapshot } from "proofmark/score";

import { MOST_VALUE, bytesOf } from "../parts.js";
import { SCORE_CONFIG } from "./score-config.js";
import { figuresOf, withRecords } from "./summary.js";

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {import("../settings.js").Settings} Settings */

/**
 * A subject's row before and after records were added.
 *
 * @typedef {object} Subject
 * @property {string | undefined} before Its body.
 * @property {any} snapshot
 * @property {import("./summary.js").Asked[]} recent
 */

/**
 * Merges the records of scheduled runs into the snapshots of their subjects. Returns the rows that
 * changed.
 *
 * @param {Env} env
 * @param {Settings} settings
 * @param {AsyncIterable<{ line: string }[]>} pages
 * @param {number} now
 */
export async function updatedSnapshots(env, { keepRuns }, pages, now) {
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
      subject.snapshot = mergeSnapshot(subject.snapshot, fresh, { keep: keepRuns, now });
      subject.recent = withRecords(subject.recent, fresh);
    }
  }
  const rows = [];
  for (const [id, { before, snapshot, recent }] of subjects) {
    const row = rowOf(id, snapshot, keepRuns, now);
    if (row.body === before) continue;
    const { trustScore } = await scoreOf(env, snapshot);
    const summary = { score: trustScore, at: newestOf(snapshot), ...figuresOf(recent) };
    rows.push({ ...row, recent: JSON.stringify(recent), summary: JSON.stringify(summary) });
  }
  return rows;
}

/**
 * Returns the time of a snapshot's newest signal, in milliseconds since 1970; null if it has none.
 *
 * @param {import("proofmark/score").Snapshot} snapshot
 */
export function newestOf({ signals }) {
  const times = (signals ?? []).map(({ fetchedAt }) => Date.parse(fetchedAt ?? ""));
  return times.length === 0 ? null : Math.max(...times);
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
    `SELECT subject, body, recent FROM snapshots
     WHERE subject IN (SELECT value FROM json_each(?1))`,
  )
    .bind(JSON.stringify(missing))
    .all();
  const rows = new Map(results.map((/** @type {any} */ row) => [row.subject, row]));
  for (const id of missing) {
    const { body, recent = "[]" } = rows.get(id) ?? {};
    const snapshot = body === undefined ? { subject: { id }, signals: [] } : JSON.parse(body);
    subjects.set(id, { before: body, snapshot, recent: JSON.parse(recent) });
  }
}

/**
 * Returns the row of a snapshot, with fewer records per eval if it would be too large.
 *
 * @param {string} subject
 * @param {any} snapshot
 * @param {number} keepRuns
 * @param {number} now
 */
function rowOf(subject, snapshot, keepRuns, now) {
  for (let keep = keepRuns; ; keep = Math.floor(keep / 2)) {
    const row = { subject, body: JSON.stringify(snapshot) };
    if (keep <= 1 || bytesOf(JSON.stringify(row)) <= MOST_VALUE) return row;
    snapshot = mergeSnapshot(snapshot, [], { keep: Math.floor(keep / 2), now });
  }
}

/**
 * Returns the snapshot of a subject, empty until its first records are logged; undefined if the
 * subject is unknown.
 *
 * @param {Env} env
 * @param {string} id
 * @returns {Promise<import("proofmark/score").Snapshot | undefined>}
 */
export async function snapshotOf(env, id) {
  const row = await env.DB.prepare(
    `SELECT s.id, n.body FROM subjects s LEFT JOIN snapshots n ON n.subject = s.id
     WHERE s.id = ?1 AND s.left_at IS NULL`,
  )
    .bind(id)
    .first();
  if (row === null) return undefined;
  return row.body === null ? { subject: { id: row.id }, signals: [] } : JSON.parse(row.body);
}

/** @type {WeakSet<object>} */
const checked = new WeakSet();

/**
 * Computes the score of a snapshot. Refuses a configuration that changed without a new version.
 *
 * @param {Env} env
 * @param {import("proofmark/score").Snapshot} snapshot
 */
export async function scoreOf(env, snapshot) {
  if (!checked.has(env)) {
    const { results } = await env.DB.prepare("SELECT version, digest FROM score_configs").all();
    const { version, digest } = checkScoreConfig(SCORE_CONFIG, results);
    await env.DB.prepare("INSERT OR IGNORE INTO score_configs (version, digest) VALUES (?1, ?2)")
      .bind(version, digest)
      .run();
    checked.add(env);
  }
  return computeTrustScore(SCORE_CONFIG, snapshot);
}
