// Verifies record files: at once, as a stream, and on several cores.

import { breath } from "./breath.js";
import { createCrew } from "./crew.js";
import { bytesIn, bytesOf, held, optionsOf, pieces, textOf } from "./given.js";
import { createPool, parts } from "./parts.js";
import { each } from "./source.js";
import { heeding } from "./stop.js";

/** @typedef {typeof import("./full.js").core | typeof import("./verify/full.js").core} Core */
/** @typedef {InstanceType<Core["Verifier"]>} Verifier */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("./crew.js").Hand} Hand */
/** @typedef {AbortSignal | null | undefined} Signal */

const encoder = new TextEncoder();

/** The minimum size of a part of a file, in bytes. */
const PART = 1 << 18;
/**
 * Kinds of options of `verifyStream` that only the host uses.
 *
 * @type {Record<string, import("./given.js").Kind>}
 */
const OF_A_STREAM = {
  now: "number",
  signal: "signal",
  onProgress: "function",
  worker: "function",
  cores: "places",
};
/** The bytes to verify before starting workers is worthwhile. */
const ALONE = 4 << 20;

/**
 * Creates the worker support of a host: how to start workers, and the number of cores. The host's
 * entry point fills it in later.
 *
 * @returns {{ hire: (() => Promise<Hand>) | undefined, cores: () => Promise<number> }}
 */
export const createWorkers = () => ({ hire: undefined, cores: async () => 1 });

/**
 * @param {Core} core
 * @param {ReturnType<typeof createWorkers>} own
 * @param {() => Promise<string>} [bank] loads the public bank, if the core does not contain it
 */
export function createVerification(core, own, bank) {
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

  /** Like `verify`, but may load the bank. @type {typeof import("./verify/index.d.ts").verify} */
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

  /**
   * Supplies the public bank if the core waits for it.
   *
   * @param {Verifier} verifier
   * @param {Signal} [signal]
   */
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
    const terms = { options: textOf("verifyStream options", rest), now };
    const verifier = new core.Verifier(terms.options, now);
    const hire = /** @type {(() => Hand | Promise<Hand>) | undefined} */ (worker) ?? own.hire;
    const tell = (/** @type {number} */ bytes) => onProgress?.(bytes, verifier.records());
    try {
      const most = hire === undefined ? 1 : (cores ?? (await own.cores()));
      const stream = bytesIn(each(chunks, signal));
      if (hire === undefined || most === 1) await alone(stream, { verifier, signal, tell });
      else await shared(stream, { verifier, signal, tell, hire, most, terms });
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
  async function alone(chunks, { verifier, signal, tell }) {
    let done = 0;
    for await (const chunk of chunks) {
      for (const piece of pieces(chunk, PART)) await push(verifier, piece, signal);
      tell((done += chunk.length));
    }
  }

  /**
   * Verifies on several cores, once the file is large enough.
   *
   * @param {AsyncIterable<Uint8Array>} chunks
   * @param {{
   *   verifier: Verifier, signal: Signal, tell: (bytes: number) => void,
   *   hire: () => Hand | Promise<Hand>, most: number, terms: { options: string, now: number },
   * }} how
   */
  async function shared(chunks, { verifier, signal, tell, hire, most, terms }) {
    const pool = createPool();
    /** @type {ReturnType<typeof createCrew> | undefined} */
    let hired;
    /** The parts in progress, in order. @type {{ facts: Promise<Uint8Array>, bytes: number }[]} */
    const away = [];
    const take = async () => {
      const first = away.shift();
      if (first === undefined) return;
      const facts = await heeding(signal, () => first.facts);
      verifier.take(facts);
      await supply(verifier, signal);
      pool.put(/** @type {ArrayBuffer} */ (facts.buffer));
      tell(first.bytes);
    };
    try {
      for await (const { part, bytes } of parts(chunks, {
        least: PART,
        longest: core.max_line(),
        pool,
      })) {
        if (bytes <= ALONE) {
          for (const piece of pieces(part, PART)) await push(verifier, piece, signal);
          pool.put(part.buffer);
          tell(bytes);
          continue;
        }
        const crew = await heeding(signal, () => (hired ??= createCrew(hire, most, terms)));
        const facts = crew.examine(part);
        // A failure is reported in order, so it must not count as unhandled before.
        facts.catch(() => {});
        away.push({ facts, bytes });
        if (away.length >= crew.room) await take();
      }
      while (away.length > 0) await take();
    } finally {
      // Terminate the workers, also if they are still starting.
      void hired?.then(
        (crew) => crew.end(),
        () => {},
      );
    }
  }

  return { verify, verifyLoading, verifyStream };
}
