// The verifier that the badge uses: the smallest artefact, started when the first badge needs it,
// and the public bank, loaded when a record first names it.

import { createCore } from "../pkg/core.js";
import { Verifier, __wbg_reset_state, initSync } from "../pkg/generated/verify.js";
import { patiently } from "./patience.js";
import { fetched } from "./source.js";
import { Unread } from "./unread.js";

/** How much is verified before the page gets its turn, in bytes. */
const PIECE = 1 << 15;

const encoder = new TextEncoder();

/** The wasm: beside the script. Bundlers know exactly this expression. */
const url = () => fetched(new URL("./verify_bg.wasm", import.meta.url));
/** The wasm in a module, for bundlers that copied no file. */
const inline = async () =>
  (await patiently(() => import("../pkg/generated/verify_inline.js"))).bytes();

const { core, ready } = createCore({ Verifier, __wbg_reset_state, initSync }, { url, inline });

/** Starts the verifier. Badges that need it at the same time wait for it together. */
export const started = () =>
  ready().catch((/** @type {unknown} */ error) => {
    throw unstarted(error);
  });

/** Why the verifier did not start. @param {any} error of the host, or what came of fetching the wasm */
function unstarted(error) {
  const { message, cause } = error;
  const forbidden = /unsafe-eval|content security policy|\bCSP\b|embedder/i;
  if (forbidden.test(String(cause?.message ?? ""))) return new Unread("forbidden");
  const said = error instanceof Unread ? "" : message;
  return new Unread("verifier", { message: said }, { cause: error });
}

/** The public bank on its way, also where it was given up: it is waited for once. @type {Promise<{ bank: string }> | undefined} */
let coming;

function publicBank() {
  const load = () => import("../pkg/generated/bank.js").finally(() => (coming = undefined));
  return (coming ??= patiently(load));
}

/** Gives the verifier the public bank, if it waits for that. @param {Verifier} verifier */
async function supply(verifier) {
  if (!verifier.wants_bank()) return;
  const { bank } = await publicBank().catch((cause) => {
    throw new Unread("bank", {}, { cause });
  });
  verifier.supply_bank(encoder.encode(bank));
}

/**
 * Verifies a record file without holding up the page, once the verifier has started.
 *
 * @param {Uint8Array} file
 * @param {import("../pkg/index.d.ts").VerifyOptions} options
 * @param {AbortSignal} signal
 * @returns {Promise<import("../pkg/index.d.ts").VerifyReport>}
 */
export async function verified(file, options, signal) {
  // What is undefined was not asked for, and JSON leaves it out.
  const verifier = new core.Verifier(JSON.stringify(options), Date.now());
  try {
    for (let at = 0; at < file.length; at += PIECE) {
      if (at > 0) await breath();
      signal.throwIfAborted();
      verifier.push(file.subarray(at, at + PIECE));
      await supply(verifier);
    }
    verifier.end();
    await supply(verifier);
  } catch (error) {
    verifier.free();
    throw error;
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
