// The worker as it is, in a world that fails on request: D1 refuses, or carries out and then says
// that it did not; consumers die between two of its answers; every batch has two consumers at once;
// the time of those that never answer is up; the clock jumps. `POST /__faults` says what is to happen.

import worker from "../../../worker/src/index.js";

const faults = {
  /** Offset of the clock, in milliseconds. */
  clock: 0,
  /** Out of 1,000 batches of statements, how many of consumers are… */
  refused: 0,
  unsure: 0,
  deadly: 0,
  /** Number that may die. Each holds a lease until it expires, so a test without a limit never ends. */
  deaths: Infinity,
  /** True if D1 refuses every batch that writes. */
  down: false,
  /** True if each batch of messages goes to two consumers at once. */
  twins: false,
  /** When the time of a request to `/slow/…` is up, in milliseconds; that of all others is their budget. */
  slow: Infinity,
  /** Number of faults so far. */
  count: { refused: 0, unsure: 0, deadly: 0, down: 0, twins: 0 },
};

const now = Date.now;
Date.now = () => now.call(Date) + faults.clock;

const { fetch } = globalThis;
globalThis.fetch = async (input, init) => {
  if (faults.slow === Infinity || !/\/slow\//.test(String(input))) return fetch(input, init);
  const late = AbortSignal.timeout(faults.slow);
  const signals = init?.signal ? [init.signal, late] : [late];
  try {
    return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (!late.aborted) throw error;
    throw Object.assign(new Error("no head came"), { code: "UND_ERR_HEADERS_TIMEOUT" });
  }
};

/** Draws from 1 to 1,000, every time in the same order. */
let state = 1;
function chance() {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return ((state >>> 8) % 1_000) + 1;
}

class Dead extends Error {}

/** @param {any} db @param {{ dead: boolean, die(): void }} life */
function failing(db, life) {
  return new Proxy(db, {
    get(target, name) {
      if (name !== "batch") return target[name].bind(target);
      return async (/** @type {any[]} */ statements) => {
        if (life.dead) throw new Dead("dead");
        if (faults.down) {
          faults.count.down += 1;
          throw new Error("D1_ERROR: expected an answer, found none");
        }
        const roll = chance();
        if (roll <= faults.refused) {
          faults.count.refused += 1;
          throw new Error("D1_ERROR: refused");
        }
        if (roll > 1_000 - faults.deadly && faults.count.deadly < faults.deaths) {
          faults.count.deadly += 1;
          // Before, or after what it was about to write.
          if (roll % 2 === 0) await target.batch(statements);
          life.die();
          throw new Dead("dead");
        }
        const results = await target.batch(statements);
        if (roll <= faults.refused + faults.unsure) {
          faults.count.unsure += 1;
          throw new Error("D1_ERROR: lost the answer");
        }
        if (life.dead) throw new Dead("dead");
        return results;
      };
    },
  });
}

/** @param {any} batch @param {any} env */
function consume(batch, env) {
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
    if (new URL(request.url).pathname !== "/__faults") return worker.fetch(request, env);
    Object.assign(faults, await request.json());
    return Response.json(faults.count);
  },

  /** @param {any} event @param {any} env */
  scheduled(event, env) {
    const life = { dead: false, die() {} };
    return worker.scheduled(event, faults.down ? { ...env, DB: failing(env.DB, life) } : env);
  },

  /** @param {any} batch @param {any} env */
  async queue(batch, env) {
    if (!faults.twins) return consume(batch, env);
    faults.count.twins += 1;
    const [first] = await Promise.allSettled([consume(batch, env), consume(twin(batch), env)]);
    if (first.status === "rejected") throw first.reason;
  },
};
