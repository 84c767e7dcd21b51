// Writes the summary at the end of proofmark run.

import { omitUndefined } from "../options.js";
import {
  SCORE_CAVEAT,
  readingLines,
  causeLines,
  verifyCommand,
  interruptedNote,
  runSummary,
  runTable,
  runVerdict,
} from "./run-report.js";
import { indentAndWrap, plain } from "./text.js";
import { failureLines } from "./transcript.js";

/** @typedef {import("../run/tally.js").Tally} Tally */
/** @typedef {import("../io/record-file.js").RecordFile} RecordFile */

/**
 * Writes the summary of a finished or interrupted run, in the format of `--format`. In formats for
 * programs the explanations of causes go to standard error.
 *
 * @param {{ tally: Tally, verdict: { policy: string, least: number, passed: boolean },
 *   file: RecordFile | null, options: Record<string, any>, interrupted: boolean, planId: string | null,
 *   openings: string | undefined, transcript: import("../run/transcript.js").Transcript,
 *   explain: typeof import("../../index.d.ts").explainCause,
 *   unreached: { code: string, message: string }[] }} run
 * @param {Pick<import("../main.js").Context, "out" | "err">} context
 */
export async function writeRunSummary(run, { out, err }) {
  const { tally, verdict, file, options, interrupted, planId, openings, transcript } = run;
  // An open run must not publish its seed, nor a run with withheld values what it withholds.
  const open = interrupted || options.withhold !== undefined;
  const seed = open ? undefined : (tally.seed ?? undefined);
  const { palette } = out;
  const causes = causeLines(tally, run.explain);
  if (["json", "ndjson"].includes(options.format))
    for (const line of causes) err.tell(`proofmark: ${line}\n`);
  if (options.format === "ndjson") return;
  if (options.format === "json") {
    const { policy } = verdict;
    const unreached = run.unreached.map(({ code, message }) => ({ code, message }));
    const summary = {
      passed: verdict.passed && unreached.length === 0,
      interrupted,
      policy,
      ...omitUndefined({ out: file?.path, planId: planId ?? undefined, seed }),
      ...runSummary(tally),
      ...(unreached.length === 0 ? {} : { unreached }),
    };
    return out.write(`${JSON.stringify(summary)}\n`);
  }
  if (tally.total.records === 0) return out.write("  No question was answered.\n");
  const { records } = tally.total;
  const kept =
    file === null
      ? "The records were not kept; --out FILE keeps them."
      : interrupted
        ? interruptedNote(records, file.path)
        : verifyCommand(records, { path: file.path, bank: options.bank, openings });
  const names = { subject: tally.subjects > 1 };
  const lines = [
    ...(options.withhold === undefined ? failureLines(transcript, names, out) : []),
    ...runTable(tally, out),
    "",
    ...causes.map((line) => indentAndWrap(line, out.columns)),
    runVerdict(tally, verdict, out),
    ...readingLines(tally, verdict.policy, out),
    palette.dim(indentAndWrap(SCORE_CAVEAT, out.columns)),
    ...(seed === undefined
      ? []
      : [palette.dim(indentAndWrap(`Seed: ${plain(seed)}`, out.columns))]),
    palette.dim(indentAndWrap(kept, out.columns)),
  ];
  return out.write(`${lines.join("\n")}\n`);
}
