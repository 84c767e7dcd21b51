// Stores the results of a consumer. Simultaneous writes are batched, and failures retried for a
// while. Every write is idempotent and fenced by the lease.

import { MOST_VALUE, utf8Length } from "../parts.js";

/** @typedef {import("../settings.js").Env} Env */

/** The lease was lost, or the question already has another record. */
export class LeaseLost extends Error {}

/**
 * @typedef {{ kind: "begin", run: string, line: string, did: string }
 *   | { kind: "record", run: string, family: string, idx: number, position: number, id: string, line: string,
 *       day: string, attempts: number, inputTokens?: number, outputTokens?: number }
 *   | { kind: "close", run: string, line: string, subject: string,
 *       breaker: import("./breaker.js").Row, now: number }} Write
 */

/**
 * @param {Env} env
 * @param {string} lease
 * @param {number} patience in milliseconds
 */
export function createStore(env, lease, patience) {
  /** @type {{ write: Write, bytes: number, done: () => void, failed: (error: unknown) => void }[]} */
  const queue = [];
  let busy = false;

  async function flush() {
    if (busy) return;
    busy = true;
    // Let other writes that are ready join the batch.
    await Promise.resolve();
    while (queue.length > 0) {
      let count = 0;
      for (let bytes = 0; count < queue.length; count++) {
        bytes += queue[count]?.bytes ?? 0;
        if (count > 0 && bytes > MOST_VALUE) break;
      }
      const taken = queue.splice(0, count);
      try {
        const found = await retryWrite(() => write(taken.map(({ write }) => write)), patience);
        for (const { write, done, failed } of taken) {
          if (found(write)) done();
          else failed(new LeaseLost(`run ${write.run}: expected to hold it, found another`));
        }
      } catch (error) {
        for (const { failed } of taken) failed(error);
      }
    }
    busy = false;
  }

  /**
   * Executes the writes, and returns a function that reports whether a given write was stored.
   *
   * @param {Write[]} writes
   */
  async function write(writes) {
    const of = (/** @type {Write["kind"]} */ kind) => writes.filter((write) => write.kind === kind);
    const [begun, records, closed] = [of("begin"), of("record"), of("close")];
    const [begins, rows, closes] = [begun, records, closed].map((list) => JSON.stringify(list));
    const statements = [
      ...(begun.length > 0 ? [prepareRunStart(env).bind(begins, lease)] : []),
      ...(records.length > 0
        ? prepareRecordInsert(env).map((statement) => statement.bind(rows, lease))
        : []),
      ...(closed.length > 0
        ? prepareRunClose(env).map((statement) => statement.bind(closes, lease))
        : []),
      env.DB.prepare(
        `SELECT run_id, state, lease, run_line, close_line FROM runs
         WHERE run_id IN (SELECT value FROM json_each(?1))`,
      ).bind(JSON.stringify(writes.map(({ run }) => run))),
      env.DB.prepare(
        `SELECT c.record_id FROM json_each(?1) j JOIN records c ON c.run_id = j.value ->> 'run'
         AND c.family = j.value ->> 'family' AND c.idx = j.value ->> 'idx'`,
      ).bind(rows),
    ];
    const results = await env.DB.batch(statements);
    const runs = new Map(results.at(-2).results.map((/** @type {any} */ row) => [row.run_id, row]));
    const stored = new Set(results.at(-1).results.map((/** @type {any} */ row) => row.record_id));
    return (/** @type {Write} */ write) => {
      const run = runs.get(write.run);
      switch (write.kind) {
        case "begin":
          return run?.lease === lease && run.run_line === write.line;
        case "record":
          return stored.has(write.id);
        case "close":
          return run?.state !== "open" && run?.close_line === write.line;
      }
    };
  }

  return {
    /**
     * Stores a write. Throws {@link LeaseLost}, or the last database error.
     *
     * @param {Write} write
     * @returns {Promise<void>}
     */
    put(write) {
      return new Promise((done, failed) => {
        queue.push({ write, bytes: utf8Length(JSON.stringify(write)) + 1, done, failed });
        void flush();
      });
    },
  };
}

/** @param {Env} env */
const prepareRunStart = (env) =>
  env.DB.prepare(
    `UPDATE runs SET run_line = j.value ->> 'line', evaluator = j.value ->> 'did'
     FROM json_each(?1) AS j
     WHERE runs.run_id = j.value ->> 'run' AND runs.lease = ?2 AND runs.state = 'open'
       AND runs.run_line IS NULL`,
  );

/** SQL: each record in ?1 whose question is the next one of its run. */
const NEXT = `json_each(?1) AS j JOIN runs r ON r.run_id = j.value ->> 'run'
  WHERE r.lease = ?2 AND r.state = 'open'
    AND j.value ->> 'position' = (SELECT count(*) FROM records c WHERE c.run_id = r.run_id)`;

/**
 * Prepares the statements that store attempts, then records. Storing a record makes the following
 * question the next one of its run.
 *
 * @param {Env} env
 */
const prepareRecordInsert = (env) => [
  env.DB.prepare(
    `INSERT INTO usage (subject, day, attempts, input_tokens, output_tokens)
     SELECT r.subject, j.value ->> 'day', sum(j.value ->> 'attempts'),
       coalesce(sum(j.value ->> 'inputTokens'), 0), coalesce(sum(j.value ->> 'outputTokens'), 0)
     FROM ${NEXT} GROUP BY 1, 2
     ON CONFLICT (subject, day) DO UPDATE SET attempts = attempts + excluded.attempts,
       input_tokens = input_tokens + excluded.input_tokens,
       output_tokens = output_tokens + excluded.output_tokens`,
  ),
  env.DB.prepare(
    `INSERT OR IGNORE INTO records (run_id, family, idx, position, record_id, line)
     SELECT j.value ->> 'run', j.value ->> 'family', j.value ->> 'idx', j.value ->> 'position',
       j.value ->> 'id', j.value ->> 'line'
     FROM ${NEXT}`,
  ),
];

/**
 * Prepares closing runs that have a record for every question. The breaker is stored only if the
 * subject's endpoint has not changed since the run was created.
 *
 * @param {Env} env
 */
const prepareRunClose = (env) => [
  env.DB.prepare(
    `UPDATE subjects SET failures = j.value ->> '$.breaker.failures',
       rests = j.value ->> '$.breaker.rests', rest_from = j.value ->> '$.breaker.rest_from',
       rest_until = j.value ->> '$.breaker.rest_until', rest_cause = j.value ->> '$.breaker.rest_cause'
     FROM json_each(?1) AS j JOIN runs r ON r.run_id = j.value ->> 'run' AND r.lease = ?2
     WHERE subjects.id = j.value ->> 'subject' AND r.state = 'open'
       AND subjects.target = r.terms -> '$.target'`,
  ),
  env.DB.prepare(
    `INSERT OR IGNORE INTO waiting (run_id, evaluator, records, closed_at)
     SELECT r.run_id, r.evaluator, r.questions, j.value ->> 'now'
     FROM json_each(?1) AS j JOIN runs r ON r.run_id = j.value ->> 'run'
     WHERE r.lease = ?2 AND r.state = 'open'
       AND r.questions = (SELECT count(*) FROM records c WHERE c.run_id = r.run_id)
     ORDER BY j.key`,
  ),
  env.DB.prepare(
    `UPDATE runs SET state = 'closed', close_line = j.value ->> 'line', lease = NULL,
       lease_until = NULL
     FROM json_each(?1) AS j
     WHERE runs.run_id = j.value ->> 'run' AND runs.lease = ?2 AND runs.state = 'open'
       AND runs.run_id IN (SELECT run_id FROM waiting)`,
  ),
];

/**
 * Retries `work` until it succeeds or `patience` milliseconds have passed.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {number} patience
 */
async function retryWrite(work, patience) {
  // Add up the waits, since a clock may jump.
  for (let wait = 50, waited = 0; ; wait = Math.min(wait * 2, 2_000)) {
    try {
      return await work();
    } catch (error) {
      if (waited >= patience) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
      waited += wait;
    }
  }
}
