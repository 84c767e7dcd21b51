// Calls methods of a Web Worker. Errors keep their codes.

import * as Comlink from "comlink";

import { text } from "../text.js";
import { toErrorInfo } from "./error-info.js";

/** @typedef {{ value: unknown } | { refused: import("./error-info.js").ErrorInfo }} Answer */
/** @typedef {(...args: any[]) => unknown} Method */

/**
 * Exposes methods to the page. Called in a worker.
 *
 * @template {Record<string, Method>} T
 * @param {T} methods
 */
export function exposeMethods(methods) {
  /** @type {Record<string, (...args: unknown[]) => Promise<Answer>>} */
  const wrapped = {};
  for (const [name, method] of Object.entries(methods)) {
    wrapped[name] = async (...args) => {
      try {
        return { value: await method(...args) };
      } catch (error) {
        return { refused: toErrorInfo(error) };
      }
    };
  }
  Comlink.expose(wrapped);
}

/**
 * The methods as the page calls them.
 *
 * @template T
 * @typedef {{ [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never }} Remote
 */

/** @typedef {{ worker: Worker, remote: any, pending: Set<(refused: unknown) => void> }} Connection */

/**
 * Returns the methods of a worker, which throw its errors. Starts the worker on the first call, and
 * again after it failed or was ended. `endWorker` ends it and frees its memory; pending calls then
 * never settle.
 *
 * @param {() => Worker} start
 * @returns {Remote<Record<string, Method>> & { endWorker: () => void }}
 */
export function connectWorker(start) {
  /** @type {Connection | undefined} */
  let current;

  function connect() {
    const worker = start();
    /** @type {Connection} */
    const connection = { worker, remote: Comlink.wrap(worker), pending: new Set() };
    const onFailure = (/** @type {Event} */ event) => {
      if (current === connection) current = undefined;
      worker.terminate();
      for (const refuse of connection.pending) refuse(workerError(event));
    };
    worker.addEventListener("error", onFailure);
    worker.addEventListener("messageerror", onFailure);
    return connection;
  }

  /** @param {string | symbol} name @param {unknown[]} args */
  const call = (name, args) =>
    new Promise((resolve, reject) => {
      const { remote, pending } = (current ??= connect());
      pending.add(reject);
      remote[name](...args)
        .then((/** @type {Answer} */ answer) =>
          "refused" in answer ? reject(answer.refused) : resolve(answer.value),
        )
        .catch(reject)
        .finally(() => pending.delete(reject));
    });
  const endWorker = () => {
    current?.worker.terminate();
    current = undefined;
  };
  const proxy = new Proxy(
    { endWorker },
    {
      get: (own, name) =>
        name === "then"
          ? undefined
          : (Reflect.get(own, name) ?? ((/** @type {unknown[]} */ ...args) => call(name, args))),
    },
  );
  return /** @type {any} */ (proxy);
}

/** Describes a worker that failed; one that did not start gives no reason. @param {Event} event @returns {import("./error-info.js").ErrorInfo} */
const workerError = (event) => ({
  code: "host.worker",
  message: event instanceof ErrorEvent && event.message ? event.message : text.notLoaded,
});
