// The API over an injected core. It is created before the core has started, so creating it calls
// nothing. It converts types and loops; every rule is in the core.

import { createAsk } from "../../evaluate/ask.js";
import { ProofmarkError } from "../../wasm/error.js";
import { createEvaluate } from "../../evaluate/evaluate.js";
import {
  fileContents,
  toByteChunks,
  checkArgument,
  checkOptions,
  checkText,
  readOptions,
  sliceBytes,
  toJson,
  toJsonBytes,
  toOptionsJson,
} from "../../util/validate.js";
import { createProbe } from "../../evaluate/probe.js";
import { createProofs } from "../../proof/proofs.js";
import { createSealing } from "../../evaluate/sealing.js";
import { createTiles } from "../../proof/tiles.js";
import { createSharing, createWorkers } from "../../verify/parallel.js";
import { createVerification } from "../../verify/verify.js";

/** @typedef {typeof import("./loader.js").core} Core */
/** @typedef {typeof import("../../index.d.ts")} Api */
/** @typedef {import("../../index.d.ts").Chunks} Chunks */

/** The functions with which `verifyStream` starts workers; the host's entry point sets them. */
export const workers = createWorkers();

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The bytes to pass to the core at a time. */
const PIECE = 1 << 20;

/**
 * @param {Core} core
 * @param {import("../../evaluate/transport.js").Transport} hostFetch
 */
export function createApi(core, hostFetch) {
  /** @type {Api["grade"]} */
  function grade(row, options) {
    const { bank } = checkOptions("grade", options, ["bank"], { bank: "text" });
    const line = encoder.encode(toJson("row", row));
    return JSON.parse(decoder.decode(core.grade_row(line, bank)));
  }

  const proofs = createProofs(core);
  const sealing = createSealing(core, proofs.createLog);
  const { verify, verifyStream } = createVerification(core, {
    sharing: createSharing(core, workers),
  });

  /** @type {Api["gradeStream"]} */
  async function* gradeStream(rows, options) {
    const kinds = /** @type {const} */ ({ onError: "function", strict: "flag", bank: "text" });
    const {
      onError,
      strict = false,
      bank,
    } = checkOptions("gradeStream", options, ["onError", "strict", "bank"], kinds);
    checkArgument("rows", "items", rows);
    const grader = new core.Grader(bank);
    const total = { rows: 0, errors: 0 };
    /** @param {{ out: Uint8Array, bad: string, rows: number }} graded */
    const count = ({ out, bad, rows }) => {
      total.rows += rows;
      /** @type {import("../../wasm/error.js").Placed[]} */
      const errors = JSON.parse(bad);
      total.errors += errors.length;
      for (const { placed, ...error } of errors) {
        onError?.(error);
        if (strict) throw new ProofmarkError(error.code, placed);
      }
      return out;
    };
    try {
      for await (const chunk of toByteChunks(rows)) {
        for (const piece of sliceBytes(chunk, PIECE)) {
          const out = count(grader.push(piece));
          if (out.length > 0) yield out;
        }
      }
      const out = count(grader.finish());
      if (out.length > 0) yield out;
    } finally {
      // Free the grader even if the consumer stops early.
      grader.free();
    }
    return total;
  }

  return {
    version: () => core.version(),
    freshSeed: () => core.fresh_seed(),
    commitment: (/** @type {string} */ seed) =>
      core.commitment(checkText("seed", checkArgument("seed", "text", seed))),
    /** @type {Api["generate"]} */
    generate(options) {
      const given = readOptions("generate", options, { count: "drawn" });
      return JSON.parse(core.generate(toOptionsJson("generate", given)));
    },
    grade,
    gradeStream,
    /** @type {Api["checkBankSize"]} */
    checkBankSize: (bytes) => core.check_bank_size(checkArgument("bytes", "index", bytes)),
    /** @type {Api["checkBank"]} */
    checkBank: (file) => JSON.parse(core.check_bank(checkArgument("file", "text", file))),
    /** @type {Api["sealBank"]} */
    sealBank(file) {
      const [bank = "", manifest = ""] = core.seal_bank(checkArgument("file", "text", file));
      return { bank, manifest };
    },
    /** @type {Api["revealItems"]} */
    revealItems: (bank, ids) =>
      core.reveal_items(checkArgument("bank", "text", bank), checkArgument("ids", "texts", ids)),
    /** @type {Api["selftest"]} */
    selftest(options) {
      const given = readOptions("selftest", options, { count: "drawn" });
      const { seed = core.fresh_seed(), count = 1000, ...rest } = given;
      return JSON.parse(core.selftest(toOptionsJson("selftest", { seed, count, ...rest })));
    },
    utf16Span,
    ...createEvaluate(core, hostFetch, sealing),
    /** @type {Api["scoresOf"]} */
    scoresOf: (record) => JSON.parse(core.record_scores(toJsonBytes("record", record))),
    verify,
    verifyStream,
    ...proofs,
    ...createTiles(core),
    ...createAsk(core, hostFetch),
    ...createProbe(core, hostFetch),
    /** @type {Api["isSecretHeader"]} */
    isSecretHeader: (name) => core.is_secret_header(checkArgument("name", "text", name)),
  };
}

/** @type {Api["utf16Span"]} */
function utf16Span(text, span) {
  const [start, end] = checkArgument("span", "span", span);
  const bytes = encoder.encode(checkArgument("text", "text", text));
  const before = decoder.decode(bytes.subarray(0, start)).length;
  return [before, before + decoder.decode(bytes.subarray(start, end)).length];
}
