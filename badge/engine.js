// The verifier that all badges of a page share. It starts with the first badge. The public bank is
// loaded when a record first names it.

import { compileSource } from "../pkg/wasm/load.js";
import { withTimeout } from "./patience.js";
import { cacheResultsByKey } from "./share.js";
import { fetchBytes } from "./source.js";
import { UnreadableError } from "./unread.js";

/** @typedef {import("./verifier.js").Request} Request */
/** @typedef {import("./verifier.js").Order} Order */
/** @typedef {import("./verifier.js").Answer} Answer */
/** @typedef {Pick<typeof import("./verifier.js"), "initialize" | "verifyFile">} Engine */

/** Loads the wasm. Bundlers recognise exactly this expression. */
const loadWasm = () => compileSource(fetchBytes(new URL("./verify_bg.wasm", import.meta.url)));

/** Starts a Web Worker that verifies. @param {AbortSignal} signal @returns {Promise<Engine>} */
async function startWorker(signal) {
  const worker = new Worker(new URL("./verifier.js", import.meta.url), { type: "module" });
  let listening = false;
  signal.addEventListener("abort", () => listening || worker.terminate());
  /**
   * Returns the worker's next answer. Supplies `bank` if the worker asks for it.
   *
   * @param {() => Promise<string>} [bank]
   */
  const nextAnswer = (bank) =>
    new Promise((/** @type {(report: any) => void} */ resolve, reject) => {
      /** @type {unknown} */
      let failed;
      worker.onmessage = async (/** @type {{ data: Answer }} */ { data }) => {
        if ("report" in data) resolve(data.report);
        else if ("error" in data) reject(failed ?? new Error(data.error));
        else worker.postMessage({ bank: await bank?.().catch((error) => void (failed = error)) });
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
    });
  /** @param {Order} order @param {() => Promise<string>} [bank] */
  const send = (order, bank) => {
    worker.postMessage(order);
    return nextAnswer(bank);
  };
  await nextAnswer();
  listening = true;
  return {
    initialize: (module) => send({ module: /** @type {WebAssembly.Module} */ (module) }),
    verifyFile: send,
  };
}

/** Starts a worker, or verifies on the page if that fails. @returns {Promise<Engine>} */
const startVerifier = () =>
  withTimeout(startWorker).catch((error) => {
    if (error instanceof UnreadableError) throw error;
    return withTimeout(() => import("./verifier.js"));
  });

/**
 * Returns a function that runs `work` once, and again after a failure.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
function onceUntilFailure(work) {
  /** @type {Promise<T> | undefined} */
  let pending;
  return () =>
    (pending ??= work().catch((error) => {
      pending = undefined;
      throw error;
    }));
}

const getVerifier = onceUntilFailure(startVerifier);

const startVerify = onceUntilFailure(async () => {
  try {
    const [{ initialize: ready, verifyFile: verified }, module] = await Promise.all([
      getVerifier(),
      loadWasm(),
    ]);
    await ready(module);
    return verified;
  } catch (error) {
    throw toStartError(error);
  }
});

/**
 * Converts an error of starting the verifier to an `UnreadableError`.
 *
 * @param {any} error of the host, or of fetching the wasm
 */
function toStartError(error) {
  const { message, cause } = error;
  const forbidden = /unsafe-eval|content security policy|\bCSP\b|embedder/i;
  if (forbidden.test(String(cause?.message ?? ""))) return new UnreadableError("forbidden");
  const said = error instanceof UnreadableError ? "" : message;
  return new UnreadableError("verifier", { message: said }, { cause: error });
}

/**
 * The pending import of the public bank. It survives a timeout.
 *
 * @type {Promise<{ bank: string }> | undefined}
 */
let bankImport;

async function loadPublicBank() {
  const load = () => import("../pkg/badge/bank.js").finally(() => (bankImport = undefined));
  try {
    return (await (bankImport ??= withTimeout(load))).bank;
  } catch (cause) {
    throw new UnreadableError("bank", {}, { cause });
  }
}

/** The queue of checks. Files are verified one at a time, so that the first badges finish early. */
let queue = Promise.resolve();

/** Verifies a file, once for badges that ask for it within a minute. */
const verifyCached = cacheResultsByKey(60_000, async (/** @type {Request} */ request) => {
  const verify = await startVerify();
  const result = queue.then(() => verify(request, loadPublicBank));
  queue = result.then(
    () => {},
    () => {},
  );
  return result;
});

/** Verifies a record file without blocking the page. @param {Request} request */
export const verifyWithoutBlocking = async (request) =>
  verifyCached(await cacheKey(request), request);

/** Returns the key of a request, by content. Pages without TLS cannot compute digests. @param {Request} request */
async function cacheKey(request) {
  const file = /** @type {Uint8Array<ArrayBuffer>} */ (request.file);
  const digest = await globalThis.crypto?.subtle?.digest("SHA-256", file);
  return digest ? new Uint8Array(digest) + JSON.stringify(request.options) : request;
}
