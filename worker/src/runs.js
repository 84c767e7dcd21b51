// Runs: how they are made, and how a consumer gets hold of one.

import { freshSeed, runIds } from "proofmark";

import { bankOf } from "./bank.js";

/** @typedef {import("./settings.js").Env} Env */
/** @typedef {import("./settings.js").Settings} Settings */

/**
 * What a run asks of whom, fixed when it is made.
 *
 * @typedef {object} Terms
 * @property {("math" | "science")[]} families
 * @property {number} runs Questions of each family.
 * @property {"literal" | "committed"} policy
 * @property {string | null} bank The root of the private bank, where questions come from one.
 * @property {Record<string, any>} target
 */

/**
 * A run that a consumer holds.
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
 * @property {number | null} left_at Since when its subject is evaluated no more.
 * @property {string[]} lines The records so far.
 */

/** An endpoint, on which no id of a run depends; it is not asked. */
const ANYBODY = "https://agent.example/";

/**
 * The runs that evaluate one subject: one, or two where questions come out of a private bank, since
 * what is withheld of those says nothing of the others.
 *
 * @param {Env} env
 * @param {Settings} settings
 * @param {{ id: string, target: string, origin: string }} subject
 */
export function runsFor(env, { families, questions, policy }, { id, target, origin }) {
  const bank = bankOf(env);
  const parts = /** @type {const} */ ([
    ["public", bank === null ? families : families.filter((name) => name !== "science"), null],
    ["private", bank === null ? [] : families.filter((name) => name === "science"), bank],
  ]);
  return parts
    .filter(([, asked]) => asked.length > 0)
    .map(([part, asked, bank]) => {
      const seed = freshSeed();
      const asks = { families: asked, runs: questions, policy };
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
 * Makes the runs of a subject.
 *
 * @param {Env} env
 * @param {ReturnType<typeof runsFor>} runs
 * @param {number} now
 */
export const insertRuns = (env, runs, now) => insert(env, "").bind(JSON.stringify([runs]), now);

/**
 * Makes those of the runs whose subject is due, as long as it is, and has no open run of the same
 * part.
 *
 * @param {Env} env
 * @param {string} runs JSON of a list of what {@link runsFor} gives for each subject.
 * @param {number} now
 */
export const insertDue = (env, runs, now) =>
  insert(
    env,
    "OR IGNORE",
    "JOIN subjects s ON s.id = j.value ->> 'subject' AND s.due_at <= ?2 AND s.left_at IS NULL",
  ).bind(runs, now);

/** @param {Env} env @param {string} otherwise @param {string} [of] */
const insert = (env, otherwise, of = "") =>
  env.DB.prepare(
    `INSERT ${otherwise} INTO runs (run_id, subject, part, seed, terms, origin, questions, created_at)
     SELECT j.value ->> 'run', j.value ->> 'subject', j.value ->> 'part', j.value ->> 'seed',
       j.value ->> 'terms', j.value ->> 'origin', j.value ->> 'questions', ?2
     FROM json_each(?1) AS g JOIN json_each(g.value) AS j ${of}`,
  );

/** Whether a run has no lease any more. One that ends later than one taken now is of a clock that has jumped back. */
const OVER = "(lease_until <= ?3 OR lease_until > ?3 + ?4)";

/**
 * Takes a lease on those of the runs that nobody else holds, and their turns at their origins; all of
 * that at once or not at all. As long as a run is held, the attempts that its questions may still
 * take count as those of its subject, and only those that were made do after that.
 *
 * @param {Env} env
 * @param {Settings} settings
 * @param {string} lease
 * @param {string[]} ids
 * @param {number} now
 */
export async function claim(env, settings, lease, ids, now) {
  const runs = JSON.stringify(ids);
  const rate = settings.ratePerOrigin;
  const each = 1 + settings.retries;
  const statements = [
    // A consumer that died had a question under way, of which nobody knows how far it came.
    env.DB.prepare(
      `INSERT INTO usage (subject, day, attempts)
       SELECT subject, ?2, count(*) * ?5 FROM runs
       WHERE run_id IN (SELECT value FROM json_each(?1)) AND state = 'open' AND ${OVER} GROUP BY 1
       ON CONFLICT (subject, day) DO UPDATE SET attempts = attempts + excluded.attempts`,
    ).bind(runs, dayOf(now), now, settings.lease, each),
    env.DB.prepare(
      `UPDATE runs SET lease = ?2, lease_until = ?3 + ?4
       WHERE run_id IN (SELECT value FROM json_each(?1)) AND state = 'open'
         AND (lease IS NULL OR ${OVER})`,
    ).bind(runs, lease, now, settings.lease),
    env.DB.prepare(
      `SELECT r.run_id, r.subject, r.seed, r.terms, r.origin, r.questions, r.state, r.evaluator,
         r.run_line, r.lease, r.lease_until, s.failures, s.rests, s.rest_from, s.rest_until,
         s.rest_cause, s.left_at
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
    ).bind(runs, lease, dayOf(now), each, now),
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
    /** Whether the day's attempts of `subject` suffice for so many more questions, which then have them. @param {string} subject @param {number} questions */
    allows(subject, questions) {
      const attempts = (taken.get(subject) ?? 0) + questions * each;
      if (attempts > settings.attemptsPerDay) return false;
      taken.set(subject, attempts);
      return true;
    },
    /** When the last of the turns at each origin ends; those that are not there have to wait. */
    turns: new Map(turns?.results.map((/** @type {any} */ row) => [row.origin, row.next_at])),
  };
}

/** The longest that a run waits for its turn within a consumer, in milliseconds. */
export const MOST_WAIT = 60_000;

/**
 * Gives runs back that were not brought to their end.
 *
 * @param {Env} env
 * @param {string} lease
 * @param {string[]} ids
 */
export async function release(env, lease, ids) {
  if (ids.length === 0) return;
  await env.DB.prepare(
    `UPDATE runs SET lease = NULL, lease_until = NULL
     WHERE lease = ?2 AND run_id IN (SELECT value FROM json_each(?1))`,
  )
    .bind(JSON.stringify(ids), lease)
    .run();
}

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** The day, in UTC, that attempts count for. @param {number} now */
export const dayOf = (now) => new Date(now).toISOString().slice(0, 10);
