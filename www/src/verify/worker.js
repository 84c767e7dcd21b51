// The worker that verifies a file, with further workers on the other cores.

import { ready, verifyStream } from "proofmark";

import { chunks, readText } from "../file-chunks.js";
import { recognise } from "../file-input.js";
import { exposeMethods } from "../parts/worker-rpc.js";

/** The interval of progress reports, in milliseconds. */
const INTERVAL = 100;

/** @typedef {{ banks: Blob[], manifests: Blob[], reveals: Blob[], openings: Blob[], config: Blob[], records: Blob[] }} Chosen */
/**
 * The options for records; `config` and `records` belong to signed scores. Chosen files are read when the
 * verification begins.
 *
 * @typedef {Omit<import("proofmark").VerifyOptions, "trust" | keyof Chosen> & { trust?: import("proofmark").VerifyOptions["trust"] | Blob } & Partial<Chosen>} Options
 */
/** @typedef {import("proofmark").VerifyReport} VerifyReport */
/** @typedef {{ bytes: number, records: number, elapsed: number }} Progress */
/**
 * The result for each kind of file. `alone` is true if a single record was verified without its run.
 *
 * @typedef {{ kind: "records", report: VerifyReport, elapsed: number, alone: boolean }} RecordsResult
 * @typedef {{ kind: "scorecard", status: Pick<import("proofmark").FileStatus, "verdict" | "text"> }} ScorecardResult
 * @typedef {{ kind: "foreign", what: string }} ForeignResult
 */
/** @typedef {RecordsResult | ScorecardResult | ForeignResult} Result */

const startVerifyWorker = () =>
  new Worker(new URL("proofmark/worker", import.meta.url), { type: "module" });

const api = {
  /**
   * Verifies a file.
   *
   * @param {Blob} file
   * @param {Options} given
   * @param {{ cores: number, module: WebAssembly.Module | undefined }} host `module` is the compiled core.
   * @param {(progress: Progress) => void} [tell]
   * @returns {Promise<Result>}
   */
  async verify(file, given, { cores, module }, tell) {
    const began = performance.now();
    let reported = began;
    await ready(module);
    const { kind, blob, what = "" } = await recognise(file);
    if (kind === "foreign") return { kind, what };
    if (kind === "scorecard") return { kind, status: await scorecardStatus(await blob.text()) };
    const { config, records, ...options } = /** @type {TextOptions} */ (await readBlobs(given));
    if (kind === "scores") {
      const { ready, verifyScores } = await import("proofmark/score");
      await ready();
      const { verdict, text } = await verifyScores(await blob.text(), {
        config: config?.[0],
        records,
        trust: options.trust,
      });
      return { kind: "scorecard", status: { verdict, text } };
    }
    const index = options.index ?? (kind === "record" ? 0 : undefined);
    const report = await verifyStream(chunks(blob), {
      ...options,
      index,
      cores,
      worker: startVerifyWorker,
      onProgress(bytes, records) {
        const now = performance.now();
        if (now - reported < INTERVAL) return;
        reported = now;
        tell?.({ bytes, records, elapsed: now - began });
      },
    });
    const elapsed = performance.now() - began;
    return { kind: "records", report, elapsed, alone: index !== undefined };
  },
};

/** @typedef {import("proofmark").VerifyOptions & { config?: string[], records?: string[] }} TextOptions */

/** Replaces the files in a value by their texts. @param {unknown} value @returns {Promise<unknown>} */
async function readBlobs(value) {
  if (value instanceof Blob) return readText(value);
  if (Array.isArray(value)) return Promise.all(value.map(readBlobs));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([name, item]) => [name, await readBlobs(item)]);
  return Object.fromEntries(await Promise.all(entries));
}

/** @param {string} card */
async function scorecardStatus(card) {
  const suite = await import("proofmark/suite");
  await suite.ready();
  return suite.checkScorecard(card);
}

/** @typedef {typeof api} Verifier */

exposeMethods(api);
