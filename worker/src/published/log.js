// The log. Closed runs are appended whole, in the order in which they closed, under checkpoints
// that each have exactly one predecessor.

import { appendToLog, freshSeed } from "proofmark";

import { configuredKeys } from "./keys.js";
import { readLines, selectRecordPlaces } from "./lines.js";
import { splitIntoJsonArrays } from "../parts.js";
import { updateSnapshots } from "./signals.js";

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {import("../settings.js").Settings} Settings */
/** @typedef {{ log: number, name: string, size: number, note: string | null, grown: number }} Head */

/** The maximum records, and bytes of them, under one checkpoint. A single larger run is allowed. */
const MOST_RECORDS = 1_000;
const MOST_BYTES = 4_000_000;

/** The number of records in all logs. */
const GROWN = `SELECT coalesce(sum((SELECT size FROM checkpoints c WHERE c.log = l.log
  ORDER BY size DESC LIMIT 1)), 0) FROM logs l`;
/** The database error if another worker appended first. */
const BEHIND = /UNIQUE constraint failed: checkpoints|CHECK constraint failed: size > previous/;

/**
 * Appends waiting runs if a checkpoint is due, by their number of records or by age. Returns the
 * number of appended records.
 *
 * @param {Env} env
 * @param {Settings} settings
 * @param {number} now
 * @param {{ onlyFull?: boolean }} [how]
 */
export async function appendWaiting(env, settings, now, { onlyFull = false } = {}) {
  let appended = 0;
  for (const { did, key } of configuredKeys(env)) {
    for (;;) {
      const { results } = await env.DB.prepare(
        `SELECT w.run_id, w.records, w.closed_at, r.requested FROM waiting w
         JOIN runs r ON r.run_id = w.run_id WHERE w.evaluator = ?1 ORDER BY w.seq LIMIT ?2`,
      )
        .bind(did, MOST_RECORDS)
        .all();
      const total = results.reduce(
        (/** @type {number} */ sum, /** @type {any} */ { records }) => sum + records,
        0,
      );
      // A closing time in the future was recorded before the clock jumped back.
      const old = results.some(
        (/** @type {any} */ { closed_at: at }) => at <= now - settings.checkpointMs || at > now,
      );
      const full = total >= Math.min(settings.checkpointRecords, MOST_RECORDS);
      if (total === 0 || !(full || (old && !onlyFull))) break;
      const count = await appendBatch(env, { did, key }, results, now);
      if (count === 0) break;
      appended += count;
    }
  }
  return appended;
}

/**
 * Appends the first waiting runs and all dependent data in one transaction. Does nothing if another
 * worker appended first.
 *
 * @param {Env} env
 * @param {import("./keys.js").Key} key
 * @param {{ run_id: string, records: number, requested: 0 | 1 }[]} waiting
 * @param {number} now
 */
async function appendBatch(env, { did, key }, waiting, now) {
  const head = await readLogHead(env, did);
  /** @type {{ run: string, first: number }[]} */
  const runs = [];
  let size = head.size;
  for (const { run_id: run, records } of waiting) {
    if (runs.length > 0 && size + records - head.size > MOST_RECORDS) break;
    runs.push({ run, first: size });
    size += records;
  }
  const taken = await selectFittingRuns(env, runs);
  const appended = await appendToLog({
    ...{ key, name: head.name, note: head.note ?? undefined },
    ids: taken.places.map(({ record_id }) => record_id),
    read: (tiles) => readTiles(env, head.log, tiles),
  });
  const logged = JSON.stringify(taken.runs);
  const requested = new Set(waiting.filter((run) => run.requested === 1).map((run) => run.run_id));
  const scheduled = taken.places.filter(({ run_id }) => !requested.has(run_id));
  const subjects = await updateSnapshots(env, readLines(env, scheduled), now);
  const statements = [
    // If any log has grown in the meantime, even of another key, the snapshots are outdated. Then
    // `previous` equals `size`, which violates the constraint.
    env.DB.prepare(
      `INSERT INTO checkpoints (log, size, previous, note, line, created_at)
       VALUES (?1, ?2, CASE (${GROWN}) WHEN ?7 THEN ?3 ELSE ?2 END, ?4, ?5, ?6)`,
    ).bind(head.log, appended.size, head.size, appended.note, appended.line, now, head.grown),
    ...appended.tiles.map(({ level, index, hashes }) =>
      env.DB.prepare(
        "INSERT OR REPLACE INTO tiles (log, level, idx, hashes) VALUES (?1, ?2, ?3, ?4)",
      ).bind(...[head.log, level, index, hashes]),
    ),
    env.DB.prepare(
      `UPDATE runs SET state = 'logged', log = ?2, first_leaf = j.value ->> 'first'
       FROM json_each(?1) AS j WHERE runs.run_id = j.value ->> 'run'`,
    ).bind(logged, head.log),
    env.DB.prepare(
      "DELETE FROM waiting WHERE run_id IN (SELECT value ->> 'run' FROM json_each(?1))",
    ).bind(logged),
    ...splitIntoJsonArrays(subjects).map((some) =>
      env.DB.prepare(
        `INSERT OR REPLACE INTO snapshots (subject, body, summary)
         SELECT value ->> 'subject', value ->> 'body', value ->> 'summary' FROM json_each(?1)`,
      ).bind(some),
    ),
  ];
  try {
    await env.DB.batch(statements);
  } catch (error) {
    if (BEHIND.test(String(error))) return 0;
    throw error;
  }
  return taken.places.length;
}

/**
 * Selects the first runs that fit under one checkpoint, and the places of their records.
 *
 * @param {Env} env
 * @param {{ run: string, first: number }[]} runs
 */
async function selectFittingRuns(env, runs) {
  const ids = runs.map(({ run }) => run);
  const [places, snapshots] = await env.DB.batch([
    selectRecordPlaces(env, ids),
    // The snapshots into which they are merged count too.
    env.DB.prepare(
      `SELECT r.run_id, octet_length(n.body) AS bytes FROM json_each(?1) j
       JOIN runs r ON r.run_id = j.value JOIN snapshots n ON n.subject = r.subject`,
    ).bind(JSON.stringify(ids)),
  ]);
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const { run_id, bytes } of [...places.results, ...snapshots.results])
    weights.set(run_id, (weights.get(run_id) ?? 0) + bytes);
  let weight = 0;
  let count = 0;
  for (const id of ids) {
    weight += weights.get(id) ?? 0;
    if (count > 0 && weight > MOST_BYTES) break;
    count += 1;
  }
  const taken = new Set(ids.slice(0, count));
  return {
    runs: runs.slice(0, count),
    places: /** @type {import("./lines.js").Place[]} */ (places.results).filter(({ run_id }) =>
      taken.has(run_id),
    ),
  };
}

/**
 * Returns the log of a key and its head.
 *
 * @param {Env} env
 * @param {string} did
 * @returns {Promise<Head>}
 */
async function readLogHead(env, did) {
  // A new log gets a random name, so that a lost name is never reused.
  const [, { results }] = await env.DB.batch([
    env.DB.prepare("INSERT OR IGNORE INTO logs (did, name) VALUES (?1, ?2)").bind(did, freshSeed()),
    env.DB.prepare(
      `SELECT l.log, l.name, c.note, coalesce(c.size, 0) AS size, (${GROWN}) AS grown FROM logs l
       LEFT JOIN checkpoints c ON c.log = l.log
       WHERE l.did = ?1 ORDER BY c.size DESC LIMIT 1`,
    ).bind(did),
  ]);
  return results[0];
}

/** @param {Env} env @param {number} log @param {import("proofmark").Tile[]} tiles */
export async function readTiles(env, log, tiles) {
  const { results } = await env.DB.prepare(
    `SELECT t.level, t.idx, t.hashes FROM json_each(?1) j JOIN tiles t
     ON t.log = ?2 AND t.level = j.value ->> 'level' AND t.idx = j.value ->> 'index'`,
  )
    .bind(JSON.stringify(tiles), log)
    .all();
  /** @type {Map<string, Uint8Array>} */
  const found = new Map();
  for (const { level, idx, hashes } of results)
    found.set(`${level}/${idx}`, new Uint8Array(hashes));
  return tiles.map(({ level, index }) => found.get(`${level}/${index}`));
}
