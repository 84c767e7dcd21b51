// Writes the summary at the end of proofmark run.

import { omitUndefined } from "../options.js";
import {
  SCORE_CAVEAT,
  runCauses,
  runCheck,
  runLeft,
  runSummary,
  runTable,
  runVerdict,
} from "./run-report.js";
import { indented } from "./text.js";

/** @typedef {import("../run/tally.js").Tally} Tally */
/** @typedef {import("../io/record-file.js").RecordFile} RecordFile */

/**
 * Writes the summary of a finished or interrupted run, in the format of `--format`.
 *
 * @param {{ tally: Tally, verdict: { policy: string, least: number, passed: boolean },
 *   file: RecordFile | null, options: Record<string, any>, interrupted: boolean, planId: string | null,
 *   openings: string | undefined }} run
 * @param {import("../terminal.js").Output} out
 */
export async function writeRunSummary(run, out) {
  const { tally, verdict, file, options, interrupted, planId, openings } = run;
  const { palette } = out;
  if (options.format === "ndjson") return;
  if (options.format === "json") {
    const { passed, policy } = verdict;
    const summary = {
      passed,
      interrupted,
      policy,
      ...omitUndefined({ out: file?.path, planId: planId ?? undefined }),
      ...runSummary(tally),
    };
    return out.write(`${JSON.stringify(summary)}\n`);
  }
  if (tally.total.records === 0) return out.write("  No question was answered.\n");
  const { records } = tally.total;
  const kept =
    file === null
      ? "The records were not kept; --out FILE keeps them."
      : interrupted
        ? runLeft(records, file.path)
        : runCheck(records, { path: file.path, bank: options.bank, openings });
  const lines = [
    ...runTable(tally, out),
    "",
    ...runCauses(tally, out),
    runVerdict(tally, verdict, out),
    palette.dim(indented(SCORE_CAVEAT, out.columns)),
    palette.dim(indented(kept, out.columns)),
  ];
  return out.write(`${lines.join("\n")}\n`);
}
