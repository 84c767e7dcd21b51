// Checks a run before anything is asked.

import { evaluateAll } from "proofmark";

import { toErrorInfo } from "../parts/error-info.js";

/** @typedef {import("../parts/error-info.js").ErrorInfo} ErrorInfo */

/**
 * Returns the error of the first target that cannot be asked. Starts each run and stops it before
 * its first request. The core must be ready.
 *
 * @param {import("./plan.js").PlanTarget[]} targets
 * @param {Record<string, string>} headers
 * @param {import("./plan.js").Plan["options"]} options
 * @returns {Promise<ErrorInfo | undefined>}
 */
export async function findTargetError(targets, headers, options) {
  try {
    for (const target of targets) {
      const controller = new AbortController();
      const { signal } = controller;
      const begun = evaluateAll([{ ...target, headers }], { ...options, signal });
      for await (const event of begun) {
        controller.abort();
        if (event.type === "refused") return toErrorInfo(event.error);
      }
    }
    return undefined;
  } catch (error) {
    return toErrorInfo(error);
  }
}
