// Between a worker and the page: a refusal keeps its code on the way.

import * as Comlink from "comlink";

import { refusedBy } from "./refused.js";

/** @typedef {{ value: unknown } | { refused: import("./refused.js").Refused }} Answer */
/** @typedef {(...args: any[]) => unknown} Method */

/**
 * What a worker does, as answers.
 *
 * @template {Record<string, Method>} T
 * @param {T} methods
 */
export function answering(methods) {
  /** @type {Record<string, (...args: unknown[]) => Promise<Answer>>} */
  const told = {};
  for (const [name, method] of Object.entries(methods)) {
    told[name] = async (...args) => {
      try {
        return { value: await method(...args) };
      } catch (error) {
        return { refused: refusedBy(error) };
      }
    };
  }
  Comlink.expose(told);
}

/**
 * Methods, as they are asked from the other side.
 *
 * @template T
 * @typedef {{ [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never }} Asked
 */

/**
 * The worker's methods as they are there; what it refuses is thrown, with its code.
 *
 * @param {Worker} worker
 * @returns {Asked<Record<string, Method>>}
 */
export function asking(worker) {
  const remote = /** @type {any} */ (Comlink.wrap(worker));
  const made = new Proxy(
    {},
    {
      get: (_, name) =>
        name === "then"
          ? undefined
          : async (/** @type {unknown[]} */ ...args) => {
              /** @type {Answer} */
              const answer = await remote[name](...args);
              if ("refused" in answer) throw answer.refused;
              return answer.value;
            },
    },
  );
  return /** @type {any} */ (made);
}
