// What a consumer does with a batch of messages, each of which names a run.

import { Refused, askRun } from "./asking.js";
import { bankOf } from "./bank.js";
import { currentKey, keyOf, listKeys } from "./keys.js";
import { appendWaiting } from "./log.js";
import { MOST_WAIT, claim, dayOf, release } from "./runs.js";
import { settingsOf } from "./settings.js";
import { Lost, createStore } from "./store.js";

/** @typedef {import("./settings.js").Env} Env */
/** @typedef {{ body: unknown, ack(): void, retry(options?: { delaySeconds: number }): void }} Message */

/** When a run is looked at again that could not be asked, in seconds. */
const AGAIN = 10;
const MOST_DELAY = 43_200;

/**
 * @param {{ messages: readonly Message[] }} batch
 * @param {Env} env
 */
export async function consume({ messages }, env) {
  const settings = settingsOf(env);
  const now = Date.now();
  /** @type {Map<string, Message[]>} */
  const byRun = new Map();
  for (const message of messages) {
    const run = /** @type {any} */ (message.body)?.run;
    // What names no run is not ours.
    if (typeof run !== "string") message.ack();
    else byRun.set(run, [...(byRun.get(run) ?? []), message]);
  }
  const ack = (/** @type {string} */ run) => byRun.get(run)?.forEach((message) => message.ack());
  const retry = (/** @type {string} */ run, /** @type {number} */ seconds) => {
    const delaySeconds = Math.min(Math.max(0, Math.ceil(seconds)), MOST_DELAY);
    byRun.get(run)?.forEach((message) => message.retry({ delaySeconds }));
  };

  const lease = crypto.randomUUID();
  const ids = [...byRun.keys()];
  await listKeys(env, settings.evaluatorName, now);
  const { rows, lines, allowance, turns } = await claim(env, settings, lease, ids, now);
  const found = new Set(rows.map(({ run_id }) => run_id));
  ids.filter((run) => !found.has(run)).forEach(ack);

  const store = createStore(env, lease, settings.storePatience);
  /** @type {import("./runs.js").Held[]} */
  const held = [];
  /** @type {Map<string, { run: string, subject: string, day: string, unused: number }>} */
  const reserved = new Map();
  for (const row of rows) {
    if (row.state !== "open") ack(row.run_id);
    else if (row.lease !== lease) retry(row.run_id, (row.lease_until - now) / 1000 + 1);
    else {
      const { failures, rests, rest_from, rest_until, rest_cause } = row;
      const breaker = { failures, rests, rest_from, rest_until, rest_cause };
      const terms = JSON.parse(row.terms);
      held.push({ ...row, terms, breaker, lines: lines.get(row.run_id) ?? [] });
      const share = allowance(row.subject) ? row.questions * (1 + settings.retries) : 0;
      const { run_id: run, subject } = row;
      reserved.set(run, { run, subject, day: dayOf(now), unused: share });
    }
  }
  const startAt = turnsOf(held, turns, settings.ratePerOrigin);

  /** @type {string[]} */
  const unfinished = [];
  await atATime(settings.concurrency, held, async (run) => {
    const id = run.run_id;
    const starts = startAt(run);
    const key = run.evaluator === null ? currentKey(env) : keyOf(env, run.evaluator);
    const bank = run.terms.bank === null ? null : bankOf(env);
    const later = (/** @type {number} */ seconds, /** @type {string} */ why) => {
      if (why !== "") console.warn(`run ${id}: ${why}`);
      unfinished.push(id);
      retry(id, seconds);
    };
    if (starts === undefined) return later(MOST_WAIT / 1000, "");
    if (key === undefined)
      return later(MOST_DELAY, `expected its key ${run.evaluator}, found none`);
    if (run.terms.bank !== (bank?.root ?? null))
      return later(MOST_DELAY, `expected its bank ${run.terms.bank}, found another`);
    const share = /** @type {any} */ (reserved.get(id));
    try {
      await askRun(run, { settings, key, bank, store, reserved: share, startAt: starts });
      ack(id);
    } catch (error) {
      // Whoever has it now brings it to its end.
      if (error instanceof Lost) return retry(id, settings.lease / 1000);
      later(error instanceof Refused ? MOST_DELAY : AGAIN, message(error));
    }
  });
  try {
    const back = unfinished.map((id) => /** @type {any} */ (reserved.get(id)));
    await release(env, lease, back);
    await appendWaiting(env, settings, Date.now(), { onlyFull: true });
  } catch (error) {
    // Leases end by themselves, and cron appends too.
    console.warn(`after a batch: ${message(error)}`);
  }
}

/**
 * When each run may begin, out of the turns that were taken at its origin; none if they are too far
 * away.
 *
 * @param {import("./runs.js").Held[]} held
 * @param {Map<string, number>} ends
 * @param {number} rate
 */
function turnsOf(held, ends, rate) {
  const each = Math.ceil(1000 / rate);
  /** @type {Map<string, number>} */
  const next = new Map(ends);
  for (const { origin, questions } of held)
    if (next.has(origin)) next.set(origin, (next.get(origin) ?? 0) - questions * each);
  return (/** @type {import("./runs.js").Held} */ { origin, questions }) => {
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
async function atATime(most, items, work) {
  const rest = items.values();
  const one = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, one));
}

/** @param {unknown} error */
const message = (error) => (error instanceof Error ? error.message : String(error));
