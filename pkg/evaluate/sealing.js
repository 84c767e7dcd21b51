// Prepares records for storage: sets the evaluator, withholds values, signs, appends to the log.

import { describe, optionError } from "../util/validate.js";

/** @typedef {typeof import("../entry/core/loader.js").core} Core */
/** @typedef {import("../index.d.ts").RunEvent} RunEvent */
/** @typedef {import("../index.d.ts").SealOptions} SealOptions */
/** @typedef {import("../index.d.ts").Log} Log */
/** @typedef {ReturnType<ReturnType<typeof createSealing>>} Seal */

const encoder = new TextEncoder();

/**
 * @param {Core} core
 * @param {(options: { key: string, every?: number }) => Log} createLog
 */
export function createSealing(core, createLog) {
  return (/** @type {SealOptions} */ options) => {
    const { key, sign = "records", withhold = [], checkpointEvery, log } = options;
    if (sign !== "records" && sign !== "checkpoint") {
      const shown = typeof sign === "string" ? JSON.stringify(sign) : describe(sign);
      throw optionError("sign", "records or checkpoint", shown);
    }
    // An option without a key would silently have no effect.
    if (key === undefined) {
      const told = Object.entries({ sign: options.sign, checkpointEvery });
      const [idle] = told.find(([, value]) => value !== undefined) ?? [];
      if (idle !== undefined) throw optionError(idle, "a key beside it", "none");
    }
    const sealer = new core.Sealer(key, sign === "records", withhold);
    const every = checkpointEvery === undefined ? {} : { every: checkpointEvery };
    const writer = log === undefined && key !== undefined ? createLog({ key, ...every }) : log;
    const idle = key === undefined && withhold.length === 0;
    return {
      /**
       * Refuses a run before its first question.
       *
       * @param {() => string} line
       * @param {string} seed
       */
      check(line, seed) {
        if (!idle) sealer.check(encoder.encode(line()), seed);
      },
      /** @param {string} line @returns {{ line: string, openings: string[] }} */
      seal(line) {
        if (idle) return { line, openings: [] };
        const [sealed = "", ...openings] = sealer.seal(encoder.encode(line));
        return { line: sealed, openings };
      },
      /**
       * Yields the events of any number of runs, and the checkpoints of their log.
       *
       * @template {RunEvent} E
       * @param {AsyncIterable<E>} events
       * @returns {AsyncGenerator<E | Extract<RunEvent, { type: "checkpoint" }>, void, void>}
       */
      async *logged(events) {
        try {
          for await (const event of events) {
            yield event;
            const line = event.type === "record" ? writer?.append(event.line) : null;
            if (line) yield { type: "checkpoint", line };
          }
          const line = writer?.checkpoint();
          if (line) yield { type: "checkpoint", line };
        } finally {
          sealer.free();
        }
      },
    };
  };
}
