// Keys, signatures, logs, and proofs from record files. Every rule is in the core.

import { ProofmarkError } from "../wasm/error.js";
import {
  toBytes,
  toByteChunks,
  checkArgument,
  checkOptions,
  readOptions,
  sliceBytes,
  toJsonBytes,
} from "../util/validate.js";

/** @typedef {typeof import("../entry/core/loader.js").core} Core */
/** @typedef {typeof import("../index.d.ts")} Api */

/** The bytes to pass to the core at a time. */
const PIECE = 1 << 20;

/** @param {Core} core */
export function createProofs(core) {
  /**
   * Feeds a file to `prover` and returns the proof.
   *
   * @template T
   * @param {import("../generated/core.js").Prover} prover
   * @param {import("../index.d.ts").Chunks} file
   * @param {() => T} proof
   */
  async function proveFromFile(prover, file, proof) {
    try {
      for await (const chunk of toByteChunks(checkArgument("file", "items", file))) {
        for (const piece of sliceBytes(chunk, PIECE)) prover.push(piece);
      }
      return proof();
    } finally {
      prover.free();
    }
  }

  return {
    /** @type {Api["generateKey"]} */
    generateKey: () => {
      const key = core.generate_key();
      return { did: core.key_did(key), key };
    },
    /** @type {Api["keyDid"]} */
    keyDid: (key) => core.key_did(checkArgument("key", "text", key)),
    /** @type {Api["recordId"]} */
    recordId: (record) => core.record_id(toJsonBytes("record", record)),
    /** @type {Api["sign"]} */
    sign(record, options) {
      const { key, created } = checkOptions("sign", options, ["key", "created"], {
        created: "text",
      });
      checkArgument("key", "text", key);
      return JSON.parse(core.sign_record(toJsonBytes("record", record), key, created));
    },
    /** @type {Api["checkRecord"]} */
    checkRecord: (record) => JSON.parse(core.check_record(toJsonBytes("record", record))),
    /** @type {Api["readCheckpoint"]} */
    readCheckpoint: (note) => JSON.parse(core.open_checkpoint(checkArgument("note", "text", note))),
    /** @type {Api["checkConsistency"]} */
    checkConsistency(proof) {
      const { old, new: later, hashes } = readOptions("checkConsistency", proof);
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
      const prover = core.prove_line(checkArgument("line", "count", line));
      return JSON.parse(await proveFromFile(prover, file, () => prover.inclusion()));
    },
    /** @type {Api["proveConsistency"]} */
    async proveConsistency(file, old) {
      const prover = core.prove_since(checkArgument("old", "text", old));
      const [later = "", ...hashes] = await proveFromFile(prover, file, () => prover.consistency());
      return { old, new: later, hashes };
    },
    /** @type {Api["createLog"]} */
    createLog(options) {
      const kinds = /** @type {const} */ ({ name: "text", every: "count" });
      const {
        key,
        name = core.fresh_seed(),
        every,
      } = checkOptions("createLog", options, ["key", "name", "every"], kinds);
      const log = new core.LogWriter(checkArgument("key", "text", key), name);
      const bytes = (/** @type {string} */ line) =>
        toBytes(checkArgument("line", "text", line), "line");
      return {
        append(line) {
          log.append(bytes(line));
          return every !== undefined && log.uncovered() >= every ? log.checkpoint() : null;
        },
        replay: (line) => log.replay(bytes(line)),
        checkpoint: () => (log.uncovered() > 0 ? log.checkpoint() : null),
      };
    },
  };
}
