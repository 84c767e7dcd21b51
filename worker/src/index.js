// The worker: cron makes runs and checkpoints, the queue's consumers ask, the API answers.

import { consume } from "./consumer.js";
import { makeDue, sendOpen, sweep } from "./due.js";
import { listKeys } from "./keys.js";
import { appendWaiting } from "./log.js";
import { WINDOW } from "./replay.js";
import { route } from "./router.js";
import { settingsOf } from "./settings.js";

/** @typedef {import("./settings.js").Env} Env */

const DEAD = /-dead$/;

export default {
  /** @param {Request} request @param {Env} env */
  fetch: (request, env) => route(request, env),

  /** @param {unknown} _event @param {Env} env */
  async scheduled(_event, env) {
    const settings = settingsOf(env);
    const now = Date.now();
    // Each time: a worker of the deployment before may have ended what is valid now.
    await listKeys(env, settings.evaluatorName, now);
    // Each is done whatever becomes of the others; what failed is done the next time.
    const made = makeDue(env, settings, now);
    const done = await Promise.allSettled([
      made,
      made.catch(() => {}).then(() => sendOpen(env, settings, now)),
      appendWaiting(env, settings, now),
      sweep(env, now, WINDOW),
    ]);
    const failed = done.filter((result) => result.status === "rejected");
    if (failed.length > 0)
      throw new AggregateError(
        failed.map(({ reason }) => reason),
        "cron",
      );
  },

  /** @param {any} batch @param {Env} env */
  async queue(batch, env) {
    if (!DEAD.test(batch.queue)) return consume(batch, env);
    // Its run is still open, and cron puts it on the queue again.
    for (const { body } of batch.messages) console.warn(`given up for now: ${body?.run}`);
    batch.ackAll();
  },
};
