// Signals and scores of a subject, out of its snapshot. How they follow from records is the core's.

import { checkScoreConfig, computeTrustScore, mergeSnapshot } from "proofmark/score";

import { SCORE_CONFIG } from "./score-config.js";

/** @typedef {import("./settings.js").Env} Env */
/** @typedef {import("./settings.js").Settings} Settings */

/** How many subjects are read at once. */
const PAGE = 200;

/**
 * The snapshots of the subjects of these records, with the records in them.
 *
 * @param {Env} env
 * @param {Settings} settings
 * @param {{ line: string }[]} rows
 * @param {number} now
 */
export async function updatedSnapshots(env, { keepRuns }, rows, now) {
  /** @type {Map<string, any[]>} */
  const records = new Map();
  for (const { line } of rows) {
    const record = JSON.parse(line);
    records.set(record.subject.id, [...(records.get(record.subject.id) ?? []), record]);
  }
  const ids = [...records.keys()];
  const updated = [];
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = ids.slice(at, at + PAGE);
    const { results } = await env.DB.prepare(
      `SELECT subject, body FROM snapshots WHERE subject IN (SELECT value FROM json_each(?1))`,
    )
      .bind(JSON.stringify(page))
      .all();
    const bodies = new Map(results.map((/** @type {any} */ row) => [row.subject, row.body]));
    for (const id of page) {
      const fresh = records.get(id) ?? [];
      const body = bodies.get(id);
      const { registry, protocol } = fresh.at(-1).subject;
      const before = body === undefined ? { subject: { id }, signals: [] } : JSON.parse(body);
      before.subject = {
        id,
        ...(registry === undefined ? {} : { registry }),
        ...(protocol === undefined ? {} : { protocol }),
      };
      const after = mergeSnapshot(before, fresh, { keep: keepRuns, now });
      updated.push({ subject: id, body: JSON.stringify(after) });
    }
  }
  return updated;
}

/**
 * The snapshot of a subject: without signals before the first are in a log; none of one that is not
 * known.
 *
 * @param {Env} env
 * @param {string} id
 * @returns {Promise<import("proofmark/score").Snapshot | undefined>}
 */
export async function snapshotOf(env, id) {
  const row = await env.DB.prepare(
    "SELECT s.id, n.body FROM subjects s LEFT JOIN snapshots n ON n.subject = s.id WHERE s.id = ?1",
  )
    .bind(id)
    .first();
  if (row === null) return undefined;
  return row.body === null ? { subject: { id: row.id }, signals: [] } : JSON.parse(row.body);
}

/** @type {WeakSet<object>} */
const checked = new WeakSet();

/**
 * The score of a snapshot. A configuration that was changed under its version is refused.
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
