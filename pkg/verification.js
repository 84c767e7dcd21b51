// Verifying record files: at once, as they come, and on several cores.

import { createCrew } from "./crew.js";
import { bytesOf, held, optionsOf, pieces, textOf } from "./given.js";
import { createPool, parts } from "./parts.js";

/** @typedef {typeof import("./full.js").core | typeof import("./verify/full.js").core} Core */
/** @typedef {InstanceType<Core["Verifier"]>} Verifier */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("./crew.js").Hand} Hand */

const encoder = new TextEncoder();

/** What a part of a file has at least, in bytes. */
const PART = 1 << 18;
/** What `verifyStream` can be told that is not for the core to hear. @type {Record<string, import("./given.js").Kind>} */
const OF_A_STREAM = {
  now: "number",
  signal: "signal",
  onProgress: "function",
  worker: "function",
  cores: "places",
};
/** How much of a file is read before it is worth while to call for other cores. */
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
 * @param {() => Promise<string>} [bank] loads the public bank, where the core does not hold it
 */
export function createVerification(core, own, bank) {
  /** @type {Api["verify"]} */
  function verify(file, options) {
    const { now = Date.now(), ...rest } = optionsOf("verify", options, { now: "number" });
    const bytes = bytesOf(file, "file");
    const verifier = new core.Verifier(textOf("verify options", rest), now);
    for (const piece of pieces(bytes, PART)) verifier.push(piece);
    return JSON.parse(verifier.finish());
  }

  /** Gives the core the public bank, if it waits for that. @param {Verifier} verifier */
  async function supply(verifier) {
    if (bank !== undefined && verifier.wants_bank()) {
      verifier.supply_bank(encoder.encode(await bank()));
    }
  }

  /** @type {Api["verifyStream"]} */
  async function verifyStream(chunks, options) {
    const given = optionsOf("verifyStream", options, OF_A_STREAM);
    const { now = Date.now(), signal, onProgress, worker, cores, ...rest } = given;
    held("chunks", "items", chunks);
    const terms = { options: textOf("verifyStream options", rest), now };
    const verifier = new core.Verifier(terms.options, now);
    const hire = /** @type {(() => Hand | Promise<Hand>) | undefined} */ (worker) ?? own.hire;
    const most = hire === undefined ? 1 : (cores ?? (await own.cores()));
    const tell = (/** @type {number} */ bytes) => onProgress?.(bytes, verifier.records());
    /** @param {Uint8Array} bytes */
    const push = async (bytes) => {
      for (const piece of pieces(bytes, PART)) {
        verifier.push(piece);
        if (verifier.wants_bank()) await supply(verifier);
      }
    };
    const finish = async () => {
      verifier.end();
      await supply(verifier);
      return JSON.parse(verifier.finish());
    };
    if (hire === undefined || most === 1) {
      let done = 0;
      for await (const chunk of chunks) {
        signal?.throwIfAborted();
        const bytes = bytesOf(chunk);
        await push(bytes);
        tell((done += bytes.length));
      }
      return finish();
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
      await supply(verifier);
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
          await push(part);
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
      return await finish();
    } finally {
      crew?.end();
    }
  }

  return { verify, verifyStream };
}
