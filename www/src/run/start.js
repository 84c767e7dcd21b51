// The first step of a run, taken for nothing: what is refused without asking anybody.

import { evaluateAll } from "proofmark";

import { refusedBy } from "../parts/refused.js";

/** @typedef {import("../parts/refused.js").Refused} Refused */

/**
 * Why one of `targets` cannot be asked at all. Each run ends when it has begun, before it asks. The
 * core has to be ready.
 *
 * @param {import("./plan.js").PlanTarget[]} targets
 * @param {Record<string, string>} headers
 * @param {import("./plan.js").Plan["options"]} options
 * @returns {Promise<Refused | undefined>}
 */
export async function refusedAtOnce(targets, headers, options) {
  try {
    for (const target of targets) {
      const controller = new AbortController();
      const { signal } = controller;
      const begun = evaluateAll([{ ...target, headers }], { ...options, signal });
      for await (const event of begun) {
        controller.abort();
        if (event.type === "refused") return refusedBy(event.error);
      }
    }
    return undefined;
  } catch (error) {
    return refusedBy(error);
  }
}
