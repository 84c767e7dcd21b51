// Keys, signatures, logs, and what is proven out of a record file. Every rule is in the core.

import { ProofmarkError } from "./error.js";

/** @typedef {typeof import("./full.js").core} Core */
/** @typedef {typeof import("./index.d.ts")} Api */

const encoder = new TextEncoder();

/** What the core takes at once, in bytes. */
const PIECE = 1 << 20;

/** @param {Core} core */
export function createProofs(core) {
  /** @param {{ push(bytes: Uint8Array): void }} prover @param {import("./index.d.ts").Chunks} file */
  async function read(prover, file) {
    for await (const chunk of file) {
      const bytes = bytesOf(chunk);
      for (let at = 0; at < bytes.length; at += PIECE) prover.push(bytes.subarray(at, at + PIECE));
    }
  }

  return {
    /** @type {Api["generateKey"]} */
    generateKey: () => {
      const key = core.generate_key();
      return { did: core.key_did(key), key };
    },
    /** @type {Api["keyDid"]} */
    keyDid: (key) => core.key_did(key),
    /** @type {Api["recordId"]} */
    recordId: (record) => core.record_id(bytesOf(record)),
    /** @type {Api["sign"]} */
    sign: (record, { key, created }) => JSON.parse(core.sign_record(bytesOf(record), key, created)),
    /** @type {Api["checkRecord"]} */
    checkRecord: (record) => JSON.parse(core.check_record(bytesOf(record))),
    /** @type {Api["readCheckpoint"]} */
    readCheckpoint: (note) => JSON.parse(core.open_checkpoint(note)),
    /** @type {Api["checkConsistency"]} */
    checkConsistency({ old, new: later, hashes }) {
      const texts = Array.isArray(hashes) ? [old, later, ...hashes] : [undefined];
      if (texts.every((text) => typeof text === "string"))
        return core.check_consistency(old, later, hashes);
      const expected = "the members old and new, and hashes as a list, all of them text";
      throw new ProofmarkError(
        "log.consistency",
        `consistency proof: expected ${expected}, found something else`,
      );
    },
    /** @type {Api["proveInclusion"]} */
    async proveInclusion(file, line) {
      const prover = core.prove_line(line);
      await read(prover, file);
      return JSON.parse(prover.inclusion());
    },
    /** @type {Api["proveConsistency"]} */
    async proveConsistency(file, old) {
      const prover = core.prove_since(old);
      await read(prover, file);
      const [later = "", ...hashes] = prover.consistency();
      return { old, new: later, hashes };
    },
    /** @type {Api["createLog"]} */
    createLog: ({ key, name = core.fresh_seed(), every }) => {
      const log = new core.LogWriter(key, name);
      return {
        append(line) {
          log.append(encoder.encode(line));
          return every !== undefined && log.uncovered() >= every ? log.checkpoint() : null;
        },
        replay: (line) => log.replay(encoder.encode(line)),
        checkpoint: () => (log.uncovered() > 0 ? log.checkpoint() : null),
      };
    },
  };
}

/**
 * JSON text as bytes. Text is taken as it is: what `JSON.parse` would make of a number that is
 * written in another way is not what was written.
 *
 * @param {object | string | Uint8Array} value
 */
function bytesOf(value) {
  if (value instanceof Uint8Array) return value;
  return encoder.encode(typeof value === "string" ? value : JSON.stringify(value));
}
