// Verifying a record file on several cores: workers examine its parts, one verifier joins them.

import { createCrew } from "./crew.js";
import { pieces } from "./given.js";
import { createPool, parts } from "./parts.js";
import { heeding } from "./stop.js";
import { PART } from "./verification.js";

/** @typedef {typeof import("./full.js").core} Core */
/** @typedef {InstanceType<Core["Verifier"]>} Verifier */
/** @typedef {import("./crew.js").Hand} Hand */
/** @typedef {() => Hand | Promise<Hand>} Hire */
/** @typedef {{ options: string, now: number }} Terms */
/** @typedef {import("./verification.js").Signal} Signal */
/**
 * @typedef {{
 *   verifier: Verifier, signal: Signal, tell: (bytes: number) => void,
 *   push: (verifier: Verifier, piece: Uint8Array, signal: Signal) => Promise<void>,
 * }} How
 */

/** How many bytes of a file one core verifies before it starts others. */
const ALONE = 4 << 20;

/**
 * What a host has of its own accord: how it gets workers, and how many cores it has. Its entry says
 * so after it was made.
 *
 * @returns {{ hire: (() => Promise<Hand>) | undefined, cores: () => Promise<number> }}
 */
export const createWorkers = () => ({ hire: undefined, cores: async () => 1 });

/**
 * @param {Core} core
 * @param {ReturnType<typeof createWorkers>} own
 */
export function createSharing(core, own) {
  /**
   * Verifies on several cores, once a file is long enough.
   *
   * @param {AsyncIterable<Uint8Array>} chunks
   * @param {{ hire: Hire, most: number, terms: Terms }} team
   * @param {How} how
   */
  async function shared(chunks, { hire, most, terms }, { verifier, signal, tell, push }) {
    const pool = createPool();
    /** @type {ReturnType<typeof createCrew> | undefined} */
    let hired;
    /** What was given away, in order. @type {{ facts: Promise<Uint8Array>, bytes: number }[]} */
    const away = [];
    const take = async () => {
      const first = away.shift();
      if (first === undefined) return;
      const facts = await heeding(signal, () => first.facts);
      verifier.take(facts);
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
        // One that fails is heard of in its turn, also if an earlier one has failed before it.
        facts.catch(() => {});
        away.push({ facts, bytes });
        if (away.length >= crew.room) await take();
      }
      while (away.length > 0) await take();
    } finally {
      // Those that are still to come are sent away as they do.
      void hired?.then(
        (crew) => crew.end(),
        () => {},
      );
    }
  }

  return {
    /**
     * Several cores that verify together; `undefined` if there is one.
     *
     * @param {{ worker: unknown, cores: number | undefined, terms: Terms }} given
     */
    async team({ worker, cores, terms }) {
      const hire = /** @type {Hire | undefined} */ (worker) ?? own.hire;
      const most = hire === undefined ? 1 : (cores ?? (await own.cores()));
      if (hire === undefined || most === 1) return undefined;
      return {
        verify: (/** @type {AsyncIterable<Uint8Array>} */ chunks, /** @type {any} */ how) =>
          shared(chunks, { hire, most, terms }, how),
      };
    },
  };
}
