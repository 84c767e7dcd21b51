// A subject's published runs: their list, and their records as a file that verifies by itself.

import { includeRecord } from "proofmark";

import { readLines, selectRecordPlaces, toTextStream } from "./lines.js";
import { readTiles } from "./log.js";

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {import("./lines.js").Place & { line: string }} Row */
/**
 * @typedef {object} Run
 * @property {string} run_id
 * @property {string} run_line
 * @property {string} close_line
 * @property {number} log
 * @property {number} first_leaf
 * @property {number} questions
 */

/**
 * SQL: the logged runs of subject ?1 that were created before ?2, at the newest ?3 times. Runs that
 * were created together stay together.
 */
const NEWEST = `runs WHERE subject = ?1 AND state = 'logged' AND created_at < ?2 AND created_at >= (
  SELECT min(created_at) FROM (SELECT DISTINCT created_at FROM runs
    WHERE subject = ?1 AND state = 'logged' AND created_at < ?2 ORDER BY created_at DESC LIMIT ?3))`;

/**
 * Returns a page of a subject's logged runs, newest first; undefined if the subject is unknown.
 *
 * @param {Env} env
 * @param {string} subject
 * @param {{ before: number, limit: number }} page `before` is a time in milliseconds since 1970.
 */
export async function listRuns(env, subject, { before, limit }) {
  const [known, { results }] = await env.DB.batch([
    env.DB.prepare("SELECT 1 FROM subjects WHERE id = ?1").bind(subject),
    env.DB.prepare(
      `SELECT r.run_id, r.requested, r.created_at, r.questions,
         sum(c.line ->> '$.status' = 'ok') AS answered,
         sum(coalesce(c.line ->> '$.data.score', 0)) / 100 AS right
       FROM (SELECT * FROM ${NEWEST}) r JOIN records c ON c.run_id = r.run_id
       GROUP BY r.run_id ORDER BY r.created_at DESC`,
    ).bind(subject, before, limit),
  ]);
  if (known.results.length === 0) return undefined;
  const runs = results.map((/** @type {any} */ row) => ({
    ...{ runId: row.run_id, at: new Date(row.created_at).toISOString() },
    ...{ requested: row.requested === 1, questions: row.questions },
    ...{ answered: row.answered, right: row.right },
  }));
  return { runs, next: runs.length < limit ? null : results.at(-1).created_at };
}

/**
 * Streams the newest logged runs of a subject, whole and in log order, each record with its proof
 * of inclusion. Returns undefined if the subject has none.
 *
 * @param {Env} env
 * @param {string} subject
 * @param {number} limit
 * @returns {Promise<{ stream: ReadableStream<Uint8Array>, etag: string } | undefined>}
 */
export async function subjectRecordFile(env, subject, limit) {
  const { results } = await env.DB.prepare(
    `SELECT run_id, run_line, close_line, log, first_leaf, questions FROM ${NEWEST}
     ORDER BY log, first_leaf`,
  )
    .bind(subject, Number.MAX_SAFE_INTEGER, limit)
    .all();
  if (results.length === 0) return undefined;
  const { run_id, log } = results.at(-1);
  const { size } = await env.DB.prepare("SELECT max(size) AS size FROM checkpoints WHERE log = ?1")
    .bind(log)
    .first();
  return {
    stream: toTextStream(runLines(env, results)),
    etag: `"${run_id}-${size}-${results.length}"`,
  };
}

/** Yields the lines of runs. @param {Env} env @param {Run[]} runs */
async function* runLines(env, runs) {
  const byId = new Map(runs.map((run) => [run.run_id, run]));
  const ids = JSON.stringify([...new Set(runs.map(({ log }) => log))]);
  const [heads, places] = await env.DB.batch([
    env.DB.prepare(
      `SELECT log, note, max(size) FROM checkpoints WHERE log IN (SELECT value FROM json_each(?1))
       GROUP BY log`,
    ).bind(ids),
    selectRecordPlaces(env, [...byId.keys()]),
  ]);
  const notes = new Map(heads.results.map((/** @type {any} */ { log, note }) => [log, note]));
  const readers = new Map([...notes.keys()].map((log) => [log, cachedTiles(env, log)]));
  for await (const rows of readLines(env, places.results)) {
    let part = "";
    for (const { run_id, position, line } of rows) {
      const { log, first_leaf, questions, run_line, close_line } = /** @type {Run} */ (
        byId.get(run_id)
      );
      const record = await includeRecord({
        ...{ record: line, index: first_leaf + position, note: notes.get(log) },
        read: /** @type {any} */ (readers.get(log)),
      });
      if (position === 0) part += `${run_line}\n`;
      part += `${JSON.stringify(record)}\n`;
      if (position === questions - 1) part += `${close_line}\n`;
    }
    yield part;
  }
}

/**
 * Returns a reader of a log's tiles that reads each once, because neighbours share most of them.
 *
 * @param {Env} env
 * @param {number} log
 */
function cachedTiles(env, log) {
  /** @type {Map<string, Uint8Array | undefined>} */
  const known = new Map();
  const nameOf = (/** @type {import("proofmark").Tile} */ { level, index }) => `${level}/${index}`;
  return async (/** @type {import("proofmark").Tile[]} */ tiles) => {
    const missing = tiles.filter((tile) => !known.has(nameOf(tile)));
    if (missing.length > 0) {
      const read = await readTiles(env, log, missing);
      missing.forEach((tile, at) => known.set(nameOf(tile), read[at]));
    }
    return tiles.map((tile) => known.get(nameOf(tile)));
  };
}
