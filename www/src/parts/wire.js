// Between a worker and the page: a refusal keeps its code on the way.

import * as Comlink from "comlink";

import { text } from "../text.js";
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

/** @typedef {{ remote: any, waiting: Set<(refused: unknown) => void> }} Live */

/**
 * The worker's methods as they are there; what it refuses is thrown, with its code. The worker is
 * started when it is first asked, and again after one that did not start or broke: that one answers
 * nothing more.
 *
 * @param {() => Worker} start
 * @returns {Asked<Record<string, Method>>}
 */
export function asking(start) {
  /** @type {Live | undefined} */
  let live;

  function begin() {
    const worker = start();
    /** @type {Live} */
    const begun = { remote: Comlink.wrap(worker), waiting: new Set() };
    const broke = (/** @type {Event} */ event) => {
      if (live === begun) live = undefined;
      worker.terminate();
      for (const refuse of begun.waiting) refuse(brokenBy(event));
    };
    worker.addEventListener("error", broke);
    worker.addEventListener("messageerror", broke);
    return begun;
  }

  /** @param {string | symbol} name @param {unknown[]} args */
  const ask = (name, args) =>
    new Promise((resolve, reject) => {
      const { remote, waiting } = (live ??= begin());
      waiting.add(reject);
      remote[name](...args)
        .then((/** @type {Answer} */ answer) =>
          "refused" in answer ? reject(answer.refused) : resolve(answer.value),
        )
        .catch(reject)
        .finally(() => waiting.delete(reject));
    });
  const made = new Proxy(
    {},
    {
      get: (_, name) =>
        name === "then" ? undefined : (/** @type {unknown[]} */ ...args) => ask(name, args),
    },
  );
  return /** @type {any} */ (made);
}

/** One that did not start says nothing of why. @param {Event} event @returns {import("./refused.js").Refused} */
const brokenBy = (event) => ({
  code: "host.worker",
  message: event instanceof ErrorEvent && event.message ? event.message : text.notLoaded,
});
