// The worker with bindings and a clock that a test sets, and with injected faults: D1 refuses a batch,
// or commits it and loses the answer; consumers crash between two batches; every message goes to two
// consumers; requests to `/slow/…` time out early. `POST /__set` sets them.

import worker from "../../../worker/src/index.js";

const DEFAULTS = {
  /** Variables and secrets, in place of those of the instance. */
  bindings: {},
  /** True if visitors are limited as deployed. */
  limited: false,
  /** Offset of the clock, in milliseconds. */
  clock: 0,
  /** True if the database of consumers may fail. */
  faulty: false,
  /** The number of batches of which one is refused, one loses its answer, and one crashes its consumer. */
  outOf: Infinity,
  /** The number of consumers to crash. */
  crashes: 0,
  /** True if D1 refuses every batch that writes. */
  down: false,
  /** True if each batch of messages is delivered to two consumers at once. */
  duplicate: false,
  /** Timeout of a request to `/slow/…`, in milliseconds. */
  slow: Infinity,
};
const state = { ...DEFAULTS };
/** Number of faults so far. */
const count = { refused: 0, lostAnswers: 0, crashed: 0, down: 0, duplicated: 0 };
const NO_FAULTS = { ...count };
/** Number of batches of messages under way. */
let busy = 0;

const now = Date.now;
Date.now = () => now.call(Date) + state.clock;

const { fetch } = globalThis;
globalThis.fetch = async (input, init) => {
  if (state.slow === Infinity || !/\/slow\//.test(String(input))) return fetch(input, init);
  const late = AbortSignal.timeout(state.slow);
  const signals = init?.signal ? [init.signal, late] : [late];
  try {
    return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (!late.aborted) throw error;
    throw Object.assign(new Error("no head came"), { code: "UND_ERR_HEADERS_TIMEOUT" });
  }
};

/** @type {any} */
let current;
/** Returns the environment with the test's bindings: the same until they change. @param {any} env */
const withBindings = (env) =>
  (current ??= {
    ...env,
    ...state.bindings,
    FILE_LIMITER: state.limited ? env.FILE_LIMITER : undefined,
  });

/** @param {any} what */
function set({ reset, ...what }) {
  if (reset) {
    Object.assign(state, DEFAULTS);
    Object.assign(count, NO_FAULTS);
  }
  Object.assign(state, what);
  if (reset || what.bindings) current = undefined;
  return { ...count, busy };
}

/** Number of batches of statements. */
let batches = 0;

class Crash extends Error {}

/** @param {any} db @param {{ crashed: boolean, crash(): void }} job */
const failing = (db, job) => ({
  prepare: (/** @type {string} */ sql) => db.prepare(sql),
  async batch(/** @type {any[]} */ statements) {
    if (job.crashed) throw new Crash("crashed");
    if (state.down) {
      count.down += 1;
      throw new Error("D1_ERROR: expected an answer, found none");
    }
    const turn = ++batches % state.outOf;
    if (turn === 1 && state.outOf < Infinity) {
      count.refused += 1;
      throw new Error("D1_ERROR: refused");
    }
    if (turn === 2 && count.crashed < state.crashes) {
      count.crashed += 1;
      // Alternately before and after the write.
      if (count.crashed % 2 === 0) await db.batch(statements);
      job.crash();
      throw new Crash("crashed");
    }
    const results = await db.batch(statements);
    if (turn === 3 && state.outOf < Infinity) {
      count.lostAnswers += 1;
      throw new Error("D1_ERROR: lost the answer");
    }
    if (job.crashed) throw new Crash("crashed");
    return results;
  },
});

/** @param {any} batch @param {any} env @returns {Promise<void>} */
function consume(batch, env) {
  if (!state.faulty) return worker.queue(batch, env);
  return new Promise((resolve, reject) => {
    const job = {
      crashed: false,
      crash() {
        job.crashed = true;
        reject(new Crash("the consumer crashed"));
      },
    };
    worker.queue(batch, { ...env, DB: failing(env.DB, job) }).then(resolve, reject);
  });
}

/** Copies a batch of messages. Only the original is acknowledged. @param {any} batch */
const copyOf = ({ queue, messages }) => ({
  queue,
  ackAll() {},
  messages: messages.map((/** @type {any} */ { body }) => ({ body, ack() {}, retry() {} })),
});

export default {
  /** @param {Request} request @param {any} env */
  async fetch(request, env) {
    if (new URL(request.url).pathname !== "/__set") return worker.fetch(request, withBindings(env));
    return Response.json(set(await request.json()));
  },

  /** @param {any} event @param {any} env */
  scheduled(event, env) {
    const ours = withBindings(env);
    const job = { crashed: false, crash() {} };
    return worker.scheduled(event, state.down ? { ...ours, DB: failing(ours.DB, job) } : ours);
  },

  /** @param {any} batch @param {any} env */
  async queue(batch, env) {
    const ours = withBindings(env);
    busy += 1;
    try {
      if (!state.duplicate) return await consume(batch, ours);
      count.duplicated += 1;
      const [first] = await Promise.allSettled([
        consume(batch, ours),
        consume(copyOf(batch), ours),
      ]);
      if (first.status === "rejected") throw first.reason;
    } finally {
      busy -= 1;
    }
  },
};
