// Verifies record files, in a Web Worker or on the page. Fetches nothing: the page supplies the
// wasm, and the public bank on request.

import { toRecordFile } from "../pkg/verify/single-record.js";
import { throwVerifierError } from "../pkg/verify/verifier-error.js";
import { yieldToEventLoop } from "./slices.js";
import { Verifier, __wbg_reset_state, initSync } from "../pkg/generated/verify.js";

/** @typedef {import("../pkg/index.d.ts").VerifyOptions} VerifyOptions */
/** @typedef {import("../pkg/index.d.ts").VerifyReport} VerifyReport */
/** @typedef {{ file: Uint8Array, options: VerifyOptions, now: number }} Request */

/** The bytes to verify before yielding to other tasks. */
const PIECE = 1 << 15;

const encoder = new TextEncoder();

/** Starts the verifier. @param {WebAssembly.Module} module */
export const initialize = async (module) => void initSync({ module });

/**
 * Verifies a record file, once the core is ready.
 *
 * @param {Request} request
 * @param {() => Promise<string>} bank
 * @returns {Promise<VerifyReport | null>} Null if the file is empty.
 */
export async function verifyFile({ file: bytes, options, now }, bank) {
  const { file, single } = toRecordFile(bytes);
  if (file.length === 0) return null;
  // A single record is verified without its run.
  const index = options.index ?? (single ? 0 : undefined);
  try {
    // JSON omits undefined members.
    const verifier = new Verifier(JSON.stringify({ ...options, index }), now);
    throwVerifierError(verifier);
    const supply = async () => {
      if (!verifier.wants_bank()) return;
      verifier.supply_bank(encoder.encode(await bank()));
      throwVerifierError(verifier);
    };
    for (let at = 0; at < file.length; at += PIECE) {
      if (at > 0) await yieldToEventLoop();
      verifier.push(file.subarray(at, at + PIECE));
      await supply();
    }
    verifier.end();
    await supply();
    return JSON.parse(verifier.finish());
  } catch (error) {
    // A trap leaves the instance in an unknown state, and what failed otherwise takes memory of it.
    __wbg_reset_state();
    throw error;
  }
}

/**
 * A message of the page: the wasm, once; a file, after the previous one is done; the bank, on
 * request, or undefined if it did not load.
 *
 * @typedef {{ module: WebAssembly.Module } | Request | { bank: string | undefined }} Order
 */
/** @typedef {{ report: VerifyReport | null } | { error: string } | { wants: "bank" }} Answer */

/** Answers the page's messages in turn. @param {any} scope the worker's global scope */
function serve(scope) {
  const post = (/** @type {Answer} */ answer) => scope.postMessage(answer);
  /** @type {(bank: string | undefined) => void} */
  let supply = () => {};
  const bank = () =>
    new Promise((/** @type {(bank: string) => void} */ resolve, reject) => {
      supply = (bank) =>
        bank === undefined ? reject(new Error("the public bank did not load")) : resolve(bank);
      post({ wants: "bank" });
    });
  scope.onmessage = async (/** @type {{ data: Order }} */ { data: order }) => {
    if ("bank" in order) return supply(order.bank);
    try {
      const report =
        "file" in order ? await verifyFile(order, bank) : await initialize(order.module);
      post({ report: report ?? null });
    } catch (error) {
      post({ error: /** @type {Error} */ (error).message ?? String(error) });
    }
  };
  // Signal that the worker is listening.
  post({ report: null });
}

if ("WorkerGlobalScope" in globalThis) serve(globalThis);
