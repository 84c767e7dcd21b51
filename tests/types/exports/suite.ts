// Every export of `proofmark/suite` as its users see it.

import { ProofmarkError, agent } from "proofmark";
import type { FileStatus, SignalRecord } from "proofmark";
import * as suite from "proofmark/suite";
import type {
  AskOptions,
  CompareOptions,
  Comparison,
  EchoOptions,
  ListedRecord,
  Listing,
  OpenRecords,
  Quantiles,
  RecordedReply,
  ReplayOptions,
  Reply,
  Report,
  ReportFormat,
  ReportOptions,
  Results,
  RunSuiteOptions,
  ScorecardSummary,
  SealOptions,
  SealWarning,
  SuiteResult,
  SuiteSurvey,
  Summary,
  Tally,
  Task,
  Text,
  TornLine,
} from "proofmark/suite";

import type { Expect, Same } from "./expect.ts";

declare const records: SignalRecord[];

export const start: Promise<void> = suite.ready();
export const failure: ProofmarkError = new suite.ProofmarkError("a.b", "c");

const file: Text = new Uint8Array();
const survey = suite.checkSuite(file);
const sealed = suite.sealSuite("{}", { salted: false } satisfies SealOptions);
const cracked = suite.crackSuite(sealed.suite, { words: "a\nb", bound: 10 });

const replay: ReplayOptions & RunSuiteOptions = { answers: file, key: "{}" };
const echo: EchoOptions = { echo: true };
const live: AskOptions = {
  ask: agent({ endpoint: "https://a.example" }),
  onReply: (reply: RecordedReply) => reply.line,
  concurrency: 2,
};
export const runs: Promise<SuiteResult>[] = [
  suite.runSuite(file, replay),
  suite.runSuite(file, echo),
  suite.runSuite(file, live),
  suite.runSuite(file, { ask: (): Reply => "7", signal: undefined }),
];
// Who asks nobody has a scorecard in any case.
export const cards: Promise<{ scorecard: string }>[] = [
  suite.runSuite(file, replay),
  suite.runSuite(file, echo),
];
// @ts-expect-error one that asks may have been ended before its end
void suite.runSuite(file, live).then(({ scorecard }) => scorecard);
// @ts-expect-error replies have to come from somewhere
void suite.runSuite(file, {});
export const passed = (result: SuiteResult) => (result.complete ? result.summary.passed : null);

const results: Results = records;
const made = suite.report(results, {
  format: "junit" satisfies ReportFormat,
} satisfies ReportOptions);
// @ts-expect-error there is no such form
void suite.report(results, { format: "pdf" });
const summary = suite.summarize(records, { alpha: 0.01 });
const opened = suite.openRecords(records);
export const shown = ({ listing, close }: OpenRecords): ListedRecord[] => {
  close();
  return (listing satisfies Listing).rows;
};
const compared = suite.compare(file, file, { power: 0.9 } satisfies CompareOptions);
export const task: Task = { id: "a", prompt: "b" };

export type Suites = [
  Expect<Same<typeof survey, SuiteSurvey>>,
  Expect<Same<(typeof sealed)["warnings"], SealWarning[]>>,
  Expect<Same<(typeof cracked)["tasks"], number>>,
  Expect<Same<ReturnType<typeof suite.readScorecard>, ScorecardSummary>>,
  Expect<Same<ReturnType<typeof suite.checkScorecard>, FileStatus>>,
  Expect<Same<typeof made, Promise<string>>>,
  Expect<Same<Report["score"], Tally>>,
  Expect<Same<Report["latencyMs"], Quantiles | null>>,
  Expect<Same<typeof summary, Promise<Summary>>>,
  Expect<Same<typeof opened, Promise<OpenRecords>>>,
  Expect<Same<ReturnType<OpenRecords["summarize"]>, Summary>>,
  Expect<Same<typeof compared, Promise<Comparison>>>,
  Expect<Same<Comparison["torn"]["second"], Listing["torn"]>>,
  Expect<Same<Listing["torn"], TornLine[]>>,
  Expect<Same<Report["torn"], TornLine[]>>,
];
