// The worker that verifies a file, with further workers on the other cores.

import { ready, verifyStream } from "proofmark";

import { chunks } from "../file-chunks.js";
import { recognise } from "../file-input.js";
import { exposeMethods } from "../parts/worker-rpc.js";

/** The interval of progress reports, in milliseconds. */
const INTERVAL = 100;

/**
 * The options for records, and the configuration and records of signed scores.
 *
 * @typedef {import("proofmark").VerifyOptions & { config?: string[], records?: string[] }} VerifyOptions
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

const worker = () => new Worker(new URL("proofmark/worker", import.meta.url), { type: "module" });

const api = {
  /**
   * Verifies a file.
   *
   * @param {Blob} file
   * @param {VerifyOptions} options
   * @param {{ cores: number, module: WebAssembly.Module | undefined }} host `module` is the compiled core.
   * @param {(progress: Progress) => void} [tell]
   * @returns {Promise<Result>}
   */
  async verify(file, { config, records, ...options }, { cores, module }, tell) {
    const began = performance.now();
    let reported = began;
    await ready(module);
    const { kind, blob, what = "" } = await recognise(file);
    if (kind === "foreign") return { kind, what };
    if (kind === "scorecard") return { kind, status: await scorecardStatus(await blob.text()) };
    if (kind === "scores") {
      const { ready, verifyScores } = await import("proofmark/score");
      await ready();
      const given = { config: config?.[0], records, trust: options.trust };
      const { verdict, text } = await verifyScores(await blob.text(), given);
      return { kind: "scorecard", status: { verdict, text } };
    }
    const index = options.index ?? (kind === "record" ? 0 : undefined);
    const report = await verifyStream(chunks(blob), {
      ...options,
      index,
      cores,
      worker,
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

/** @param {string} card */
async function scorecardStatus(card) {
  const suite = await import("proofmark/suite");
  await suite.ready();
  return suite.checkScorecard(card);
}

/** @typedef {typeof api} Verifier */

exposeMethods(api);
