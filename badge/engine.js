// The verifier that the badge uses: the smallest artefact, started when the first badge needs it.

import { createCore } from "../pkg/core.js";
import { Verifier, __wbg_reset_state, initSync } from "../pkg/generated/verify.js";

/** How much is verified before the page gets its turn, in bytes. */
const PIECE = 1 << 15;

/** Where the wasm is: beside the script. Bundlers know exactly this expression. */
const beside = () => new URL("./verify_bg.wasm", import.meta.url);

const { core, ready } = createCore(
  { Verifier, __wbg_reset_state, initSync },
  // The bytes are in no script: a page would load them twice.
  { url: beside, inline: () => Promise.reject(new Error("no other wasm")) },
);

/**
 * Verifies a record file without holding up the page.
 *
 * @param {Uint8Array} file
 * @param {import("../pkg/index.d.ts").VerifyOptions} options
 * @param {AbortSignal} signal
 * @returns {Promise<import("../pkg/index.d.ts").VerifyReport>}
 */
export async function verified(file, options, signal) {
  // A source that is named is not replaced by another, so that the error is the one that matters.
  await ready(beside());
  const { now = Date.now(), ...rest } = options;
  const verifier = new core.Verifier(JSON.stringify(rest), now);
  for (let at = 0; at < file.length; at += PIECE) {
    if (at > 0) await breath();
    signal.throwIfAborted();
    verifier.push(file.subarray(at, at + PIECE));
  }
  return JSON.parse(verifier.finish());
}

/** Lets the page do what has come up meanwhile. */
const breath = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
