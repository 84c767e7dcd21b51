// An agent as a function from prompt to answer: the event loop around one endpoint.

import { createClock } from "../util/clock.js";
import { checkArgument, readOptions, toOptionsJson } from "../util/validate.js";
import { sendRequest, sleep } from "./loop.js";
import { undefinedOnAbort } from "../util/abort.js";

/** @typedef {import("../entry/core/api.js").Core} Core */
/** @typedef {typeof import("../index.d.ts")} Api */

/**
 * @param {Core} core
 * @param {import("./transport.js").Transport} hostFetch
 */
export function createAsk(core, hostFetch) {
  /** @type {Api["agent"]} */
  function agent(given) {
    const kinds = /** @type {const} */ ({ fetch: "function", headers: "plain" });
    const { fetch = hostFetch, ...options } = readOptions("agent", given, kinds);
    const json = toOptionsJson("agent", options);
    const make = () => new core.Ask(json, core.fresh_seed());
    // Create it now, so that invalid options throw immediately.
    let asking = make();
    let before = Promise.resolve();
    const clock = createClock();
    const { now } = clock;

    /** @param {string} prompt @param {AbortSignal | undefined} signal */
    async function exchangeOne(prompt, signal) {
      asking.begin(prompt);
      clock.set();
      while (!signal?.aborted) {
        const { type, ...step } = JSON.parse(asking.next(now()));
        if (type === "answer") return step;
        if (type === "send") await sendRequest(asking, step, { signal, fetch, now });
        else await sleep(step.until - now(), signal);
      }
      // Abandon the exchange, together with everything learned about the endpoint.
      asking.free();
      asking = make();
      return abortedAnswer();
    }

    return async (prompt, about) => {
      // `evaluate` and `runSuite` pass further members, such as the subject or the task's id.
      const { signal } = readOptions("ask", about, { signal: "signal" });
      checkArgument("prompt", "text", prompt);
      // An endpoint gets one prompt at a time. An aborted prompt that is still queued is never
      // sent.
      const turn = before;
      const answer = undefinedOnAbort(signal, () => turn).then(() =>
        signal?.aborted ? abortedAnswer() : exchangeOne(prompt, signal),
      );
      const done = answer.then(
        () => {},
        () => {},
      );
      before = turn.then(() => done);
      return answer;
    };
  }

  return { agent };
}

/** The answer to an aborted prompt. */
const abortedAnswer = () => ({ cause: "aborted", latencyMs: 0, attempts: 0 });
