// Verifying record files: at once, and as they come.

import { breath } from "./breath.js";
import { bytesIn, bytesOf, held, optionsOf, pieces, refusal, textOf } from "./given.js";
import { each } from "./source.js";
import { heeding } from "./stop.js";

/** @typedef {typeof import("./full.js").core | typeof import("./verify/full.js").core} Core */
/** @typedef {InstanceType<Core["Verifier"]>} Verifier */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("./crew.js").Hand} Hand */
/** @typedef {AbortSignal | null | undefined} Signal */

const encoder = new TextEncoder();

/** The fewest bytes of a part of a file. */
export const PART = 1 << 18;
/** Options of `verifyStream` that the core does not get. @type {Record<string, import("./given.js").Kind>} */
const OF_A_STREAM = {
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
 *   sharing?: ReturnType<typeof import("./shared-verification.js").createSharing>,
 * }} parts `bank` loads the public bank, if the core does not hold it; `sharing` verifies on several
 *   cores, if this host can
 */
export function createVerification(core, { bank, sharing }) {
  /** @type {Api["verify"]} */
  function verify(file, options) {
    const { verifier, bytes } = begin(file, options);
    try {
      for (const piece of pieces(bytes, PART)) verifier.push(piece);
      return JSON.parse(verifier.finish());
    } finally {
      verifier.free();
    }
  }

  /** The same, where the bank may have to be loaded. @type {typeof import("./verify/index.d.ts").verify} */
  async function verifyLoading(file, options) {
    const { verifier, bytes } = begin(file, options);
    try {
      for (const piece of pieces(bytes, PART)) await push(verifier, piece);
      return await finish(verifier);
    } finally {
      verifier.free();
    }
  }

  /** @param {string | Uint8Array} file @param {import("./index.d.ts").VerifyOptions | undefined} options */
  function begin(file, options) {
    const { now = Date.now(), ...rest } = optionsOf("verify", options, { now: "number" });
    const bytes = bytesOf(file, "file");
    return { verifier: new core.Verifier(textOf("verify options", rest), now), bytes };
  }

  /** Gives the core the public bank, if it waits for that. @param {Verifier} verifier @param {Signal} [signal] */
  async function supply(verifier, signal) {
    if (bank !== undefined && verifier.wants_bank()) {
      verifier.supply_bank(encoder.encode(await heeding(signal, bank)));
    }
  }

  /** @param {Verifier} verifier @param {Uint8Array} piece @param {Signal} [signal] */
  async function push(verifier, piece, signal) {
    await breath();
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
    const given = optionsOf("verifyStream", options, OF_A_STREAM);
    const { now = Date.now(), signal, onProgress, worker, cores, ...rest } = given;
    held("chunks", "items", chunks);
    if (sharing === undefined && (worker ?? cores) !== undefined) {
      const name = worker === undefined ? "cores" : "worker";
      throw refusal("option of verifyStream", "none of several cores", JSON.stringify(name));
    }
    const terms = { options: textOf("verifyStream options", rest), now };
    const verifier = new core.Verifier(terms.options, now);
    const tell = (/** @type {number} */ bytes) => onProgress?.(bytes, verifier.records());
    const how = { verifier, signal, tell };
    try {
      const stream = bytesIn(each(chunks, signal));
      const team = await sharing?.team({ worker, cores, terms });
      if (team === undefined) await alone(stream, how);
      else await team.verify(stream, { ...how, push });
      return await finish(verifier, signal);
    } finally {
      // Who breaks off leaves nothing behind in the core.
      verifier.free();
    }
  }

  /**
   * Verifies on this core.
   *
   * @param {AsyncIterable<Uint8Array>} chunks
   * @param {{ verifier: Verifier, signal: Signal, tell: (bytes: number) => void }} how
   */
  async function alone(chunks, { verifier, signal, tell }) {
    let done = 0;
    for await (const chunk of chunks) {
      for (const piece of pieces(chunk, PART)) await push(verifier, piece, signal);
      tell((done += chunk.length));
    }
  }

  return { verify, verifyLoading, verifyStream };
}
