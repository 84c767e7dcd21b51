// The worker with bindings and a clock that a test sets, and faults on request: D1 refuses, or
// carries out a batch and loses the answer; consumers die between two batches; every message goes
// to two consumers; requests to `/slow/…` time out early. `POST /__set` sets them.

import worker from "../../../worker/src/index.js";

const CALM = {
  /** Variables and secrets, in place of those of the instance. */
  bindings: {},
  /** True if visitors are limited as deployed. */
  limited: false,
  /** Offset of the clock, in milliseconds. */
  clock: 0,
  /** True if the database of consumers may fail. */
  faulty: false,
  /** The number of batches of which one is refused, one loses its answer, and one ends its consumer. */
  outOf: Infinity,
  /** The number of consumers to end. */
  deaths: 0,
  /** True if D1 refuses every batch that writes. */
  down: false,
  /** True if each batch of messages goes to two consumers at once. */
  twins: false,
  /** Timeout of a request to `/slow/…`, in milliseconds. */
  slow: Infinity,
};
const state = { ...CALM };
/** Number of faults so far. */
const count = { refused: 0, unsure: 0, deadly: 0, down: 0, twins: 0 };
const NONE = { ...count };
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
const own = (env) =>
  (current ??= {
    ...env,
    ...state.bindings,
    FILE_LIMITER: state.limited ? env.FILE_LIMITER : undefined,
  });

/** @param {any} what */
function set({ reset, ...what }) {
  if (reset) {
    Object.assign(state, CALM);
    Object.assign(count, NONE);
  }
  Object.assign(state, what);
  if (reset || what.bindings) current = undefined;
  return { ...count, busy };
}

/** Number of batches of statements. */
let batches = 0;

class Dead extends Error {}

/** @param {any} db @param {{ dead: boolean, die(): void }} life */
const failing = (db, life) => ({
  prepare: (/** @type {string} */ sql) => db.prepare(sql),
  async batch(/** @type {any[]} */ statements) {
    if (life.dead) throw new Dead("dead");
    if (state.down) {
      count.down += 1;
      throw new Error("D1_ERROR: expected an answer, found none");
    }
    const turn = ++batches % state.outOf;
    if (turn === 1 && state.outOf < Infinity) {
      count.refused += 1;
      throw new Error("D1_ERROR: refused");
    }
    if (turn === 2 && count.deadly < state.deaths) {
      count.deadly += 1;
      // Before, or after what it was about to write.
      if (count.deadly % 2 === 0) await db.batch(statements);
      life.die();
      throw new Dead("dead");
    }
    const results = await db.batch(statements);
    if (turn === 3 && state.outOf < Infinity) {
      count.unsure += 1;
      throw new Error("D1_ERROR: lost the answer");
    }
    if (life.dead) throw new Dead("dead");
    return results;
  },
});

/** @param {any} batch @param {any} env @returns {Promise<void>} */
function consume(batch, env) {
  if (!state.faulty) return worker.queue(batch, env);
  return new Promise((resolve, reject) => {
    const life = {
      dead: false,
      die() {
        life.dead = true;
        reject(new Dead("the consumer died"));
      },
    };
    worker.queue(batch, { ...env, DB: failing(env.DB, life) }).then(resolve, reject);
  });
}

/** Copies messages, which another consumer answers for. @param {any} batch */
const twin = ({ queue, messages }) => ({
  queue,
  ackAll() {},
  messages: messages.map((/** @type {any} */ { body }) => ({ body, ack() {}, retry() {} })),
});

export default {
  /** @param {Request} request @param {any} env */
  async fetch(request, env) {
    if (new URL(request.url).pathname !== "/__set") return worker.fetch(request, own(env));
    return Response.json(set(await request.json()));
  },

  /** @param {any} event @param {any} env */
  scheduled(event, env) {
    const ours = own(env);
    const life = { dead: false, die() {} };
    return worker.scheduled(event, state.down ? { ...ours, DB: failing(ours.DB, life) } : ours);
  },

  /** @param {any} batch @param {any} env */
  async queue(batch, env) {
    const ours = own(env);
    busy += 1;
    try {
      if (!state.twins) return await consume(batch, ours);
      count.twins += 1;
      const [first] = await Promise.allSettled([consume(batch, ours), consume(twin(batch), ours)]);
      if (first.status === "rejected") throw first.reason;
    } finally {
      busy -= 1;
    }
  },
};
