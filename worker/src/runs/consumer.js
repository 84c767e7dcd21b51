// The queue consumer. Each message names a run.

import { RefusedTarget, askRun } from "./asking.js";
import { configuredBank } from "./bank.js";
import { currentKey, findKey, listKeysOnce } from "../published/keys.js";
import { appendWaiting } from "../published/log.js";
import { MOST_WAIT, leaseRuns, releaseRuns } from "./terms.js";
import { MissingSecret, insertSecrets } from "./secrets.js";
import { loadSettings } from "../settings.js";
import { LeaseLost, createStore } from "./store.js";

/** @typedef {import("../settings.js").Env} Env */
/** @typedef {{ body: unknown, ack(): void, retry(options?: { delaySeconds: number }): void }} Message */

/** @typedef {import("./terms.js").Held} Held */
/** @typedef {Awaited<ReturnType<typeof leaseRuns>>} Claimed */

/**
 * The result of processing a run: `closed`; `later`, to be retried; `left` to cron, because a retry
 * would fail in the same way; or `lost`, because another consumer now holds the lease.
 *
 * @typedef {{ kind: "closed" } | { kind: "later", seconds: number, why: string }
 *   | { kind: "left", why: string } | { kind: "lost", seconds: number }} End
 */

/** The delay before a run is retried, in seconds. */
const AGAIN = 10;
/** The platform's maximum delay of a message, in seconds. */
const MOST_DELAY = 43_200;

const RUN = /^[0-9a-f]{64}$/;

/**
 * @param {{ messages: readonly Message[] }} batch
 * @param {Env} env
 */
export async function processMessages({ messages }, env) {
  const settings = loadSettings(env);
  const now = Date.now();
  const lease = crypto.randomUUID();
  const orders = groupByRun(messages);
  await listKeysOnce(env, settings.evaluatorName, now);
  const claimed = await leaseRuns(env, settings, lease, orders.runs, now);
  acknowledgeUnleased(orders, claimed.rows, lease, now);

  const held = leasedRuns(claimed, lease);
  const startAt = startTimes(held, claimed.turns, settings.ratePerOrigin);
  const store = createStore(env, lease, settings.storePatience);
  /** The runs that did not end. @type {string[]} */
  const back = [];
  await forEachConcurrently(settings.concurrency, held, async (run) => {
    const id = run.run_id;
    const allowed = claimed.allows(run);
    const end = await processRun(run, env, { settings, store, allowed, startAt: startAt(run) });
    if (end.kind === "later" || end.kind === "left") {
      if (end.why !== "") console.warn(`run ${id}: ${end.why}`);
      back.push(id);
    }
    if (end.kind === "closed" || end.kind === "left") orders.ack(id);
    else orders.retry(id, end.seconds);
  });
  await endBatch(env, settings, lease, back);
}

/**
 * Groups messages by run, and answers all messages of a run together.
 *
 * @param {readonly Message[]} messages
 */
function groupByRun(messages) {
  /** @type {Map<string, Message[]>} */
  const byRun = new Map();
  for (const message of messages) {
    const run = /** @type {any} */ (message.body)?.run;
    // Drop messages that name no run.
    if (typeof run !== "string" || !RUN.test(run)) message.ack();
    else byRun.set(run, [...(byRun.get(run) ?? []), message]);
  }
  return {
    runs: [...byRun.keys()],
    /** @param {string} run */
    ack: (run) => byRun.get(run)?.forEach((message) => message.ack()),
    /** @param {string} run @param {number} seconds */
    retry(run, seconds) {
      const delaySeconds = Math.min(Math.max(0, Math.ceil(seconds)), MOST_DELAY);
      byRun.get(run)?.forEach((message) => message.retry({ delaySeconds }));
    },
  };
}

/**
 * Answers the messages of runs that do not exist, are closed, or are held by another consumer.
 *
 * @param {ReturnType<typeof groupByRun>} orders
 * @param {Claimed["rows"]} rows
 * @param {string} lease
 * @param {number} now
 */
function acknowledgeUnleased(orders, rows, lease, now) {
  const found = new Set(rows.map(({ run_id }) => run_id));
  orders.runs.filter((run) => !found.has(run)).forEach(orders.ack);
  for (const { run_id, state, lease: taken, lease_until } of rows) {
    if (state !== "open") orders.ack(run_id);
    else if (taken !== lease) orders.retry(run_id, (lease_until - now) / 1000 + 1);
  }
}

/**
 * Returns the runs that this consumer holds.
 *
 * @param {Claimed} claimed
 * @param {string} lease
 * @returns {Held[]}
 */
function leasedRuns({ rows, lines }, lease) {
  const ours = rows.filter((row) => row.state === "open" && row.lease === lease);
  return ours.map((row) => {
    const { failures, rests, rest_from, rest_until, rest_cause } = row;
    const breaker = { failures, rests, rest_from, rest_until, rest_cause };
    const terms = JSON.parse(row.terms);
    return { ...row, terms, breaker, lines: lines.get(row.run_id) ?? [] };
  });
}

/**
 * Asks the remaining questions of a run, or returns why it cannot be asked now.
 *
 * @param {Held} run
 * @param {Env} env
 * @param {object} with_
 * @param {import("../settings.js").Settings} with_.settings
 * @param {ReturnType<typeof createStore>} with_.store
 * @param {boolean} with_.allowed True if the subject has enough attempts left today.
 * @param {number | undefined} with_.startAt The time of its turn, unless too far away.
 * @returns {Promise<End>}
 */
async function processRun(run, env, { settings, store, allowed, startAt }) {
  const later = (/** @type {number} */ seconds, /** @type {string} */ why) =>
    /** @type {const} */ ({ kind: "later", seconds, why });
  const left = (/** @type {string} */ why) => /** @type {const} */ ({ kind: "left", why });
  if (startAt === undefined) return later(MOST_WAIT / 1000, "");
  try {
    const key = run.evaluator === null ? currentKey(env) : findKey(env, run.evaluator);
    if (key === undefined) return left(`expected its key ${run.evaluator}, found none`);
    const bank = run.terms.bank === null ? null : configuredBank(env);
    if (run.terms.bank !== (bank?.root ?? null))
      return left(`expected its bank ${run.terms.bank}, found another`);
    const target = insertSecrets(run.terms.target, env);
    await askRun({ ...run, target }, { settings, key, bank, store, allowed, startAt });
    return { kind: "closed" };
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: "lost", seconds: settings.lease / 1000 };
    return error instanceof RefusedTarget || error instanceof MissingSecret
      ? left(error.message)
      : later(AGAIN, errorMessage(error));
  }
}

/**
 * Releases the runs that did not end, and appends closed runs to the log.
 *
 * @param {Env} env
 * @param {import("../settings.js").Settings} settings
 * @param {string} lease
 * @param {string[]} back
 */
async function endBatch(env, settings, lease, back) {
  try {
    await releaseRuns(env, lease, back);
    await appendWaiting(env, settings, Date.now(), { onlyFull: true });
  } catch (error) {
    // Leases expire by themselves, and cron appends too.
    console.warn(`after a batch: ${errorMessage(error)}`);
  }
}

/**
 * Returns a function that gives the start time of each run from the turns taken at its origin, or
 * undefined if they are too far away.
 *
 * @param {Held[]} held
 * @param {Map<string, number>} ends
 * @param {number} rate
 */
function startTimes(held, ends, rate) {
  const each = Math.ceil(1000 / rate);
  /** @type {Map<string, number>} */
  const next = new Map(ends);
  for (const { origin, questions } of held)
    if (next.has(origin)) next.set(origin, (next.get(origin) ?? 0) - questions * each);
  return (/** @type {Held} */ { origin, questions }) => {
    if (rate === 0) return 0;
    const start = next.get(origin);
    if (start !== undefined) next.set(origin, start + questions * each);
    return start;
  };
}

/**
 * @template T
 * @param {number} most
 * @param {T[]} items
 * @param {(item: T) => Promise<void>} work
 */
async function forEachConcurrently(most, items, work) {
  const rest = items.values();
  const one = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, one));
}

/** @param {unknown} error */
const errorMessage = (error) => (error instanceof Error ? error.message : String(error));
