// A probe: the event loop that finds out how to ask one endpoint.

import { createClock } from "../util/clock.js";
import { checkArgument, readOptions, toOptionsJson } from "../util/validate.js";
import { sendRequest, sleep } from "./loop.js";

/** @typedef {import("../entry/core/api.js").Core} Core */
/** @typedef {typeof import("../index.d.ts")} Api */

/**
 * @param {Core} core
 * @param {import("./transport.js").Transport} hostFetch
 */
export function createProbe(core, hostFetch) {
  /** @type {Api["probe"]} */
  async function probe(given) {
    const kinds = /** @type {const} */ ({ fetch: "function", headers: "plain", signal: "signal" });
    const { fetch = hostFetch, signal, ...options } = readOptions("probe", given, kinds);
    const probing = new core.Probe(toOptionsJson("probe", options), core.fresh_seed());
    const { now } = createClock();
    try {
      for (;;) {
        signal?.throwIfAborted();
        const { type, ...step } = JSON.parse(probing.next(now()));
        if (type === "found") return step.findings;
        if (type === "send") await sendRequest(probing, step, { signal, fetch, now });
        else await sleep(step.until - now(), signal);
      }
    } finally {
      probing.free();
    }
  }

  /** @type {Api["explainCause"]} */
  function explainCause(cause, endpoint) {
    checkArgument("cause", "text", cause);
    if (endpoint !== undefined) checkArgument("endpoint", "text", endpoint);
    return JSON.parse(core.explain_cause(cause, endpoint)) ?? undefined;
  }

  return { probe, explainCause };
}
