// Records as they are published: only those in a log, each with its proof, and all of them as one
// record file.

import { includeRecord, proveGrowth } from "proofmark";

import { readTiles } from "./log.js";

/** @typedef {import("./settings.js").Env} Env */

/** How many runs are read at a time for the record file. */
const PAGE = 100;

const encoder = new TextEncoder();

/**
 * A record with the proof that it is in its log, under the newest checkpoint.
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

/** The newest checkpoint of the newest log. @param {Env} env */
const newest = (env) =>
  env.DB.prepare("SELECT log, size, note FROM checkpoints ORDER BY log DESC, size DESC LIMIT 1");

/** Its note, if there is one. @param {Env} env @returns {Promise<string | undefined>} */
export async function newestCheckpoint(env) {
  return (await newest(env).first())?.note;
}

/**
 * The proof that the log of that checkpoint has grown out of the one of `size` records.
 *
 * @param {Env} env
 * @param {number} size
 */
export async function growthSince(env, size) {
  const head = await newest(env).first();
  const old = await env.DB.prepare("SELECT note FROM checkpoints WHERE log = ?1 AND size = ?2")
    .bind(head?.log ?? 0, size)
    .first();
  if (old === null) return undefined;
  return proveGrowth({
    ...{ old: old.note, new: head.note },
    read: (tiles) => readTiles(env, head.log, tiles),
  });
}

/** The state of a run; its seed is a secret until it is logged, and in its records then. @param {Env} env @param {string} id */
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
 * Every record in every log, with the lines around them: a record file that can be verified as it
 * stands. It ends at the checkpoints that were the newest when it began.
 *
 * @param {Env} env
 * @returns {ReadableStream<Uint8Array>}
 */
export function recordFile(env) {
  const lines = linesOf(env);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}

/** @param {Env} env */
async function* linesOf(env) {
  const { results: logs } = await env.DB.prepare(
    "SELECT log, max(size) AS size FROM checkpoints GROUP BY log ORDER BY log",
  ).all();
  for (const { log, size } of logs) {
    let at = 0;
    while (at < size) {
      const [runs, records, checkpoints] = await env.DB.batch([
        env.DB.prepare(
          `SELECT run_id, run_line, close_line, first_leaf, questions FROM runs
           WHERE log = ?1 AND first_leaf >= ?2 AND first_leaf < ?3 ORDER BY first_leaf LIMIT ?4`,
        ).bind(log, at, size, PAGE),
        env.DB.prepare(
          `SELECT c.run_id, c.line FROM (SELECT run_id, first_leaf FROM runs
             WHERE log = ?1 AND first_leaf >= ?2 AND first_leaf < ?3 ORDER BY first_leaf LIMIT ?4) r
           JOIN records c ON c.run_id = r.run_id ORDER BY r.first_leaf, c.position`,
        ).bind(log, at, size, PAGE),
        env.DB.prepare(
          `SELECT size, line FROM checkpoints WHERE log = ?1 AND size > ?2 AND size <= ?3
           ORDER BY size LIMIT ?4`,
        ).bind(log, at, size, PAGE),
      ]);
      /** @type {Map<string, string[]>} */
      const byRun = new Map();
      for (const { run_id, line } of records.results)
        byRun.set(run_id, [...(byRun.get(run_id) ?? []), line]);
      const heads = new Map(
        checkpoints.results.map((/** @type {any} */ row) => [row.size, row.line]),
      );
      let page = "";
      for (const { run_id, run_line, close_line, questions } of runs.results) {
        page += [run_line, ...(byRun.get(run_id) ?? []), close_line, ""].join("\n");
        at += questions;
        const head = heads.get(at);
        if (head !== undefined) page += `${head}\n`;
      }
      if (page === "") throw new Error(`log ${log}: expected record ${at}, found none`);
      yield page;
    }
  }
}
