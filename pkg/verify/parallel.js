// Verifies a record file on several cores: workers examine its parts, and one verifier joins them.

import { createWorkerPool } from "./worker-pool.js";
import { sliceBytes } from "../util/validate.js";
import { createPool, lineChunks } from "./line-chunks.js";
import { throwOnAbort } from "../util/abort.js";
import { PART } from "./verify.js";

/** @typedef {typeof import("../entry/core/loader.js").core} Core */
/** @typedef {import("./verify.js").Signal} Signal */
/** @typedef {import("./worker-pool.js").Thread} Thread */
/** @typedef {() => Thread | Promise<Thread>} StartWorker */
/** @typedef {{ options: string, now: number }} Terms */
/**
 * @typedef {{
 *   verifier: any, signal: Signal, tell: (bytes: number) => void,
 *   push: (verifier: any, piece: Uint8Array, signal: Signal) => Promise<void>,
 * }} How
 */

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
 */
export function createSharing(core, host) {
  /**
   * Verifies on several cores, once the file is large enough.
   *
   * @param {AsyncIterable<Uint8Array>} chunks
   * @param {{ startWorker: StartWorker, most: number, terms: Terms }} pool
   * @param {How} how
   */
  async function verifyInPool(chunks, { startWorker, most, terms }, how) {
    const { verifier, signal, tell, push } = how;
    const buffers = createPool();
    /** @type {ReturnType<typeof createWorkerPool> | undefined} */
    let starting;
    /** The parts in progress, in order. @type {{ facts: Promise<Uint8Array>, bytes: number }[]} */
    const inProgress = [];
    const take = async () => {
      const first = inProgress.shift();
      if (first === undefined) return;
      const facts = await throwOnAbort(signal, () => first.facts);
      verifier.add_part(facts);
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
          for (const piece of sliceBytes(part, PART)) await push(verifier, piece, signal);
          buffers.put(part.buffer);
          tell(bytes);
          continue;
        }
        const workers = await throwOnAbort(
          signal,
          () =>
            (starting ??= createWorkerPool(startWorker, most, { ...terms, module: core.module })),
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

  /**
   * Returns a pool of workers, or `undefined` to verify on one core.
   *
   * @param {{ worker: unknown, cores: number | undefined, terms: Terms }} given
   */
  async function pool({ worker, cores, terms }) {
    const startWorker = /** @type {StartWorker | undefined} */ (worker) ?? host.startWorker;
    const most = startWorker === undefined ? 1 : (cores ?? (await host.cores()));
    if (startWorker === undefined || most === 1) return undefined;
    const team = { startWorker, most, terms };
    return {
      verify: (/** @type {AsyncIterable<Uint8Array>} */ chunks, /** @type {How} */ how) =>
        verifyInPool(chunks, team, how),
    };
  }

  return { pool };
}
