// The verifier that all badges of a page share. It starts with the first badge. The public bank is
// loaded when a record first names it.

import { located } from "../pkg/load.js";
import { patiently } from "./patience.js";
import { fetched } from "./source.js";
import { Unread } from "./unread.js";

/** @typedef {import("./verifier.js").Request} Request */
/** @typedef {import("./verifier.js").Order} Order */
/** @typedef {import("./verifier.js").Answer} Answer */
/** @typedef {Pick<typeof import("./verifier.js"), "ready" | "verified">} Engine */

/**
 * Loads the wasm, or a module with it for bundlers that did not copy the file. Bundlers recognise
 * exactly this expression.
 */
const wasm = () =>
  located({
    url: () => fetched(new URL("./verify_bg.wasm", import.meta.url)),
    inline: async () =>
      (await patiently(() => import("../pkg/generated/verify_inline.js"))).bytes(),
  });

/** Starts a Web Worker that verifies. @param {AbortSignal} signal @returns {Promise<Engine>} */
async function inWorker(signal) {
  const worker = new Worker(new URL("./verifier.js", import.meta.url), { type: "module" });
  let listening = false;
  signal.addEventListener("abort", () => listening || worker.terminate());
  /**
   * Returns the worker's next answer. Supplies `bank` if the worker asks for it.
   *
   * @param {() => Promise<string>} [bank]
   */
  const answered = (bank) =>
    new Promise((/** @type {(report: any) => void} */ resolve, reject) => {
      /** @type {unknown} */
      let failed;
      const supply = async () => worker.postMessage({ bank: await bank?.() });
      worker.onmessage = (/** @type {{ data: Answer }} */ { data }) => {
        if ("report" in data) resolve(data.report);
        else if ("error" in data) reject(failed ?? new Error(data.error));
        else
          supply().catch((error) => {
            failed = error;
            stop();
          });
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
    });
  const stop = () => worker.postMessage(null);
  await answered();
  listening = true;
  return {
    ready(module) {
      worker.postMessage({ module });
      return answered();
    },
    verified(request, bank, signal) {
      worker.postMessage(request);
      signal.addEventListener("abort", stop);
      return answered(bank).finally(() => signal.removeEventListener("abort", stop));
    },
  };
}

/** Starts a worker, or verifies on the page if that fails. @returns {Promise<Engine>} */
const hired = () =>
  patiently(inWorker).catch((error) => {
    if (error instanceof Unread) throw error;
    return patiently(() => import("./verifier.js"));
  });

/**
 * Returns a function that runs `work` once, and again after a failure.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
function once(work) {
  /** @type {Promise<T> | undefined} */
  let under;
  return () =>
    (under ??= work().catch((error) => {
      under = undefined;
      throw error;
    }));
}

const engine = once(hired);

const started = once(async () => {
  try {
    const [{ ready, verified }, module] = await Promise.all([engine(), wasm()]);
    await ready(module);
    return verified;
  } catch (error) {
    throw unstarted(error);
  }
});

/**
 * Converts a failure to start the verifier.
 *
 * @param {any} error of the host, or of fetching the wasm
 */
function unstarted(error) {
  const { message, cause } = error;
  const forbidden = /unsafe-eval|content security policy|\bCSP\b|embedder/i;
  if (forbidden.test(String(cause?.message ?? ""))) return new Unread("forbidden");
  const said = error instanceof Unread ? "" : message;
  return new Unread("verifier", { message: said }, { cause: error });
}

/**
 * The pending import of the public bank. It survives a timeout.
 *
 * @type {Promise<{ bank: string }> | undefined}
 */
let coming;

async function bank() {
  const load = () => import("../pkg/generated/bank.js").finally(() => (coming = undefined));
  try {
    return (await (coming ??= patiently(load))).bank;
  } catch (cause) {
    throw new Unread("bank", {}, { cause });
  }
}

/** The queue of checks. Files are verified one at a time, so that the first badges finish early. */
let turn = Promise.resolve();

/**
 * Verifies a record file without blocking the page.
 *
 * @param {Request} request
 * @param {AbortSignal} signal
 */
export async function verified(request, signal) {
  const verify = await started();
  const mine = turn.then(() => {
    signal.throwIfAborted();
    return verify(request, bank, signal);
  });
  turn = mine.then(
    () => {},
    () => {},
  );
  return mine;
}
