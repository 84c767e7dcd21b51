// A pool of workers that examine chunks of one record file. A worker answers in the order in which
// it receives chunks, so the order alone matches answers to chunks.

import { ProofmarkError } from "../wasm/error.js";
import { describe } from "../util/validate.js";

/**
 * The common interface of a Web Worker and a Node worker thread.
 *
 * @typedef {{
 *   postMessage(message: unknown, transfer: ArrayBuffer[]): void,
 *   onmessage: ((event: any) => void) | null,
 *   onerror: ((event: any) => void) | null,
 *   terminate(): unknown,
 * }} Thread
 */

/** The number of chunks per worker: one in progress, and one queued so that it never idles. */
const AHEAD = 2;

/**
 * @param {() => Thread | Promise<Thread>} startWorker
 * @param {number} count
 * @param {{ options: string, now: number, module?: WebAssembly.Module | undefined }} terms
 */
export async function createWorkerPool(startWorker, count, terms) {
  /** @type {Thread[]} */
  const threads = [];
  let failed = false;
  const one = async () => {
    const thread = checkThread(await startWorker());
    threads.push(thread);
    if (failed) thread.terminate();
    return createMember(thread);
  };
  /** @type {ReturnType<typeof createMember>[]} */
  let members;
  try {
    members = await Promise.all(Array.from({ length: count }, one));
  } catch (error) {
    failed = true;
    for (const thread of threads) thread.terminate();
    throw error;
  }
  for (const { thread } of members) thread.postMessage(terms, []);
  let next = 0;
  return {
    /** The maximum number of chunks in progress. */
    room: count * AHEAD,
    /**
     * Sends a chunk, whose buffer is transferred, to the next worker. Resolves to the worker's
     * facts.
     *
     * @param {Uint8Array<ArrayBuffer>} part
     * @returns {Promise<Uint8Array>}
     */
    examine(part) {
      const { thread, waiting, dead } = /** @type {ReturnType<typeof createMember>} */ (
        members[next]
      );
      next = (next + 1) % count;
      if (dead !== undefined) return Promise.reject(dead);
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        thread.postMessage(part, [part.buffer]);
      });
    },
    end() {
      for (const { thread } of members) thread.terminate();
    },
  };
}

/** Throws if the caller's `worker` function returned no worker. @param {Thread} thread */
function checkThread(thread) {
  const can = (/** @type {"postMessage" | "terminate"} */ name) =>
    typeof thread?.[name] === "function";
  if (can("postMessage") && can("terminate")) return thread;
  throw new ProofmarkError("host.worker", `worker: expected a worker, found ${describe(thread)}`);
}

/** @param {Thread} thread */
function createMember(thread) {
  /** @type {{ resolve: (facts: Uint8Array) => void, reject: (error: unknown) => void }[]} */
  const waiting = [];
  const one = {
    thread,
    waiting,
    /** The error that ended the worker. @type {ProofmarkError | undefined} */
    dead: undefined,
  };
  thread.onmessage = ({ data }) => {
    const first = waiting.shift();
    if (data instanceof Uint8Array) first?.resolve(data);
    else first?.reject(new ProofmarkError(data.code, data.message));
  };
  thread.onerror = (event) => {
    const message = `worker: failed: ${event.message ?? "an error"}`;
    const dead = new ProofmarkError("host.worker", message);
    Object.assign(one, { dead });
    for (const { reject } of waiting.splice(0)) reject(dead);
  };
  return one;
}
