// The cron job: creates a run for every subject that is due, and queues open runs.

import { splitIntoJsonArrays } from "../parts.js";
import { DAY, utcDay, prepareDueRuns, createRuns } from "./terms.js";

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {import("../settings.js").Settings} Settings */

/** The platform's maximum number of messages per call. */
const SEND = 100;
/** The maximum bytes of runs per statement. */
const MADE = 200_000;
/** The number of days for which attempts are kept. */
const KEPT_DAYS = 3;

/**
 * @param {Env} env
 * @param {Settings} settings
 * @param {number} now
 */
export async function createDueRuns(env, settings, now) {
  await env.DB.prepare("UPDATE subjects SET due_at = ?1 + every_ms WHERE due_at - every_ms > ?1")
    .bind(now)
    .run();
  const { results } = await env.DB.prepare(
    `SELECT id, target, origin FROM subjects WHERE due_at <= ?1 AND left_at IS NULL
     ORDER BY due_at LIMIT ?2`,
  )
    .bind(now, settings.dueAtOnce)
    .all();
  const made = results.map((/** @type {any} */ subject) => createRuns(env, settings, subject));
  for (const runs of splitIntoJsonArrays(made, MADE)) {
    await env.DB.batch([
      // A concurrent cron may have created them since they were read.
      prepareDueRuns(env, runs, now),
      // Keep the schedule's phase, unless the next time is already past.
      env.DB.prepare(
        `UPDATE subjects SET due_at = CASE WHEN due_at + every_ms > ?2 THEN due_at + every_ms
           ELSE ?2 + every_ms END
         WHERE id IN (SELECT value ->> '$[0].subject' FROM json_each(?1)) AND due_at <= ?2`,
      ).bind(runs, now),
    ]);
  }
  return results.length;
}

/**
 * Queues every open run that is not queued, or was queued too long ago. Duplicate messages are
 * harmless.
 *
 * @param {Env} env
 * @param {Settings} settings
 * @param {number} now
 */
export async function queueOpenRuns(env, settings, now) {
  const { results } = await env.DB.prepare(
    `SELECT run_id FROM runs WHERE state = 'open'
       AND (sent_at IS NULL OR sent_at <= ?1 - ?2 OR sent_at > ?1) LIMIT ?3`,
  )
    .bind(now, settings.resend, 2 * settings.dueAtOnce)
    .all();
  for (let at = 0; at < results.length; at += SEND) {
    const ids = results.slice(at, at + SEND).map((/** @type {any} */ { run_id }) => run_id);
    await queueRuns(env, ids, now);
  }
  return results.length;
}

/**
 * @param {Env} env
 * @param {string[]} ids
 * @param {number} now
 */
export async function queueRuns(env, ids, now) {
  await env.RUNS.sendBatch(ids.map((run) => ({ body: { run }, contentType: "json" })));
  await env.DB.prepare(
    "UPDATE runs SET sent_at = ?2 WHERE run_id IN (SELECT value FROM json_each(?1))",
  )
    .bind(JSON.stringify(ids), now)
    .run();
}

/**
 * Deletes expired rows.
 *
 * @param {Env} env
 * @param {number} now
 * @param {number} window The time for which a request can be replayed.
 */
export const deleteExpired = (env, now, window) =>
  env.DB.batch([
    env.DB.prepare("DELETE FROM requests WHERE at < ?1").bind(now - 2 * window),
    env.DB.prepare("DELETE FROM usage WHERE day < ?1").bind(utcDay(now - KEPT_DAYS * DAY)),
    env.DB.prepare("DELETE FROM origins WHERE next_at < ?1").bind(now),
  ]);
