// Verification away from the page: this worker reads the file and puts together what the workers on
// the other cores find, so that nothing of it is done where the page is drawn.

import { ready, verifyStream } from "proofmark";

import { chunks, onLines } from "../chunks.js";
import { answering } from "../parts/wire.js";

/** How often the page is told how far it is, in milliseconds. */
const OFTEN = 100;

/** @typedef {import("proofmark").VerifyOptions} VerifyOptions */
/** @typedef {import("proofmark").VerifyReport} VerifyReport */
/** @typedef {{ bytes: number, records: number, elapsed: number }} Far */

/** @type {AbortController | undefined} */
let under;

const worker = () => new Worker(new URL("proofmark/worker", import.meta.url), { type: "module" });

const api = {
  /**
   * @param {Blob} file
   * @param {VerifyOptions} options
   * @param {number} cores
   * @param {(far: Far) => void} tell
   * @returns {Promise<{ report: VerifyReport, elapsed: number } | undefined>}
   *   nothing if it was stopped
   */
  async verify(file, options, cores, tell) {
    under?.abort();
    const { signal } = (under = new AbortController());
    const began = performance.now();
    let told = began;
    try {
      await ready();
      const report = await verifyStream(chunks(await onLines(file)), {
        ...options,
        cores,
        worker,
        signal,
        onProgress(bytes, records) {
          const now = performance.now();
          if (now - told < OFTEN) return;
          told = now;
          tell({ bytes, records, elapsed: now - began });
        },
      });
      return { report, elapsed: performance.now() - began };
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  },
  stop() {
    under?.abort();
  },
};

/** @typedef {typeof api} Verifier */

answering(api);
