// Every export of `proofmark/suite` as its users see it.

import { ProofmarkError, agent } from "proofmark";
import type { FileStatus, SignalRecord } from "proofmark";
import * as suite from "proofmark/suite";

import type { Expect, Same } from "./expect.ts";

declare const records: SignalRecord[];

export const start: Promise<void> = suite.ready();
export const failure: ProofmarkError = new suite.ProofmarkError("a.b", "c");

const file: suite.Text = new Uint8Array();
const survey = suite.checkSuite(file);
const sealed = suite.sealSuite("{}", { salted: false } satisfies suite.SealOptions);
const cracked = suite.crackSuite(sealed.suite, { words: "a\nb", bound: 10 });

const replay: suite.ReplayOptions & suite.RunSuiteOptions = { answers: file, key: "{}" };
const echo: suite.EchoOptions = { echo: true };
const live: suite.AskOptions = {
  ask: agent({ endpoint: "https://a.example" }),
  onReply: (reply: suite.RecordedReply) => reply.line,
  concurrency: 2,
};
export const runs: Promise<suite.SuiteResult>[] = [
  suite.runSuite(file, replay),
  suite.runSuite(file, echo),
  suite.runSuite(file, live),
  suite.runSuite(file, { ask: (): suite.Reply => "7", signal: undefined }),
];
// A run that asks nobody always has a scorecard.
export const cards: Promise<{ scorecard: string }>[] = [
  suite.runSuite(file, replay),
  suite.runSuite(file, echo),
];
// @ts-expect-error one that asks may have been ended before its end
void suite.runSuite(file, live).then(({ scorecard }) => scorecard);
// @ts-expect-error replies have to come from somewhere
void suite.runSuite(file, {});
export const passed = (result: suite.SuiteResult) =>
  result.complete ? result.summary.passed : null;

const results: suite.Results = records;
const made = suite.report(results, {
  format: "junit" satisfies suite.ReportFormat,
} satisfies suite.ReportOptions);
// @ts-expect-error there is no such form
void suite.report(results, { format: "pdf" });
const summary = suite.summarize(records, { alpha: 0.01 });
const opened = suite.openRecords(records);
export const shown = ({ listing, close }: suite.OpenRecords): suite.ListedRecord[] => {
  close();
  return (listing satisfies suite.Listing).rows;
};
const compared = suite.compare(file, file, { power: 0.9 } satisfies suite.CompareOptions);
export const task: suite.Task = { id: "a", prompt: "b" };

export type Suites = [
  Expect<Same<typeof survey, suite.SuiteSurvey>>,
  Expect<Same<(typeof sealed)["warnings"], suite.SealWarning[]>>,
  Expect<Same<(typeof cracked)["tasks"], number>>,
  Expect<Same<ReturnType<typeof suite.readScorecard>, suite.ScorecardSummary>>,
  Expect<Same<ReturnType<typeof suite.checkScorecard>, FileStatus>>,
  Expect<Same<typeof made, Promise<string>>>,
  Expect<Same<suite.Report["score"], suite.Tally>>,
  Expect<Same<suite.Report["latencyMs"], suite.Quantiles | null>>,
  Expect<Same<typeof summary, Promise<suite.Summary>>>,
  Expect<Same<typeof opened, Promise<suite.OpenRecords>>>,
  Expect<Same<ReturnType<suite.OpenRecords["summarize"]>, suite.Summary>>,
  Expect<Same<typeof compared, Promise<suite.Comparison>>>,
  Expect<Same<suite.Comparison["torn"]["second"], suite.Listing["torn"]>>,
  Expect<Same<suite.Listing["torn"], suite.TornLine[]>>,
  Expect<Same<suite.Report["torn"], suite.TornLine[]>>,
];
