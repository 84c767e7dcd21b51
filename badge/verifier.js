// Verifies record files, in a worker of the page or, where that can have none, on the page itself. It
// fetches nothing: the page hands over the wasm, and the public bank when that is asked for.

import { createCore } from "../pkg/core.js";
import { framed } from "../pkg/framed.js";
import { Verifier, __wbg_reset_state, initSync } from "../pkg/generated/verify.js";

/** @typedef {import("../pkg/index.d.ts").VerifyOptions} VerifyOptions */
/** @typedef {import("../pkg/index.d.ts").VerifyReport} VerifyReport */
/** @typedef {{ file: Uint8Array, options: VerifyOptions, now: number }} Request */

/** How much is verified before anything else gets its turn, in bytes. */
const PIECE = 1 << 15;

const encoder = new TextEncoder();

export const { core, ready } = createCore({ Verifier, __wbg_reset_state, initSync });

/**
 * Verifies a record file, once the core is ready.
 *
 * @param {Request} request
 * @param {() => Promise<string>} bank
 * @param {AbortSignal} signal
 * @returns {Promise<VerifyReport | null>} Null if there is nothing in the file.
 */
export async function verified({ file: bytes, options, now }, bank, signal) {
  const { file, single } = framed(bytes);
  if (file.length === 0) return null;
  // A record that is shown alone has no run around it that could be complete.
  const index = options.index ?? (single ? 0 : undefined);
  // JSON leaves undefined members out.
  const verifier = new core.Verifier(JSON.stringify({ ...options, index }), now);
  const supply = async () => {
    if (verifier.wants_bank()) verifier.supply_bank(encoder.encode(await bank()));
  };
  try {
    for (let at = 0; at < file.length; at += PIECE) {
      if (at > 0) await breath();
      signal.throwIfAborted();
      verifier.push(file.subarray(at, at + PIECE));
      await supply();
    }
    verifier.end();
    await supply();
  } catch (error) {
    verifier.free();
    throw error;
  }
  return JSON.parse(verifier.finish());
}

/** Lets messages arrive, and a page do what has come up meanwhile. */
const breath = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

/**
 * What the page sends: the wasm, once; a file to verify, when the one before is done; the bank, when
 * that is asked for; null to stop.
 *
 * @typedef {{ module: WebAssembly.Module } | Request | { bank: string } | null} Order
 */
/** @typedef {{ report: VerifyReport | null } | { error: string } | { wants: "bank" }} Answer */

/** Answers the orders of a page, each in its turn. @param {any} scope the worker's own */
function serve(scope) {
  const post = (/** @type {Answer} */ answer) => scope.postMessage(answer);
  let stopping = new AbortController();
  /** @type {(bank: string) => void} */
  let supply = () => {};
  const bank = () =>
    new Promise((/** @type {(bank: string) => void} */ resolve, reject) => {
      supply = resolve;
      stopping.signal.addEventListener("abort", reject);
      post({ wants: "bank" });
    });
  scope.onmessage = async (/** @type {{ data: Order }} */ { data: order }) => {
    if (order === null) return stopping.abort();
    if ("bank" in order) return supply(order.bank);
    try {
      if ("module" in order) await ready(order.module);
      else stopping = new AbortController();
      const { signal } = stopping;
      post({ report: "file" in order ? await verified(order, bank, signal) : null });
    } catch (error) {
      post({ error: /** @type {Error} */ (error).message ?? String(error) });
    }
  };
  // It listens.
  post({ report: null });
}

if ("WorkerGlobalScope" in globalThis) serve(globalThis);
