// Asks the remaining questions of one run, and stores each record before the next question.

import { evaluateAll, recordId } from "proofmark";

import { recordFamily } from "../../../pkg/evaluate/family.js";
import { createBreaker } from "./breaker.js";
import { utcDay } from "./terms.js";

/** @typedef {import("../settings.js").Settings} Settings */
/** @typedef {import("./terms.js").Held} Held */

/** A run that cannot start because its target is refused. */
export class RefusedTarget extends Error {}

/**
 * @param {Held & { target: Record<string, any> }} run `target` has the secrets of its headers.
 * @param {object} with_
 * @param {Settings} with_.settings
 * @param {import("../published/keys.js").Key} with_.key
 * @param {import("./bank.js").Bank | null} with_.bank
 * @param {ReturnType<typeof import("./store.js").createStore>} with_.store
 * @param {boolean} with_.allowed True if the subject has enough attempts left today.
 * @param {number} with_.startAt The time of its turn at the origin.
 */
export async function askRun(run, { settings, key, bank, store, allowed, startAt }) {
  const { terms } = run;
  const breaker = createBreaker(run.breaker, settings);
  // An open run of a removed subject ends, so that it is published, but asks no more questions.
  const left = run.left_at === null ? undefined : "transport.off";
  const spent = allowed ? undefined : "quota.spent";
  let turn = startAt;
  const events = evaluateAll(
    [
      {
        .../** @type {any} */ (run.target),
        ...{
          families: terms.families,
          questions: terms.questions,
          policy: terms.policy,
          seed: run.seed,
        },
        ...(run.run_line === null ? {} : { resume: run.lines.map((line) => JSON.parse(line)) }),
      },
    ],
    {
      ...{ key: key.key, sign: settings.sign, log: null, concurrency: 1 },
      ...{ budget: settings.budget, retries: settings.retries, maxBody: settings.maxBody },
      ...(settings.ratePerOrigin > 0 ? { rate: settings.ratePerOrigin } : {}),
      ...(bank === null ? {} : { bank: bank.text, withhold: ["response", "expected"] }),
      allowPrivate: settings.allowPrivate,
      // Nobody watches. An agent that does not answer is a result.
      firstContact: "record",
      async admit() {
        const cause = left ?? breaker.closedTo(Date.now()) ?? spent;
        if (cause === undefined && turn > Date.now()) await sleep(turn - Date.now());
        turn = 0;
        return cause;
      },
    },
  );
  let position = run.lines.length;
  for await (const event of events) {
    switch (event.type) {
      case "run":
        // A version with other terms may have created the run.
        if (event.runId !== run.run_id)
          throw new RefusedTarget("run: its terms differ from those of this version");
        await store.put({ kind: "begin", run: run.run_id, line: event.line, did: key.did });
        break;
      case "record": {
        const { record, line } = event;
        const attempts = record.data.attempts.length;
        const now = Date.now();
        if (attempts > 0) breaker.note(event.opened ?? record, now);
        await store.put({
          ...{ kind: "record", run: run.run_id, position, id: recordId(line), line },
          family: recordFamily(record),
          idx: record.data.draw.index,
          // A question that was not asked counts as one attempt, because its record is stored too.
          ...{ day: utcDay(now), attempts: allowed ? Math.max(1, attempts) : 0 },
          ...record.data.usage,
        });
        position += 1;
        break;
      }
      case "close":
        await store.put({
          ...{ kind: "close", run: run.run_id, line: event.line, subject: run.subject },
          ...{ breaker: breaker.row(), now: Date.now() },
        });
        break;
      case "refused":
        throw new RefusedTarget(event.error.message);
    }
  }
}

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
