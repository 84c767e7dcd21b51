// Published records: only those in a log, individually with proofs, or all as one record file.

import { includeRecord, proveGrowth } from "proofmark";

import { readLines, selectRecordPlaces, toTextStream } from "./lines.js";
import { readTiles } from "./log.js";

/** @typedef {import("../settings.js").Env} Env */

/** The number of log positions per query for the record file. */
const SPAN = 1_000;

/**
 * Returns a record with its inclusion proof under the newest checkpoint.
 *
 * @param {Env} env
 * @param {string} id
 */
export async function recordWithProof(env, id) {
  const row = await env.DB.prepare(
    `SELECT c.line, r.log, r.first_leaf + c.position AS leaf, k.note
     FROM records c JOIN runs r ON r.run_id = c.run_id JOIN checkpoints k ON k.log = r.log
     WHERE c.record_id = ?1 AND r.state = 'logged' ORDER BY k.size DESC LIMIT 1`,
  )
    .bind(id)
    .first();
  if (row === null) return undefined;
  return includeRecord({
    ...{ record: row.line, index: row.leaf, note: row.note },
    read: (tiles) => readTiles(env, row.log, tiles),
  });
}

/** Prepares the query for the newest checkpoint of the newest log. @param {Env} env */
const newestCheckpointQuery = (env) =>
  env.DB.prepare("SELECT log, size, note FROM checkpoints ORDER BY log DESC, size DESC LIMIT 1");

/**
 * Returns the newest checkpoint's note, if any.
 *
 * @param {Env} env
 * @returns {Promise<string | undefined>}
 */
export async function newestCheckpoint(env) {
  return (await newestCheckpointQuery(env).first())?.note;
}

/**
 * Returns the consistency proof from the checkpoint of `size` records to the newest one.
 *
 * @param {Env} env
 * @param {number} size
 */
export async function proveConsistencySince(env, size) {
  const head = await newestCheckpointQuery(env).first();
  const old = await env.DB.prepare("SELECT note FROM checkpoints WHERE log = ?1 AND size = ?2")
    .bind(head?.log ?? 0, size)
    .first();
  if (old === null) return undefined;
  return proveGrowth({
    ...{ old: old.note, new: head.note },
    read: (tiles) => readTiles(env, head.log, tiles),
  });
}

/**
 * Returns the state of a run, without its seed, which is secret until logged.
 *
 * @param {Env} env
 * @param {string} id
 */
export async function runState(env, id) {
  const row = await env.DB.prepare(
    `SELECT r.run_id, r.subject, r.state, r.questions, r.created_at,
       (SELECT count(*) FROM records c WHERE c.run_id = r.run_id) AS records
     FROM runs r WHERE r.run_id = ?1`,
  )
    .bind(id)
    .first();
  if (row === null) return undefined;
  const { run_id: runId, subject, state, questions, records } = row;
  return { runId, subject, state, questions, records, at: new Date(row.created_at).toISOString() };
}

/**
 * Streams the records in all logs as a record file that verifies. It ends at the checkpoints that
 * were newest when it began. With `from`, it is a page of that file: the runs that begin at or after
 * that many records, about {@link SPAN} records; the pages together are the file.
 *
 * @param {Env} env
 * @param {number} [from]
 */
export async function recordFile(env, from) {
  const { results } = await env.DB.prepare(
    "SELECT log, max(size) AS size FROM checkpoints GROUP BY log ORDER BY log",
  ).all();
  /** @type {Span[]} */
  const logs = results.map((/** @type {any} */ { log, size }) => ({ log, at: 0, size }));
  const total = logs.reduce((sum, { size }) => sum + size, 0);
  const spans = from === undefined ? logs : await selectPage(env, logs, from);
  if (spans === undefined) return undefined;
  const held = spans.reduce((sum, { at, size }) => sum + size - at, from ?? 0);
  return {
    stream: toTextStream(readSpans(env, spans)),
    total,
    next: from === undefined || held >= total ? undefined : held,
  };
}

/**
 * Records of a log, from position `at` to `size`.
 *
 * @typedef {{ log: number, at: number, size: number }} Span
 */

/**
 * Returns the spans of a page, empty after the last page; undefined if `from` is within a run.
 *
 * @param {Env} env
 * @param {Span[]} logs
 * @param {number} from
 */
async function selectPage(env, logs, from) {
  for (const { log, size } of logs) {
    if (from >= size) {
      from -= size;
      continue;
    }
    const { at, end } = await env.DB.prepare(
      `SELECT min(first_leaf) AS at, max(first_leaf + questions) AS end FROM runs
       WHERE log = ?1 AND first_leaf >= ?2 AND first_leaf < min(?2 + ?4, ?3)`,
    )
      .bind(log, from, size, SPAN)
      .first();
    if (at !== from) return undefined;
    return [{ log, at, size: Math.min(end, size) }];
  }
  return [];
}

/** @param {Env} env @param {Span[]} spans */
async function* readSpans(env, spans) {
  for (let { log, at, size } of spans) {
    while (at < size) {
      const [runs, checkpoints] = await env.DB.batch([
        env.DB.prepare(
          `SELECT run_id, run_line, close_line, questions FROM runs
           WHERE log = ?1 AND first_leaf >= ?2 AND first_leaf < min(?2 + ?4, ?3)
           ORDER BY first_leaf`,
        ).bind(log, at, size, SPAN),
        env.DB.prepare(
          `SELECT size, line FROM checkpoints WHERE log = ?1 AND size > ?2 AND size <= ?3
           ORDER BY size LIMIT ?4`,
        ).bind(log, at, size, SPAN),
      ]);
      if (runs.results.length === 0)
        throw new Error(`log ${log}: expected record ${at}, found none`);
      yield* readRunPages(env, runs.results, at, checkpoints.results);
      for (const { questions } of runs.results) at += questions;
    }
  }
}

/**
 * Yields the lines of runs and of the checkpoints after them.
 *
 * @param {Env} env
 * @param {{ run_id: string, run_line: string, close_line: string, questions: number }[]} runs
 * @param {number} at The position of the first record in its log.
 * @param {{ size: number, line: string }[]} checkpoints
 */
async function* readRunPages(env, runs, at, checkpoints) {
  const heads = new Map(checkpoints.map(({ size, line }) => [size, line]));
  const { results: places } = await selectRecordPlaces(
    env,
    runs.map(({ run_id }) => run_id),
  ).all();
  const rest = runs.values();
  let run = rest.next().value;
  let seen = 0;
  for await (const rows of readLines(env, places)) {
    let page = "";
    for (const { run_id, line } of rows) {
      if (run === undefined || run.run_id !== run_id)
        throw new Error(`run ${run_id}: its records are out of order`);
      if (seen === 0) page += `${run.run_line}\n`;
      page += `${line}\n`;
      seen += 1;
      if (seen < run.questions) continue;
      page += `${run.close_line}\n`;
      at += seen;
      const head = heads.get(at);
      if (head !== undefined) page += `${head}\n`;
      run = rest.next().value;
      seen = 0;
    }
    yield page;
  }
  if (run !== undefined)
    throw new Error(`run ${run.run_id}: expected ${run.questions} records, found ${seen}`);
}
