// Verifying record files: at once, as they come, and on several cores.

import { createCrew } from "./crew.js";
import { ProofmarkError } from "./error.js";
import { createPool, parts } from "./parts.js";

/** @typedef {typeof import("./full.js").core} Core */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("./crew.js").Hand} Hand */

const encoder = new TextEncoder();

/** What a part of a file has at least, in bytes. */
const PART = 1 << 18;
/** How much of a file is read before it is worth while to call for other cores. */
const ALONE = 4 << 20;

/** What this host has of its own accord: set by its entry. */
const own = {
  /** @type {(() => Promise<Hand>) | undefined} */
  hire: undefined,
  cores: async () => 1,
};

/**
 * Says how this host gets workers, and how many cores it has.
 *
 * @param {() => Promise<Hand>} hire
 * @param {() => Promise<number>} cores
 */
export function setWorkers(hire, cores) {
  Object.assign(own, { hire, cores });
}

/** @param {Core} core */
export function createVerification(core) {
  /** @type {Api["verify"]} */
  function verify(file, options = {}) {
    const { now = Date.now(), ...rest } = options;
    const verifier = new core.Verifier(JSON.stringify(rest), now);
    const bytes = typeof file === "string" ? encoder.encode(file) : file;
    for (let at = 0; at < bytes.length; at += PART) verifier.push(bytes.subarray(at, at + PART));
    return JSON.parse(verifier.finish());
  }

  /** @type {Api["verifyStream"]} */
  async function verifyStream(chunks, options = {}) {
    const { now = Date.now(), signal, onProgress, worker, cores, ...rest } = options;
    if (cores !== undefined && (!Number.isSafeInteger(cores) || cores < 1)) {
      const message = `verify options.cores: expected a whole number from 1, found ${cores}`;
      throw new ProofmarkError("host.option", message);
    }
    const terms = { options: JSON.stringify(rest), now };
    const verifier = new core.Verifier(terms.options, now);
    const hire = /** @type {(() => Hand | Promise<Hand>) | undefined} */ (worker) ?? own.hire;
    const most = hire === undefined ? 1 : (cores ?? (await own.cores()));
    const tell = (/** @type {number} */ bytes) => onProgress?.(bytes, verifier.records());
    /** @param {Uint8Array} bytes What is long would be copied whole into the memory of the core. */
    const push = (bytes) => {
      for (let at = 0; at < bytes.length; at += PART) verifier.push(bytes.subarray(at, at + PART));
    };
    if (hire === undefined || most === 1) {
      let done = 0;
      for await (const chunk of chunks) {
        signal?.throwIfAborted();
        const bytes = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
        push(bytes);
        tell((done += bytes.length));
      }
      return JSON.parse(verifier.finish());
    }

    const pool = createPool();
    /** @type {Awaited<ReturnType<typeof createCrew>> | undefined} */
    let crew;
    /** What was given away, in order. @type {{ facts: Promise<Uint8Array>, bytes: number }[]} */
    const away = [];
    const take = async () => {
      const first = away.shift();
      if (first === undefined) return;
      const facts = await first.facts;
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
        signal?.throwIfAborted();
        if (bytes <= ALONE) {
          push(part);
          pool.put(part.buffer);
          tell(bytes);
          continue;
        }
        crew ??= await createCrew(hire, most, terms);
        const facts = crew.examine(part);
        // One that fails is heard of in its turn, also if an earlier one has failed before it.
        facts.catch(() => {});
        away.push({ facts, bytes });
        if (away.length >= crew.room) await take();
      }
      while (away.length > 0) await take();
      return JSON.parse(verifier.finish());
    } finally {
      crew?.end();
    }
  }

  return { verify, verifyStream };
}
