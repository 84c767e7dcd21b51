// A pool of workers that examine chunks of one record file. A worker answers in the order in which
// it receives chunks, so the order alone matches answers to chunks.

import { ProofmarkError } from "./error.js";
import { found } from "./given.js";

/**
 * The common interface of a Web Worker and a Node worker thread.
 *
 * @typedef {{
 *   postMessage(message: unknown, transfer: ArrayBuffer[]): void,
 *   onmessage: ((event: any) => void) | null,
 *   onerror: ((event: any) => void) | null,
 *   terminate(): unknown,
 * }} Hand
 */

/** The number of chunks per worker: one in progress, and one queued so that it never idles. */
const AHEAD = 2;

/**
 * @param {() => Hand | Promise<Hand>} hire
 * @param {number} count
 * @param {{ options: string, now: number }} terms
 */
export async function createCrew(hire, count, terms) {
  /** @type {Hand[]} */
  const hands = [];
  let failed = false;
  const one = async () => {
    const hand = hired(await hire());
    hands.push(hand);
    if (failed) hand.terminate();
    return member(hand);
  };
  /** @type {ReturnType<typeof member>[]} */
  let crew;
  try {
    crew = await Promise.all(Array.from({ length: count }, one));
  } catch (error) {
    failed = true;
    for (const hand of hands) hand.terminate();
    throw error;
  }
  for (const { hand } of crew) hand.postMessage(terms, []);
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
      const { hand, waiting, dead } = /** @type {ReturnType<typeof member>} */ (crew[next]);
      next = (next + 1) % count;
      if (dead !== undefined) return Promise.reject(dead);
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        hand.postMessage(part, [part.buffer]);
      });
    },
    end() {
      for (const { hand } of crew) hand.terminate();
    },
  };
}

/** Throws if the caller's `worker` function returned no worker. @param {Hand} hand */
function hired(hand) {
  const can = (/** @type {"postMessage" | "terminate"} */ name) =>
    typeof hand?.[name] === "function";
  if (can("postMessage") && can("terminate")) return hand;
  throw new ProofmarkError("host.worker", `worker: expected a worker, found ${found(hand)}`);
}

/** @param {Hand} hand */
function member(hand) {
  /** @type {{ resolve: (facts: Uint8Array) => void, reject: (error: unknown) => void }[]} */
  const waiting = [];
  const one = {
    hand,
    waiting,
    /** The error that ended the worker. @type {ProofmarkError | undefined} */
    dead: undefined,
  };
  hand.onmessage = ({ data }) => {
    const first = waiting.shift();
    if (data instanceof Uint8Array) first?.resolve(data);
    else first?.reject(new ProofmarkError(data.code, data.message));
  };
  hand.onerror = (event) => {
    const message = `worker: expected a worker that starts and runs, found ${event.message ?? "an error"}`;
    const dead = new ProofmarkError("host.worker", message);
    Object.assign(one, { dead });
    for (const { reject } of waiting.splice(0)) reject(dead);
  };
  return one;
}
