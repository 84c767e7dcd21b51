// Registers and removes subjects, and requests runs.

import { agent } from "proofmark";

import { Refusal, jsonResponse, unknownError } from "./answers.js";
import { freshToken, mayActFor, mustBeAdmin } from "./auth.js";
import { runBatch, storeRequestOnce } from "./replay.js";
import { DAY, utcDay, prepareRequestedRuns, createRuns } from "../runs/terms.js";
import { queueRuns } from "../runs/due.js";
import { refuseHeaders } from "../runs/secrets.js";

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {import("../settings.js").Settings} Settings */
/** @typedef {import("./auth.js").Caller} Caller */

/** The maximum length of an encoded id; the router accepts URLs of 4,096 characters. */
const LONGEST_ID = 4_000;

/** The members of a subject that make its target. */
const TARGET = /** @type {const} */ ([
  ...["endpoint", "protocol", "registry", "model", "jsonBody", "replyPointer"],
  ...["tool", "argument", "uaid", "agentUrl", "headers"],
]);

/** The members that only the admin may set: they decide the score's schedule, cost and claims. */
const ADMINS = /** @type {const} */ (["every", "attemptsPerDay", "registry", "headers"]);

/**
 * Registers a subject or updates its target. The token is returned only once.
 *
 * @param {{ env: Env, settings: Settings, caller: Caller, body: any, headers: any, now: number }} asked
 */
export async function putSubject({ env, settings, caller, body, headers, now }) {
  const { id, newToken = false } = body;
  const known = await env.DB.prepare(
    "SELECT every_ms, attempts_per_day, target FROM subjects WHERE id = ?1 AND left_at IS NULL",
  )
    .bind(id)
    .first();
  if (known === null) mustBeAdmin(caller);
  mayActFor(caller, id);
  const target = parseTarget(body, known === null ? {} : JSON.parse(known.target), caller);
  if (encodeURIComponent(id).length > LONGEST_ID)
    throw new Refusal(
      400,
      "request.malformed",
      `body.id: longer than ${LONGEST_ID} characters when percent-encoded`,
    );
  refuseTarget(target, settings);
  const everyMs =
    body.every === undefined ? (known?.every_ms ?? settings.every) : parseInterval(body.every);
  const attempts = body.attemptsPerDay ?? known?.attempts_per_day ?? null;
  const { origin } = new URL(body.endpoint);
  const isNew = known === null;
  const token = isNew || newToken ? await freshToken() : undefined;
  const results = await runBatch(env, [
    await storeRequestOnce(env, headers, caller.id, now),
    // A new endpoint starts without failures.
    env.DB.prepare(
      `INSERT INTO subjects (id, target, origin, every_ms, attempts_per_day, due_at, created_at)
       VALUES (?1, ?2, ?3, ?4, ?6, ?5, ?5)
       ON CONFLICT (id) DO UPDATE SET target = ?2, origin = ?3, every_ms = ?4,
         attempts_per_day = ?6,
         due_at = CASE WHEN left_at IS NULL THEN min(due_at, ?5 + ?4) ELSE ?5 END,
         left_at = NULL, failures = 0, rests = 0, rest_from = NULL,
         rest_until = NULL, rest_cause = NULL`,
    ).bind(id, JSON.stringify({ ...target, subject: id }), origin, everyMs, now, attempts),
    ...(token === undefined ? [] : [storeToken(env, id, token, !isNew)]),
  ]);
  // Of several registrations of one subject at the same time, the first makes its token.
  const stored = token !== undefined && results[2].meta.changes > 0;
  const made = { subject: { id }, everyMs, ...(stored ? { token: token.token } : {}) };
  return jsonResponse(isNew && stored ? 201 : 200, made);
}

/**
 * Returns the target that `body` describes. What only the admin may set is kept from `before` if
 * absent, and so is the endpoint of a subject with secrets, which would go wherever it points.
 *
 * @param {any} body
 * @param {Record<string, any>} before
 * @param {Caller} caller
 */
function parseTarget(body, before, caller) {
  const sets = ADMINS.some((name) => body[name] !== undefined);
  if (sets || before.headers !== undefined) mustBeAdmin(caller);
  const kept = { registry: before.registry, headers: before.headers };
  const given = TARGET.map((name) => [name, body[name] ?? /** @type {any} */ (kept)[name]]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/**
 * Prepares storing the token of a subject. Unless it `replaces` another, it is stored only if the
 * subject has none.
 *
 * @param {Env} env
 * @param {string} subject
 * @param {{ id: string, digest: string }} token
 * @param {boolean} replaces
 */
const storeToken = (env, subject, { id, digest }, replaces) =>
  env.DB.prepare(
    `INSERT INTO tokens (token_id, digest, subject) VALUES (?1, ?2, ?3) ON CONFLICT (subject)
     DO ${replaces ? "UPDATE SET token_id = ?1, digest = ?2" : "NOTHING"}`,
  ).bind(id, digest, subject);

/**
 * Removes a subject and its token. Published records stay in the log.
 *
 * @param {{ env: Env, caller: Caller, path: any, headers: any, now: number }} asked
 */
export async function removeSubject({ env, caller, path: { id }, headers, now }) {
  mustBeAdmin(caller);
  const results = await runBatch(env, [
    await storeRequestOnce(env, headers, caller.id, now),
    env.DB.prepare("UPDATE subjects SET left_at = ?2 WHERE id = ?1 AND left_at IS NULL").bind(
      id,
      now,
    ),
    env.DB.prepare("DELETE FROM tokens WHERE subject = ?1").bind(id),
  ]);
  if (results[1].meta.changes === 0) throw unknownError("subject");
  return jsonResponse(200, { subject: { id } });
}

/** The number of subjects per page. */
const PAGE = 200;

/**
 * Lists the subjects with ids greater than `after`, sorted by id.
 *
 * @param {{ env: Env, settings: Settings, caller: Caller, query: any, now: number }} asked
 */
export async function listSubjects({ env, settings, caller, query: { after }, now }) {
  mustBeAdmin(caller);
  const { results } = await env.DB.prepare(
    `SELECT id, target ->> 'endpoint' AS endpoint, coalesce(target ->> 'protocol', 'auto') AS protocol,
       every_ms, due_at, rest_until, rest_cause, left_at,
       coalesce(u.attempts, 0) AS attempts, coalesce(attempts_per_day, ?4) AS most,
       coalesce(input_tokens, 0) AS input_tokens, coalesce(output_tokens, 0) AS output_tokens
     FROM subjects s LEFT JOIN usage u ON u.subject = s.id AND u.day = ?3
     WHERE id > ?1 ORDER BY id LIMIT ?2`,
  )
    .bind(after, PAGE, utcDay(now), settings.attemptsPerDay)
    .all();
  const time = (/** @type {number | null} */ ms) =>
    ms === null ? null : new Date(ms).toISOString();
  const subjects = results.map((/** @type {any} */ row) => ({
    // The query may hold a key.
    ...{ id: row.id, endpoint: row.endpoint.replace(/[?#].*/s, "") },
    ...{ protocol: row.protocol, everyMs: row.every_ms },
    ...{ due: row.left_at === null ? time(row.due_at) : null, left: time(row.left_at) },
    ...{ restsUntil: time(row.rest_until), restCause: row.rest_cause },
    today: {
      ...{ attempts: row.attempts, attemptsPerDay: row.most },
      ...{ inputTokens: row.input_tokens, outputTokens: row.output_tokens },
    },
  }));
  return jsonResponse(200, { subjects, next: results.length < PAGE ? null : results.at(-1).id });
}

/** Parses a duration such as `12h`. @param {string} text */
function parseInterval(text) {
  const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 }[text.slice(-1)] ?? 0;
  return Number(text.slice(0, -1)) * unit;
}

/**
 * Refuses a target that cannot be asked, with the core's error.
 *
 * @param {any} target
 * @param {Settings} settings
 */
function refuseTarget({ registry, ...target }, { allowPrivate, agentSecrets }) {
  refuseHeaders(target.headers ?? {}, agentSecrets);
  try {
    agent({ ...target, allowPrivate, publicOnly: true });
    if (new URL(target.endpoint).origin === "null")
      throw new Error("endpoint: its URL has no origin");
  } catch (error) {
    const { code = "subject.target", message } = /** @type {any} */ (error);
    throw new Refusal(422, code, message);
  }
}

/**
 * Refuses runs for which too few attempts are left today. This applies only to subjects, who could
 * otherwise fill the log; for the schedule and the admin, records state why nothing was asked.
 *
 * @param {Env} env
 * @param {Settings} settings
 * @param {{ id: string, attempts_per_day: number | null }} subject
 * @param {{ questions: number }[]} runs
 * @param {number} now
 */
async function checkQuota(env, { retries, attemptsPerDay }, subject, runs, now) {
  const most = subject.attempts_per_day ?? attemptsPerDay;
  const row = await env.DB.prepare("SELECT attempts FROM usage WHERE subject = ?1 AND day = ?2")
    .bind(subject.id, utcDay(now))
    .first();
  const questions = runs.reduce((sum, run) => sum + run.questions, 0);
  if ((row?.attempts ?? 0) + questions * (1 + retries) <= most) return;
  const message = `the subject's limit of ${most} attempts a day is reached`;
  const wait = Math.ceil((DAY - (now % DAY)) / 1000);
  throw new Refusal(429, "run.quota", message, { "retry-after": String(wait) });
}

/**
 * Creates and queues runs of a subject.
 *
 * @param {{ env: Env, settings: Settings, caller: Caller, body: any, headers: any, now: number }} asked
 */
export async function postRun({ env, settings, caller, body, headers, now }) {
  mayActFor(caller, body.subject);
  const subject = await env.DB.prepare(
    `SELECT id, target, origin, attempts_per_day FROM subjects
     WHERE id = ?1 AND left_at IS NULL`,
  )
    .bind(body.subject)
    .first();
  if (subject === null) throw unknownError("subject");
  const runs = createRuns(env, settings, subject);
  if (caller.subject !== null) await checkQuota(env, settings, subject, runs, now);
  try {
    await runBatch(env, [
      await storeRequestOnce(env, headers, caller.id, now),
      prepareRequestedRuns(env, runs, now),
    ]);
  } catch (error) {
    if (!/UNIQUE constraint failed: (?:index 'runs_open'|runs\.subject)/.test(String(error)))
      throw error;
    throw new Refusal(409, "run.open", "subject: already has an open run");
  }
  try {
    await queueRuns(
      env,
      runs.map(({ run }) => run),
      now,
    );
  } catch (error) {
    // Cron will queue it.
    console.warn(`queue: ${error}`);
  }
  const made = runs.map(({ run, terms, questions }) => ({
    ...{ runId: run, families: JSON.parse(terms).families, questions },
  }));
  return jsonResponse(202, { subject: body.subject, runs: made });
}
