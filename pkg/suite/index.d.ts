/**
 * `proofmark/suite`: fixed tasks whose accepted answers are known by their digests only, and
 * reports, summaries and comparisons of scorecards and record files. It has a wasm of its own,
 * which is loaded when this is imported.
 *
 * In Node, Deno, Bun and edge workers every function can be called at once. In a browser, await
 * {@link ready} first. Every refusal is a {@link ProofmarkError} with a stable `code`.
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
} from "../index.d.ts";

export { ProofmarkError } from "../index.js";

/** Starts the core of suites, as `ready` of `proofmark` starts that one. */
export function ready(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/** JSON, as text or as its UTF-8 bytes. */
export type Text = string | Uint8Array;

/* ------------------------------------------------------------------------------------------- */
/* Suites; `docs/suite.md` specifies the files and the rules                                     */
/* ------------------------------------------------------------------------------------------- */

/** What a suite holds. */
export interface SuiteSurvey {
  /** `null` for a plain list of tasks. */
  id: string | null;
  version: string | null;
  /** What scorecards name the suite by. */
  digest: string;
  tasks: number;
  /** How many tasks have a salt. */
  salted: number;
  /** The tasks by stratum. */
  strata: Record<string, number>;
  /** `null` for the last `FINAL_[A-Z0-9_]+`. */
  pattern: string | null;
  normalise: ("trim" | "lower" | "upper" | "nfc" | "number")[];
}

/** Reads a suite and holds it to every rule. */
export function checkSuite(suite: Text): SuiteSurvey;

/** An answer that could be found by trying; a salt does not help against it. */
export interface SealWarning {
  task: string;
  kind: "number" | "letter" | "word" | "text";
  guesses: number;
  /** The guesses a second that the time is reckoned with. */
  rate: number;
  milliseconds: number;
  /** The same as a sentence. */
  text: string;
}

/** How a suite is sealed. */
export interface SealOptions {
  /** A salt for each task. Default: true. Without, other tools can read the digests. */
  salted?: boolean | undefined;
  /** Default: 10^10, one graphics card. */
  rate?: number | undefined;
}

/** Seals a suite that has its answers: digests take their place, with fresh salts. */
export function sealSuite(
  plain: Text,
  options?: SealOptions,
): { suite: string; digest: string; warnings: SealWarning[] };

/** Tries letters, numbers and words on every task, as anyone could. */
export function crackSuite(
  suite: Text,
  options?: {
    /** One a line. */
    words?: string | undefined;
    /** How many hashes are computed at most. Default: 10,000,000. */
    bound?: number | undefined;
  },
): {
  hashes: number;
  tasks: number;
  fallen: { id: string; answer: string; hashes: number }[];
};

/** What a suite asks. */
export interface Task {
  id: string;
  prompt: string;
}

/** Where replies come from: one of three. */
export type RunSuiteOptions = (ReplayOptions | EchoOptions | AskOptions) & {
  /** Signs the scorecard: the text of a key file. */
  key?: string | undefined;
};

/** From a file of answers, in any form of `docs/suite.md`. */
export interface ReplayOptions {
  answers: Text;
}

/** From an agent that replies with the prompt. */
export interface EchoOptions {
  echo: true;
}

/**
 * From any function; `agent` of `proofmark` makes one of an endpoint. It answers with the reply, or
 * says that there is none and why. What it throws ends the run.
 */
export interface AskOptions {
  ask: (prompt: string, task: { id: string; signal: AbortSignal }) => Reply | Promise<Reply>;
  /**
   * The lines that an earlier, interrupted run has recorded; their tasks are not asked again. No
   * other form of a file of answers can be gone on with.
   */
  resume?: Text | undefined;
  /** Called for every line of a file of answers as it comes: its first line, then the replies. */
  onReply?: ((reply: RecordedReply) => unknown) | undefined;
  signal?: AbortSignal | undefined;
  /** How many tasks are asked at a time, from 1 to 10,000. Default: 1. */
  concurrency?: number | undefined;
}

/** A reply, or that there is none and why. */
export type Reply = string | (Partial<Answer> & Pick<Answer, "text" | "cause">);

/** A reply of a live run, as a file of answers stores it. */
export interface RecordedReply {
  /** What a file of answers stores, without a line feed. */
  line: string;
  /** None for the first line. */
  id?: string;
  text?: string | undefined;
  cause?: string | undefined;
}

/** What came of a run of a suite. */
export type SuiteResult =
  | {
      complete: true;
      /** Canonical JSON: the same for the same suite and answers on every host. */
      scorecard: string;
      summary: ScorecardSummary;
      /** A file of answers that replays this run; of a run that asked. */
      answers?: string;
    }
  /** The signal ended the run before its end. */
  | { complete: false; answers?: string };

/** Judges the replies to a suite. Only where somebody is asked can a run end before its end. */
export function runSuite<Options extends RunSuiteOptions>(
  suite: Text,
  options: Options,
): Promise<Options extends AskOptions ? SuiteResult : Extract<SuiteResult, { complete: true }>>;

/** What a scorecard says. */
export interface ScorecardSummary {
  suite: string | null;
  version: string | null;
  digest: string;
  passed: number;
  total: number;
  /** Rounded down to two decimals, so that only a full score reads `100.00`. */
  percent: string;
  labels: Record<string, number>;
  /** Who is named as having signed it; `checkFile` of `proofmark` says whether they did. */
  evaluator: string | null;
}

/** Reads a scorecard; its signature is not looked into. */
export function readScorecard(scorecard: Text): ScorecardSummary;

/**
 * Holds a scorecard to its suite: a result for each task, passed where the suite accepts the
 * answer's digest, a signature that fits; with answers, that judging them again gives the same.
 */
export function checkScorecard(
  scorecard: Text,
  suite: Text,
  options?: { answers?: Text | undefined },
): FileStatus;

/* ------------------------------------------------------------------------------------------- */
/* Reports; `docs/stats.md` names the methods                                                    */
/* ------------------------------------------------------------------------------------------- */

/** A scorecard, or a record file, whole or as it comes; or the records themselves. */
export type Results = Text | SignalRecord[] | AsyncIterable<Text> | Readable<Text>;

/** The forms of a report. */
export type ReportFormat = "json" | "markdown" | "junit" | "html";

/** How a report is made. */
export interface ReportOptions {
  /** Default: `json`. */
  format?: ReportFormat | undefined;
  /** The error rate of intervals. Default: 0.05. */
  alpha?: number | undefined;
  /** Told of every line that is left out, as it breaks off. */
  onError?: ((error: TornLine) => void) | undefined;
}

/**
 * What a scorecard or records came to. `html` is one page without any other file, which carries
 * what it reports and verifies it when it is opened, offline. A report verifies nothing by itself.
 * Lines that break off are left out, as by `openRecords`; the report says so in every form.
 */
export function report(file: Results, options?: ReportOptions): Promise<string>;

/** What `report` writes as `json`. */
export interface Report {
  kind: "scorecard" | "records";
  title: string;
  /** The score in one line. */
  headline: string;
  /** What has to stand below it. */
  notes: string[];
  /** What was asked for and what answered, by subject, where the records say so. */
  who?: string[];
  /** Who is named as signer. */
  signer: string | null;
  suiteDigest: string | null;
  alpha: number;
  /** The confidence level of the intervals, as text: `95 %`. */
  level: string;
  score: Tally;
  readings: { literal: Tally; committed: Tally } | null;
  /** How many were not asked; no score counts them. */
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
  /** The lines that break off and are in none of it. */
  torn: TornLine[];
}

/** How many passed of how many, with an interval. */
export interface Tally {
  passed: number;
  total: number;
  rate: number;
  /** Wilson's interval on the rate. */
  interval: [low: number, high: number];
}

/** Latencies in milliseconds. */
export interface Quantiles {
  count: number;
  p50: number;
  p95: number;
  p99: number;
}

/** What records came to, by group. */
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
  /** Of the replies that came. */
  latencyMs: Quantiles | null;
}

/** What records came to, by whatever they can be grouped by. */
export function summarize(
  records: Results,
  options?: { alpha?: number | undefined },
): Promise<Summary>;

/** What a table of records shows of each, in the order of the file. */
export interface Listing {
  /** Whom the records are about, in the order in which they first come. */
  subjects: string[];
  /** The ids of their runs, likewise. */
  runs: string[];
  rows: ListedRecord[];
  /**
   * The lines that break off. The rows are those of all others; `summarize`, whose figures could
   * not say so, refuses such a file.
   */
  torn: TornLine[];
}

/** A line that is the beginning of an object and no more, as a run leaves its last one that was killed. */
export interface TornLine {
  line: number;
  code: string;
  message: string;
}

/** A record as a row of a table. */
export interface ListedRecord {
  /** The line of the file that it stands on, from 1. */
  line: number;
  /** The place in `subjects`. */
  subject: number;
  /** The place in `runs`. */
  run: number;
  question: string;
  family: Family;
  /** `null` where the record does not say, because its seed is withheld. */
  stratum: string | null;
  outcome: Outcome;
  compliance: Compliance | null;
  /** Whether the score counts it as passed; `null` where nothing was asked. */
  passed: boolean | null;
  literal: boolean;
  committed: boolean;
  /** `null` where no reply came. */
  latencyMs: number | null;
  fetchedAt: string;
}

/** A record file that was read once, for a table and statistics of whatever part of it is shown. */
export interface OpenRecords {
  /** One row for each record; whatever else there is to one stands on its line. */
  listing: Listing;
  /** The summary of all records, or of those on `lines` only. */
  summarize(options?: {
    alpha?: number | undefined;
    lines?: Iterable<number> | undefined;
  }): Summary;
  /** Gives the memory back. Again, it does nothing; `summarize` is refused then, with `core.lost`. */
  close(): void;
}

/** Reads a record file; a scorecard is refused with `report.other-kind`. */
export function openRecords(file: Results): Promise<OpenRecords>;

/** When a difference counts. */
export interface CompareOptions {
  /** The error rate of the test and of the interval. Default: 0.05. */
  alpha?: number | undefined;
  /** The probability with which `needed` would find the difference. Default: 0.8. */
  power?: number | undefined;
  /** The smallest difference that matters. Default: 0.05. */
  margin?: number | undefined;
}

/** Two sets of results, pair by pair. */
export interface Comparison {
  verdict: "regression" | "improvement" | "no-evidence" | "too-few";
  /** The verdict as a sentence. */
  text: string;
  /** The whole as Markdown. */
  markdown: string;
  /** What has to stand beside it: where lines break off and are left out. */
  notes: string[];
  /** Subjects of which not the same answered in both files: what changed may be the model. */
  who?: string[];
  /** Those lines of each file. */
  torn: { first: TornLine[]; second: TornLine[] };
  /** What the figures below read as: `level` is `95 %`, `range` is `-52.09 % to 15.63 %`. */
  figures: { level: string; difference: string; range: string; p: string; midP: string };
  alpha: number;
  margin: number;
  pairs: { both: number; fixed: number; broken: number; neither: number };
  /** What has no partner. */
  onlyFirst: number;
  onlySecond: number;
  /** The second pass rate less the first. */
  difference: number;
  interval: [low: number, high: number];
  /** McNemar's exact test. */
  mcnemar: { p: number; midP: number };
  /** How many pairs would be needed; `null` where no number would do. */
  needed: { difference: number; power: number; pairs: number; more: number } | null;
  latencyMs: {
    first: Quantiles;
    second: Quantiles;
    /** Second less first: p50, p95, p99. */
    difference: [number, number, number];
  } | null;
  changed: { key: string; change: "fixed" | "broken" }[];
}

/** Compares two scorecards of one suite, or two record files, pair by pair. */
export function compare(
  first: Results,
  second: Results,
  options?: CompareOptions,
): Promise<Comparison>;
