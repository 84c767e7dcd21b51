// The worker with a clock that can be set, and counts of its queries and of the rows that they read
// and write. `POST /__faults` sets the clock, and returns the counts so far.

import worker from "../../../worker/src/index.js";

const count = { queries: 0, read: 0, written: 0 };
let clock = 0;
const now = Date.now;
Date.now = () => now.call(Date) + clock;

/** @param {{ meta: any }} result */
function note({ meta }) {
  count.queries += 1;
  count.read += meta.rows_read;
  count.written += meta.rows_written;
}

/** @param {any} native @returns {any} */
function statement(native) {
  const all = async () => {
    const result = await native.all();
    note(result);
    return result;
  };
  return {
    ...{ native, all, run: all },
    bind: (/** @type {unknown[]} */ ...values) => statement(native.bind(...values)),
    first: async () => (await all()).results[0] ?? null,
  };
}

/** @type {WeakMap<object, any>} */
const known = new WeakMap();

/** Returns an environment whose database is counted. @param {any} env */
function counted(env) {
  const before = known.get(env);
  if (before !== undefined) return before;
  const DB = {
    prepare: (/** @type {string} */ sql) => statement(env.DB.prepare(sql)),
    async batch(/** @type {any[]} */ statements) {
      const results = await env.DB.batch(statements.map(({ native }) => native));
      results.forEach(note);
      return results;
    },
  };
  const wrapped = { ...env, DB };
  known.set(env, wrapped);
  return wrapped;
}

export default {
  /** @param {Request} request @param {any} env @param {any} context */
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== "/__faults")
      return worker.fetch(request, counted(env), context);
    ({ clock = clock } = /** @type {any} */ (await request.json()));
    return Response.json(count);
  },

  /** @param {any} event @param {any} env */
  scheduled: (event, env) => worker.scheduled(event, counted(env)),

  /** @param {any} batch @param {any} env */
  queue: (batch, env) => worker.queue(batch, counted(env)),
};
