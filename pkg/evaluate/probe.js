// A probe: the event loop that finds out how to ask one endpoint.

import { createClock } from "../util/clock.js";
import { checkArgument, readOptions } from "../util/validate.js";
import { send, sleep } from "./loop.js";

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
    const probing = new core.Probe(options, core.fresh_seed());
    const { now } = createClock();
    try {
      for (;;) {
        signal?.throwIfAborted();
        const { type, ...step } = probing.next(now());
        if (type === "found") return step.findings;
        if (type === "send") await send(probing, step, { signal, fetch, now });
        else await sleep(step.until - now(), signal);
      }
    } finally {
      probing.free();
    }
  }

  /** @type {Api["explainCause"]} */
  const explainCause = (cause, endpoint) =>
    core.explain_cause(
      checkArgument("cause", "text", cause),
      endpoint === undefined ? undefined : checkArgument("endpoint", "text", endpoint),
    );

  return { probe, explainCause };
}
