// Creates runs, and leases them to consumers.

import { freshSeed, runIds } from "proofmark";

import { configuredBank } from "./bank.js";

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {import("../settings.js").Settings} Settings */

/**
 * The terms of a run, fixed at its creation.
 *
 * @typedef {object} Terms
 * @property {("math" | "science")[]} families
 * @property {number} questions Questions of each family.
 * @property {"literal" | "committed"} policy
 * @property {string | null} bank The root of the private bank, if questions come from one.
 * @property {Record<string, any>} target
 */
/**
 * A run that a consumer has leased.
 *
 * @typedef {object} Held
 * @property {string} run_id
 * @property {string} subject
 * @property {string} seed
 * @property {string} origin
 * @property {number} questions
 * @property {Terms} terms
 * @property {string | null} evaluator
 * @property {string | null} run_line
 * @property {import("./breaker.js").Row} breaker
 * @property {number | null} left_at The time at which the subject was removed.
 * @property {number | null} attempts_per_day The subject's own maximum.
 * @property {string[]} lines The records so far.
 */
/** A placeholder endpoint, since run ids do not depend on it. It is never asked. */
const ANYBODY = "https://agent.example/";

/**
 * Returns the runs that evaluate one subject. Questions of a private bank are a separate run,
 * because their answers are withheld.
 *
 * @param {Env} env
 * @param {Settings} settings
 * @param {{ id: string, target: string, origin: string }} subject
 */
export function createRuns(env, { families, questions, policy }, { id, target, origin }) {
  const bank = configuredBank(env);
  const parts = /** @type {const} */ ([
    ["public", bank === null ? families : families.filter((name) => name !== "science"), null],
    ["private", bank === null ? [] : families.filter((name) => name === "science"), bank],
  ]);
  return parts
    .filter(([, asked]) => asked.length > 0)
    .map(([part, asked, bank]) => {
      const seed = freshSeed();
      const asks = { families: asked, questions, policy };
      const terms = { ...asks, bank: bank?.root ?? null, target: JSON.parse(target) };
      const about = { seed, subject: id, endpoint: ANYBODY, bank: bank?.text };
      return {
        run: runIds({ ...asks, ...about }).runId,
        subject: id,
        part,
        seed,
        terms: JSON.stringify(terms),
        origin,
        questions: asked.length * questions,
      };
    });
}

/**
 * Prepares the insertion of runs that a token's holder requests. They are published, but not scored:
 * who may start runs could otherwise stop after a good one.
 *
 * @param {Env} env
 * @param {ReturnType<typeof createRuns>} runs
 * @param {number} now
 */
export const prepareRequestedRuns = (env, runs, now) =>
  prepareRunInsert(env, "", 1).bind(JSON.stringify([runs]), now);

/**
 * Prepares the insertion of scheduled runs whose subjects are still due and have no open run of the
 * same part.
 *
 * @param {Env} env
 * @param {string} runs JSON: a list with the result of {@link createRuns} for each subject.
 * @param {number} now
 */
export const prepareDueRuns = (env, runs, now) =>
  prepareRunInsert(
    env,
    "OR IGNORE",
    0,
    "JOIN subjects s ON s.id = j.value ->> 'subject' AND s.due_at <= ?2 AND s.left_at IS NULL",
  ).bind(runs, now);

/** @param {Env} env @param {string} otherwise @param {0 | 1} requested @param {string} [of] */
const prepareRunInsert = (env, otherwise, requested, of = "") =>
  env.DB.prepare(
    `INSERT ${otherwise} INTO runs (run_id, subject, part, seed, terms, origin, questions,
       requested, created_at)
     SELECT j.value ->> 'run', j.value ->> 'subject', j.value ->> 'part', j.value ->> 'seed',
       j.value ->> 'terms', j.value ->> 'origin', j.value ->> 'questions', ${requested}, ?2
     FROM json_each(?1) AS g JOIN json_each(g.value) AS j ${of}`,
  );

/** SQL condition: the lease has expired, or was taken before the clock jumped back. */
const OVER = "(lease_until <= ?3 OR lease_until > ?3 + ?4)";

/**
 * Leases the runs that no other consumer holds, and reserves their turns at their origins,
 * atomically. The remaining questions of a leased run count as attempts of its subject; after that,
 * only the attempts that were made.
 *
 * @param {Env} env
 * @param {Settings} settings
 * @param {string} lease
 * @param {string[]} ids
 * @param {number} now
 */
export async function leaseRuns(env, settings, lease, ids, now) {
  const runs = JSON.stringify(ids);
  const rate = settings.ratePerOrigin;
  const each = 1 + settings.retries;
  const statements = [
    // A consumer that died may have made attempts for its current question; count them all.
    env.DB.prepare(
      `INSERT INTO usage (subject, day, attempts)
       SELECT subject, ?2, count(*) * ?5 FROM runs
       WHERE run_id IN (SELECT value FROM json_each(?1)) AND state = 'open' AND ${OVER} GROUP BY 1
       ON CONFLICT (subject, day) DO UPDATE SET attempts = attempts + excluded.attempts`,
    ).bind(runs, utcDay(now), now, settings.lease, each),
    env.DB.prepare(
      `UPDATE runs SET lease = ?2, lease_until = ?3 + ?4
       WHERE run_id IN (SELECT value FROM json_each(?1)) AND state = 'open'
         AND (lease IS NULL OR ${OVER})`,
    ).bind(runs, lease, now, settings.lease),
    env.DB.prepare(
      `SELECT r.run_id, r.subject, r.seed, r.terms, r.origin, r.questions, r.state, r.evaluator,
         r.run_line, r.lease, r.lease_until, s.failures, s.rests, s.rest_from, s.rest_until,
         s.rest_cause, s.left_at, s.attempts_per_day
       FROM runs r JOIN subjects s ON s.id = r.subject
       WHERE r.run_id IN (SELECT value FROM json_each(?1))`,
    ).bind(runs),
    env.DB.prepare(
      `SELECT c.run_id, c.line FROM records c JOIN runs r ON r.run_id = c.run_id
       WHERE c.run_id IN (SELECT value FROM json_each(?1)) AND r.lease = ?2
       ORDER BY c.run_id, c.position`,
    ).bind(runs, lease),
    env.DB.prepare(
      `SELECT r.subject, coalesce(u.attempts, 0) + ?4 * coalesce(sum(o.questions
           - (SELECT count(*) FROM records c WHERE c.run_id = o.run_id)), 0) AS attempts
       FROM (SELECT DISTINCT subject FROM runs
           WHERE run_id IN (SELECT value FROM json_each(?1)) AND lease = ?2) r
         LEFT JOIN usage u ON u.subject = r.subject AND u.day = ?3
         LEFT JOIN runs o ON o.subject = r.subject AND o.state = 'open' AND o.lease <> ?2
           AND o.lease_until > ?5
       GROUP BY 1`,
    ).bind(runs, lease, utcDay(now), each, now),
  ];
  if (rate > 0) {
    statements.push(
      env.DB.prepare(
        `INSERT INTO origins (origin, next_at)
         SELECT origin, ?3 + sum(questions) * ?4 FROM runs
         WHERE run_id IN (SELECT value FROM json_each(?1)) AND lease = ?2 GROUP BY origin
         ON CONFLICT (origin) DO UPDATE SET next_at = excluded.next_at - ?3
           + max(?3, CASE WHEN next_at > ?3 + ?5 THEN 0 ELSE next_at END)
         WHERE next_at <= ?3 + ?6 OR next_at > ?3 + ?5
         RETURNING origin, next_at`,
      ).bind(runs, lease, now, Math.ceil(1000 / rate), settings.lease, MOST_WAIT),
    );
  }
  const [, , rows, records, quota, turns] = await env.DB.batch(statements);
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const { run_id, line } of records.results)
    lines.set(run_id, [...(lines.get(run_id) ?? []), line]);
  /** @type {Map<string, number>} */
  const taken = new Map(quota.results.map((/** @type {any} */ row) => [row.subject, row.attempts]));
  return {
    rows: /** @type {(Omit<Held, "terms" | "lines"> & Record<string, any>)[]} */ (rows.results),
    lines,
    /**
     * Reserves the attempts of the remaining questions of a run, or returns false if its subject
     * has too few left today.
     *
     * @param {Held} run
     */
    allows({ subject, questions, lines, attempts_per_day: most }) {
      const attempts = (taken.get(subject) ?? 0) + (questions - lines.length) * each;
      if (attempts > (most ?? settings.attemptsPerDay)) return false;
      taken.set(subject, attempts);
      return true;
    },
    /** The end of the reserved turns at each origin. Runs at other origins must wait. */
    turns: new Map(turns?.results.map((/** @type {any} */ row) => [row.origin, row.next_at])),
  };
}

/** The longest wait for a turn within a consumer, in milliseconds. */
export const MOST_WAIT = 60_000;

/**
 * Releases the leases of runs that did not end.
 *
 * @param {Env} env
 * @param {string} lease
 * @param {string[]} ids
 */
export async function releaseRuns(env, lease, ids) {
  if (ids.length === 0) return;
  await env.DB.prepare(
    `UPDATE runs SET lease = NULL, lease_until = NULL
     WHERE lease = ?2 AND run_id IN (SELECT value FROM json_each(?1))`,
  )
    .bind(JSON.stringify(ids), lease)
    .run();
}

/** A day in milliseconds. */
export const DAY = 86_400_000;

/** Returns the UTC day for which attempts count. @param {number} now */
export const utcDay = (now) => new Date(now).toISOString().slice(0, 10);
