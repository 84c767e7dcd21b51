// The worker: cron creates runs and checkpoints, queue consumers ask questions, the API serves
// results.

import { processMessages } from "./runs/consumer.js";
import { createDueRuns, queueOpenRuns, deleteExpired } from "./runs/due.js";
import { listKeys } from "./published/keys.js";
import { appendWaiting } from "./published/log.js";
import { api } from "./api/operations.js";
import { WINDOW } from "./api/replay.js";
import { loadSettings } from "./settings.js";

/** @typedef {import("./settings.js").Env} Env */

const DEAD = /-dead$/;

export default {
  fetch: api.fetch,

  /** @param {unknown} _event @param {Env} env */
  async scheduled(_event, env) {
    const settings = loadSettings(env);
    const now = Date.now();
    // Repeat this every time: a worker of the previous deployment may have ended a key that is now
    // valid.
    await listKeys(env, settings.evaluatorName, now);
    // The tasks are independent. A failed one is repeated at the next cron.
    const made = createDueRuns(env, settings, now);
    const done = await Promise.allSettled([
      made,
      made.catch(() => {}).then(() => queueOpenRuns(env, settings, now)),
      appendWaiting(env, settings, now),
      deleteExpired(env, now, WINDOW),
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
    if (!DEAD.test(batch.queue)) return processMessages(batch, env);
    // The run is still open, so cron queues it again.
    for (const { body } of batch.messages) console.warn(`given up for now: ${body?.run}`);
    batch.ackAll();
  },
};
