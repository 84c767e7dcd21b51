// Verifies record files: at once, as a stream, and on several cores.

import { yieldToEventLoop } from "./breath.js";
import { createWorkerPool } from "./crew.js";
import { bytesOf, bytesOfChunks, checkArgument, readOptions, slices, toJson } from "./given.js";
import { createPool, lineChunks } from "./parts.js";
import { iterateUntilAborted } from "./source.js";
import { throwOnAbort } from "./stop.js";

/** @typedef {typeof import("./full.js").core | typeof import("./verify/full.js").core} Core */
/** @typedef {InstanceType<Core["Verifier"]>} Verifier */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("./crew.js").Thread} Thread */
/** @typedef {AbortSignal | null | undefined} Signal */

const encoder = new TextEncoder();

/** The minimum size of a part of a file, in bytes. */
const PART = 1 << 18;
/**
 * Kinds of options of `verifyStream` that only the host uses.
 *
 * @type {Record<string, import("./given.js").Kind>}
 */
const STREAM_KINDS = {
  now: "number",
  signal: "signal",
  onProgress: "function",
  worker: "function",
  cores: "places",
};
/** The bytes to verify before starting workers is worthwhile. */
const POOL_FROM = 4 << 20;

/**
 * Creates the worker support of a host: how to start workers, and the number of cores. The host's
 * entry point fills it in later.
 *
 * @returns {{ startWorker: (() => Promise<Thread>) | undefined, cores: () => Promise<number> }}
 */
export const createWorkers = () => ({ startWorker: undefined, cores: async () => 1 });

/**
 * @param {Core} core
 * @param {ReturnType<typeof createWorkers>} host
 * @param {() => Promise<string>} [bank] loads the public bank, if the core does not contain it
 */
export function createVerification(core, host, bank) {
  /** @type {Api["verify"]} */
  function verify(file, options) {
    const { verifier, bytes } = begin(file, options);
    try {
      for (const piece of slices(bytes, PART)) verifier.push(piece);
      return JSON.parse(verifier.finish());
    } finally {
      verifier.free();
    }
  }

  /** Like `verify`, but may load the bank. @type {typeof import("./verify/index.d.ts").verify} */
  async function verifyLoading(file, options) {
    const { verifier, bytes } = begin(file, options);
    try {
      for (const piece of slices(bytes, PART)) await push(verifier, piece);
      return await finish(verifier);
    } finally {
      verifier.free();
    }
  }

  /** @param {string | Uint8Array} file @param {import("./index.d.ts").VerifyOptions | undefined} options */
  function begin(file, options) {
    const { now = Date.now(), ...rest } = readOptions("verify", options, { now: "number" });
    const bytes = bytesOf(file, "file");
    return { verifier: new core.Verifier(toJson("verify options", rest), now), bytes };
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
    const terms = { options: toJson("verifyStream options", rest), now };
    const verifier = new core.Verifier(terms.options, now);
    const startWorker =
      /** @type {(() => Thread | Promise<Thread>) | undefined} */ (worker) ?? host.startWorker;
    const tell = (/** @type {number} */ bytes) => onProgress?.(bytes, verifier.records());
    try {
      const most = startWorker === undefined ? 1 : (cores ?? (await host.cores()));
      const stream = bytesOfChunks(iterateUntilAborted(chunks, signal));
      if (startWorker === undefined || most === 1)
        await verifyHere(stream, { verifier, signal, tell });
      else await verifyInPool(stream, { verifier, signal, tell, startWorker, most, terms });
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
      for (const piece of slices(chunk, PART)) await push(verifier, piece, signal);
      tell((done += chunk.length));
    }
  }

  /**
   * Verifies on several cores, once the file is large enough.
   *
   * @param {AsyncIterable<Uint8Array>} chunks
   * @param {{
   *   verifier: Verifier, signal: Signal, tell: (bytes: number) => void,
   *   startWorker: () => Thread | Promise<Thread>, most: number, terms: { options: string, now: number },
   * }} how
   */
  async function verifyInPool(chunks, { verifier, signal, tell, startWorker, most, terms }) {
    const buffers = createPool();
    /** @type {ReturnType<typeof createWorkerPool> | undefined} */
    let starting;
    /** The parts in progress, in order. @type {{ facts: Promise<Uint8Array>, bytes: number }[]} */
    const inProgress = [];
    const take = async () => {
      const first = inProgress.shift();
      if (first === undefined) return;
      const facts = await throwOnAbort(signal, () => first.facts);
      verifier.take(facts);
      await supply(verifier, signal);
      buffers.put(/** @type {ArrayBuffer} */ (facts.buffer));
      tell(first.bytes);
    };
    try {
      for await (const { part, bytes } of lineChunks(chunks, {
        least: PART,
        longest: core.max_line(),
        pool: buffers,
      })) {
        if (bytes <= POOL_FROM) {
          for (const piece of slices(part, PART)) await push(verifier, piece, signal);
          buffers.put(part.buffer);
          tell(bytes);
          continue;
        }
        const workers = await throwOnAbort(
          signal,
          () => (starting ??= createWorkerPool(startWorker, most, terms)),
        );
        const facts = workers.examine(part);
        // A failure is reported in order, so it must not count as unhandled before.
        facts.catch(() => {});
        inProgress.push({ facts, bytes });
        if (inProgress.length >= workers.room) await take();
      }
      while (inProgress.length > 0) await take();
    } finally {
      // Terminate the workers, also if they are still starting.
      void starting?.then(
        (workers) => workers.end(),
        () => {},
      );
    }
  }

  return { verify, verifyLoading, verifyStream };
}
