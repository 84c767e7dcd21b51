// Verifies record files: at once, and as a stream.

import { yieldToEventLoop } from "../util/yield-to-event-loop.js";
import {
  fileContents,
  toByteChunks,
  checkArgument,
  optionError,
  readOptions,
  sliceBytes,
  toJson,
} from "../util/validate.js";
import { iterateUntilAborted } from "../util/iterate.js";
import { throwOnAbort } from "../util/abort.js";
import { throwVerifierError } from "./verifier-error.js";

/** @typedef {typeof import("../entry/core/loader.js").core | typeof import("../entry/verify/loader.js").core} Core */
/** @typedef {InstanceType<Core["Verifier"]>} Verifier */
/** @typedef {typeof import("../index.d.ts")} Api */
/** @typedef {AbortSignal | null | undefined} Signal */

const encoder = new TextEncoder();

/** The minimum size of a part of a file, in bytes. */
export const PART = 1 << 18;
/**
 * Kinds of options of `verifyStream` that only the host uses.
 *
 * @type {Record<string, import("../util/validate.js").Kind>}
 */
const STREAM_KINDS = {
  now: "number",
  signal: "signal",
  onProgress: "function",
  worker: "function",
  cores: "places",
};
/**
 * @param {Core} core
 * @param {{
 *   bank?: () => Promise<string>,
 *   sharing?: ReturnType<typeof import("./parallel.js").createSharing>,
 * }} parts `bank` loads the public bank, if the core does not contain it; `sharing` verifies on
 *   several cores
 */
export function createVerification(core, { bank, sharing }) {
  /** @type {Api["verify"]} */
  async function verify(file, options) {
    const { now = Date.now(), ...rest } = readOptions("verify", options, { now: "number" });
    const bytes = fileContents(file, "file");
    const verifier = new core.Verifier(toJson("verify options", rest), now);
    try {
      throwVerifierError(verifier);
      for (const piece of sliceBytes(bytes, PART)) await push(verifier, piece);
      return await finish(verifier);
    } finally {
      verifier.free();
    }
  }

  /**
   * Supplies the public bank if the core waits for it.
   *
   * @param {Verifier} verifier
   * @param {Signal} [signal]
   */
  async function supply(verifier, signal) {
    if (bank !== undefined && verifier.wants_bank()) {
      verifier.supply_bank(encoder.encode(await throwOnAbort(signal, bank)));
      throwVerifierError(verifier);
    }
  }

  /** @param {Verifier} verifier @param {Uint8Array} piece @param {Signal} [signal] */
  async function push(verifier, piece, signal) {
    await yieldToEventLoop();
    signal?.throwIfAborted();
    verifier.push(piece);
    if (verifier.wants_bank()) await supply(verifier, signal);
  }

  /** @param {Verifier} verifier @param {Signal} [signal] */
  async function finish(verifier, signal) {
    verifier.end();
    await supply(verifier, signal);
    return JSON.parse(verifier.finish());
  }

  /** @type {Api["verifyStream"]} */
  async function verifyStream(chunks, options) {
    const given = readOptions("verifyStream", options, STREAM_KINDS);
    const { now = Date.now(), signal, onProgress, worker, cores, ...rest } = given;
    checkArgument("chunks", "items", chunks);
    if (sharing === undefined && (worker ?? cores) !== undefined) {
      const name = worker === undefined ? "cores" : "worker";
      throw optionError("option of verifyStream", "none of several cores", JSON.stringify(name));
    }
    const terms = { options: toJson("verifyStream options", rest), now };
    const verifier = new core.Verifier(terms.options, now);
    const tell = (/** @type {number} */ bytes) => onProgress?.(bytes, verifier.records());
    const how = { verifier, signal, tell };
    try {
      throwVerifierError(verifier);
      const stream = toByteChunks(iterateUntilAborted(chunks, signal));
      const pool = await sharing?.pool({ worker, cores, terms });
      if (pool === undefined) await verifyHere(stream, how);
      else await pool.verify(stream, { ...how, push });
      return await finish(verifier, signal);
    } finally {
      // Free the verifier even if the caller aborts.
      verifier.free();
    }
  }

  /**
   * Verifies on this thread.
   *
   * @param {AsyncIterable<Uint8Array>} chunks
   * @param {{ verifier: Verifier, signal: Signal, tell: (bytes: number) => void }} how
   */
  async function verifyHere(chunks, { verifier, signal, tell }) {
    let done = 0;
    for await (const chunk of chunks) {
      for (const piece of sliceBytes(chunk, PART)) await push(verifier, piece, signal);
      tell((done += chunk.length));
    }
  }

  return { verify, verifyStream };
}
