/**
 * `proofmark/suite`: fixed tasks with hashed answers, and reports, summaries and comparisons of
 * scorecards and record files. Importing it loads its own wasm.
 *
 * In Node, Deno, Bun and edge workers the functions can be called immediately. In a browser, await
 * {@link ready} first. Errors are a {@link ProofmarkError} with a stable `code`.
 */

import type {
  Answer,
  Compliance,
  Family,
  FileStatus,
  Outcome,
  Readable,
  SignalRecord,
  WasmSource,
} from "../../index.d.ts";

export { ProofmarkError } from "../../index.js";

/** Starts the core of suites, like `ready` of `proofmark`. */
export function ready(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/** JSON, as text or as its UTF-8 bytes. */
export type Text = string | Uint8Array;

/* ------------------------------------------------------------------------------------------- */
/* Suites; `docs/suite.md` specifies the files and the rules                                     */
/* ------------------------------------------------------------------------------------------- */

/** The properties of a suite. */
export interface SuiteSurvey {
  /** `null` for a plain list of tasks. */
  id: string | null;
  version: string | null;
  /** The digest by which scorecards identify the suite. */
  digest: string;
  tasks: number;
  /** The number of tasks with a salt. */
  salted: number;
  /** The number of tasks by stratum. */
  strata: Record<string, number>;
  /** `null` means the last `FINAL_[A-Z0-9_]+`. */
  pattern: string | null;
  normalise: ("trim" | "lower" | "upper" | "nfc" | "number")[];
}

/** Validates a suite, and describes it. */
export function checkSuite(suite: Text): SuiteSurvey;

/** An answer that can be found by guessing; a salt does not help. */
export interface SealWarning {
  task: string;
  kind: "number" | "letter" | "word" | "text";
  guesses: number;
  /** The assumed number of guesses per second. */
  rate: number;
  milliseconds: number;
  /** The warning as a sentence. */
  text: string;
}

/** Options for sealing. */
export interface SealOptions {
  /** Adds a salt to each task. Default: true. Other tools can only read digests without salts. */
  salted?: boolean | undefined;
  /** Guesses per second. Default: 10^10, one graphics card. */
  rate?: number | undefined;
}

/** Seals a suite: replaces its answers by digests, with fresh salts. */
export function sealSuite(
  plain: Text,
  options?: SealOptions,
): { suite: string; digest: string; warnings: SealWarning[] };

/** Tries letters, numbers and words as the answer of every task, as anyone could. */
export function crackSuite(
  suite: Text,
  options?: {
    /** One per line. */
    words?: string | undefined;
    /** The maximum number of hashes. Default: 10,000,000. */
    bound?: number | undefined;
  },
): {
  hashes: number;
  tasks: number;
  fallen: { id: string; answer: string; hashes: number }[];
};

/** A task of a suite. */
export interface Task {
  id: string;
  prompt: string;
}

/** The source of the replies: one of three. */
export type RunSuiteOptions = (ReplayOptions | EchoOptions | AskOptions) & {
  /** Signs the scorecard with this key, the text of a key file. */
  key?: string | undefined;
};

/** Replies from an answers file, in any form of `docs/suite.md`. */
export interface ReplayOptions {
  answers: Text;
}

/** Replies from an agent that echoes the prompt. */
export interface EchoOptions {
  echo: true;
}

/**
 * Replies from any function, such as `agent` of `proofmark`. It returns the reply, or the cause of
 * its absence. An exception ends the run.
 */
export interface AskOptions {
  ask: (prompt: string, task: { id: string; signal: AbortSignal }) => Reply | Promise<Reply>;
  /**
   * The lines that an interrupted run recorded; their tasks are not asked again. Other answers
   * files cannot be resumed.
   */
  resume?: Text | undefined;
  /** Called for every line of the answers file as it arrives: the first line, then the replies. */
  onReply?: ((reply: RecordedReply) => unknown) | undefined;
  signal?: AbortSignal | undefined;
  /** The number of tasks asked at a time, from 1 to 10,000. Default: 1. */
  concurrency?: number | undefined;
}

/** A reply, or the cause of its absence. */
export type Reply = string | (Partial<Answer> & Pick<Answer, "text" | "cause">);

/** A reply of a live run, as an answers file stores it. */
export interface RecordedReply {
  /** The line of the answers file, without a line feed. */
  line: string;
  /** Undefined for the first line. */
  id?: string;
  text?: string | undefined;
  cause?: string | undefined;
}

/** The result of a run of a suite. */
export type SuiteResult =
  | {
      complete: true;
      /** Canonical JSON, identical for the same suite and answers on every host. */
      scorecard: string;
      summary: ScorecardSummary;
      /** An answers file that replays this run, if it asked. */
      answers?: string;
    }
  /** The signal ended the run early. */
  | { complete: false; answers?: string };

/** Judges the replies to a suite. Only a run that asks can be incomplete. */
export function runSuite<Options extends RunSuiteOptions>(
  suite: Text,
  options: Options,
): Promise<Options extends AskOptions ? SuiteResult : Extract<SuiteResult, { complete: true }>>;

/** The content of a scorecard. */
export interface ScorecardSummary {
  suite: string | null;
  version: string | null;
  digest: string;
  passed: number;
  total: number;
  /** Rounded down to two decimals, so only a full score reads `100.00`. */
  percent: string;
  labels: Record<string, number>;
  /** The stated signer; `checkScorecard` verifies the signature. */
  evaluator: string | null;
}

/** Parses a scorecard without verifying its signature. */
export function readScorecard(scorecard: Text): ScorecardSummary;

/**
 * Checks a scorecard: its counts are those of its results, and the signature is valid. With its
 * suite, also that there is one result per task, and accepted digests pass and no others; with
 * answers, also that judging them again gives the same results. Describes the result in one sentence
 * that claims no more than was checked.
 */
export function checkScorecard(
  scorecard: Text,
  suite?: Text,
  options?: { answers?: Text | undefined },
): FileStatus;

/* ------------------------------------------------------------------------------------------- */
/* Reports; `docs/stats.md` names the methods                                                    */
/* ------------------------------------------------------------------------------------------- */

/** A scorecard or a record file, whole or as a stream; or the records themselves. */
export type Results = Text | SignalRecord[] | AsyncIterable<Text> | Readable<Text>;

/** The formats of a report. */
export type ReportFormat = "json" | "markdown" | "junit" | "csv" | "html";

/** Options for a report. */
export interface ReportOptions {
  /** Default: `json`. */
  format?: ReportFormat | undefined;
  /** The error rate of intervals. Default: 0.05. */
  alpha?: number | undefined;
  /** The answers file that a scorecard was made from: adds the replies to the report. */
  answers?: Text | undefined;
  /** Called for every torn line, which is skipped. */
  onError?: ((error: TornLine) => void) | undefined;
}

/**
 * Summarises a scorecard or records. `html` is a self-contained page that embeds the file and
 * verifies it offline when opened. A report verifies nothing by itself. Torn lines are skipped, as
 * by `openRecords`; every format says so.
 */
export function report(file: Results, options?: ReportOptions): Promise<string>;

/** The `json` format of `report`. */
export interface Report {
  kind: "scorecard" | "records";
  title: string;
  /** The score in one line. */
  headline: string;
  /** Notes to show below the headline. */
  notes: string[];
  /** The requested and the responding model or agent, by subject, if recorded. */
  who?: string[];
  /** The stated signer. */
  signer: string | null;
  suiteDigest: string | null;
  alpha: number;
  /** The confidence level of the intervals, as text: `95 %`. */
  level: string;
  score: Tally;
  readings: { literal: Tally; committed: Tally } | null;
  /** The number of questions that were not asked; no score counts them. */
  skipped: number;
  labels: Record<string, number>;
  /** `share` and `range` are the rate and its interval as text: `66.66 %`, `9.43 % to 99.15 %`. */
  strata: ({ name: string; share: string; range: string } & Tally)[];
  latencyMs: Quantiles | null;
  /** Failures first. */
  rows: {
    id: string;
    stratum: string | null;
    outcome: "pass" | "fail" | "skip";
    label: string | null;
    details: [name: string, text: string][];
    latencyMs: number | null;
  }[];
  /** The skipped torn lines. */
  torn: TornLine[];
}

/** The number of passes, with an interval. */
export interface Tally {
  passed: number;
  total: number;
  rate: number;
  /** The Wilson interval of the rate. */
  interval: [low: number, high: number];
}

/** Latencies in milliseconds. */
export interface Quantiles {
  count: number;
  p50: number;
  p95: number;
  p99: number;
}

/** A summary of records, by group. */
export interface Summary {
  alpha: number;
  /** The confidence level of the intervals, as text: `95 %`. */
  level: string;
  score: Tally;
  literal: Tally;
  committed: Tally;
  byFamily: Record<string, Tally>;
  /** As `family.stratum`. */
  byStratum: Record<string, Tally>;
  byOutcome: Record<string, number>;
  byCompliance: Record<string, Tally>;
  bySubject: Record<string, Tally>;
  /** Of replies. */
  latencyMs: Quantiles | null;
}

/** Summarises records by all their groups. */
export function summarize(
  records: Results,
  options?: { alpha?: number | undefined },
): Promise<Summary>;

/** The rows of a table of records, in file order. */
export interface Listing {
  /** The subjects of the records, in order of first appearance. */
  subjects: string[];
  /** The ids of their runs, likewise. */
  runs: string[];
  rows: ListedRecord[];
  /**
   * The torn lines, which have no rows. `summarize` refuses such a file, because its figures could
   * not mention them.
   */
  torn: TornLine[];
}

/** An incomplete line, as a killed run leaves at the end of its file. */
export interface TornLine {
  line: number;
  code: string;
  message: string;
}

/** A record as a row of a table. */
export interface ListedRecord {
  /** The line number, from 1. */
  line: number;
  /** The index in `subjects`. */
  subject: number;
  /** The index in `runs`. */
  run: number;
  question: string;
  family: Family;
  /** `null` if unknown because the seed is withheld. */
  stratum: string | null;
  outcome: Outcome;
  compliance: Compliance | null;
  /** True if the score counts it as passed; `null` if it was not asked. */
  passed: boolean | null;
  literal: boolean;
  committed: boolean;
  /** `null` without a reply. */
  latencyMs: number | null;
  fetchedAt: string;
}

/** A parsed record file, for a table and for statistics of any of its lines. */
export interface OpenRecords {
  /** One row per record; the other members are on its line of the file. */
  listing: Listing;
  /** Summarises all records, or only those on `lines`. */
  summarize(options?: {
    alpha?: number | undefined;
    lines?: Iterable<number> | undefined;
  }): Summary;
  /** Frees the memory. Further calls do nothing; `summarize` then throws `core.lost`. */
  close(): void;
}

/** Parses a record file; refuses a scorecard with `report.other-kind`. */
export function openRecords(file: Results): Promise<OpenRecords>;

/** The parameters of a comparison. */
export interface CompareOptions {
  /** The error rate of the test and of the interval. Default: 0.05. */
  alpha?: number | undefined;
  /** The probability with which `needed` pairs detect the difference. Default: 0.8. */
  power?: number | undefined;
  /** The smallest relevant difference. Default: 0.05. */
  margin?: number | undefined;
  /**
   * The condition of `gate`. `broken`: anything that passed and now fails. `regression`: the verdict
   * of that name; refused with `stats.too-few-pairs` if there are so few pairs that the test could
   * never reach it.
   */
  failOn?: "broken" | "regression" | undefined;
}

/** A comparison of two sets of results by pairs. */
export interface Comparison {
  verdict: "regression" | "improvement" | "no-evidence" | "too-few";
  /** The verdict as a sentence. */
  text: string;
  /** The comparison as Markdown. */
  markdown: string;
  /** The decision on `failOn`, if given. Without pairs it has not passed. */
  gate?: { passed: boolean; text: string };
  /** Notes to show beside it, such as on skipped torn lines. */
  notes: string[];
  /** Subjects that were served differently in the two files: the model may be what changed. */
  who?: string[];
  /** The torn lines of each file. */
  torn: { first: TornLine[]; second: TornLine[] };
  /**
   * The figures as text: `level` is `95 %`, `range` is `-52.09 % to 15.63 %`, `rates` are the pass
   * rates without pairing.
   */
  figures: {
    level: string;
    difference: string;
    range: string;
    p: string;
    midP: string;
    rates: string;
  };
  alpha: number;
  margin: number;
  pairs: { both: number; fixed: number; broken: number; neither: number };
  /** The smallest number of pairs with which the test can reach `alpha`. */
  fewestPairs: number;
  /** The pass rates of all results, with or without partners, and the interval of their difference. */
  rates: { first: Tally; second: Tally; difference: number; interval: [low: number, high: number] };
  /** The number of results without a partner. */
  onlyFirst: number;
  onlySecond: number;
  /** The second pass rate minus the first. */
  difference: number;
  interval: [low: number, high: number];
  /** McNemar's exact test. */
  mcnemar: { p: number; midP: number };
  /** The number of pairs that would be needed; `null` if no number suffices. */
  needed: { difference: number; power: number; pairs: number; more: number } | null;
  latencyMs: {
    first: Quantiles;
    second: Quantiles;
    /** Second minus first: p50, p95, p99. */
    difference: [number, number, number];
  } | null;
  changed: { key: string; change: "fixed" | "broken" }[];
}

/** Compares two scorecards of one suite, or two record files, by pairs. */
export function compare(
  first: Results,
  second: Results,
  options?: CompareOptions,
): Promise<Comparison>;
