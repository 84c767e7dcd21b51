// Evaluations: of one subject, and of any number of them.

import type { Log } from "./logs.js";
import type { DrawnQuestion } from "./questions.js";
import type { SignalRecord } from "./records.js";
import type { ProofmarkError } from "./start.js";
import type { Family, Policy, Protocol } from "./words.js";

/** Whom to ask, and how. */
export interface Target {
  /** The URL that is asked. */
  endpoint: string;
  /**
   * The subject's stable id. Default: the agent that a broker is to ask, or the endpoint without user
   * name and fragment, with `#model=…` or `#tool=…` where one is named. It has to be given where a
   * query, or a text in the body, tells the subject from others: that may hold a key.
   */
  subject?: string | undefined;
  /** The registry that lists the subject. */
  registry?: string | undefined;
  /** Default: `auto`. */
  protocol?: Protocol | undefined;
  /** Sent with every request; never in a record. */
  headers?: Record<string, string> | undefined;
  /** The model to name, where the protocol names one. */
  model?: string | undefined;
  /** The body of `json`: JSON text in which `{{prompt}}` and `{{sessionId}}` are replaced. */
  jsonBody?: string | undefined;
  /** Where the reply stands in the answer of `json` (RFC 6901). */
  replyPointer?: string | undefined;
  /** The tool and its argument, for `mcp`. */
  tool?: string | undefined;
  argument?: string | undefined;
  /** Whom a `broker` is to ask: an agent by its id, or by its URL. */
  uaid?: string | undefined;
  agentUrl?: string | undefined;
  /** Follow redirects to another origin; headers stay at home. Default: false. */
  crossOrigin?: boolean | undefined;
  ask?: undefined;
}

/**
 * A way to ask of your own: from a prompt to the text of the reply. `signal` ends at the end of the
 * time budget; an answer that comes later counts for nothing. It is asked once for each question, so
 * retries are its own. What it throws becomes the record's cause: by the error's `code` where that is
 * a cause (`http.429`) or one of Node's (`ECONNREFUSED`), else `transport.failed`.
 */
export type Ask = (
  prompt: string,
  about: { signal: AbortSignal; subject: string },
) => string | Promise<string>;

/** Whom to ask in a way of your own. */
export interface OwnTarget {
  ask: Ask;
  /** The subject's stable id. */
  subject: string;
  /** The registry that lists the subject. */
  registry?: string | undefined;
  endpoint?: undefined;
}

/** A target among many, and how far an earlier, interrupted run of it has come. */
export type AnyTarget = (Target | OwnTarget) &
  Pick<RunOptions, "families" | "runs" | "seed" | "entropy" | "entropySource" | "policy"> &
  Pick<EvaluateWith, "resume">;

/**
 * Says whether a question is asked, before it is. A cause for not asking (`quota.spent`,
 * `breaker.timeout`, `breaker.missing`, `transport.off`, `endpoint.unknown`) is what its record says
 * then; nothing is sent.
 */
export type Admit = (
  question: DrawnQuestion,
  about: { subject: string },
) => string | undefined | Promise<string | undefined>;

/** What is asked, and how long and how often it is tried. */
export interface RunOptions {
  /** Default: both. */
  families?: Family[] | undefined;
  /** Questions per family. Default: 1. */
  runs?: number | undefined;
  /** Default: a fresh one for each subject. */
  seed?: string | undefined;
  /** A public value that its source gave after the plan was published. Default: none. */
  entropy?: string | undefined;
  /** The public source of the entropy, such as a beacon and a round; one of the terms. */
  entropySource?: string | undefined;
  /** Default: `literal`. */
  policy?: Policy | undefined;
  /** The time for one question, retries included, in milliseconds. Default: 25,000. */
  budget?: number | undefined;
  /** How often a transient failure is tried again. Default: 2. */
  retries?: number | undefined;
  /** The largest body that is read, in bytes: at most 2 MiB. Default: 262,144. */
  maxBody?: number | undefined;
  /** Ask addresses that are private or loopback. Default: false. */
  allowPrivate?: boolean | undefined;
  /**
   * Whether the endpoint's address comes from data. Default: true. With false the endpoint itself
   * may be private, but what it leads to may not.
   */
  fromData?: boolean | undefined;
  /** A private bank, as the text of its file. */
  bank?: string | undefined;
  /** Ends the evaluation; what is done is kept. */
  signal?: AbortSignal | undefined;
  /**
   * Requests a second that may go out, evenly spaced. A question waits for its turn before its time
   * begins; what else it takes goes out at once, and later questions wait the longer. Default: no
   * limit.
   */
  rate?: number | undefined;
  /** Asked before each question whether it is asked. Default: every one is. */
  admit?: Admit | undefined;
  /**
   * Default: the host's own. In its second argument, `publicOnly` says that no private address may
   * be connected to: the host's own keeps to that as far as it can, another one has to.
   */
  fetch?: typeof fetch | undefined;
}

/** What is done to the records of a run before they are kept. */
export interface SealOptions {
  /** The text of a key file: the evaluator, whom every record names. Default: nobody signs. */
  key?: string | undefined;
  /**
   * What is signed by the key: every record, or only the checkpoints of their log. Default:
   * `records`; there are checkpoints either way.
   */
  sign?: "records" | "checkpoint" | undefined;
  /**
   * What is withheld, before signing. Replies can be; right answers only of a private bank, and
   * together with the replies.
   */
  withhold?: ("response" | "expected")[] | undefined;
  /** How many records there are to a checkpoint, beside the one at the end. With a key. Default: all. */
  checkpointEvery?: number | undefined;
  /** The log to go on with, or `null` for none. Default: a fresh one, if there is a key. */
  log?: Log | null | undefined;
}

/** What one evaluation takes beside whom it asks. */
export interface EvaluateWith extends RunOptions, SealOptions {
  /**
   * The records that an earlier, interrupted run of the same subject has made, in order. Where they
   * are given, even if there are none, the run's first line is not told again.
   */
  resume?: SignalRecord[] | undefined;
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** An evaluation over an endpoint. */
export interface EvaluateOptions extends Target, EvaluateWith {}

/** An evaluation over a function of your own. */
export interface EvaluateOwnOptions extends OwnTarget, EvaluateWith {}

/** Evaluations of many subjects, and how many of them at a time. */
export interface EvaluateAllOptions extends RunOptions, SealOptions {
  /** How many subjects are asked at a time, one question each, from 1 to 10,000. Default: 8. */
  concurrency?: number | undefined;
  /** How many of them of one origin. Default: as many as of all. */
  perOrigin?: number | undefined;
  /** Requests a second to one origin, evenly spaced. Default: no limit. */
  ratePerOrigin?: number | undefined;
}

/** What an evaluation tells as it goes. `line` is what a record file stores. */
export type RunEvent =
  | { type: "run"; subject: string; runId: string; planId: string; line: string }
  | { type: "question"; subject: string; question: DrawnQuestion }
  /** Where values were withheld, `openings` are the lines that give them back, and `opened` is the
   * record with them. Both are secret. */
  | {
      type: "record";
      subject: string;
      record: SignalRecord;
      line: string;
      openings?: string[];
      opened?: SignalRecord;
    }
  /** A checkpoint over all records so far. */
  | { type: "checkpoint"; line: string }
  | { type: "close"; subject: string; line: string }
  /** The target could not be asked at all; the others go on. */
  | { type: "refused"; target: AnyTarget; error: ProofmarkError };

/** The ids of a run. */
export interface RunIds {
  /** The digest of the terms, the same for every subject: to be published before the first question. */
  planId: string;
  /** The digest of plan id, subject and entropy. */
  runId: string;
  subject: string;
}

/** Computes the ids of a run without asking anything. */
export function runIds(
  options: AnyTarget & Pick<RunOptions, "bank"> & { seed: string; resume?: undefined },
): RunIds;

/** What came of an evaluation. */
export interface RunResult extends RunIds {
  records: SignalRecord[];
  /** The lines of the run as a record file stores them. */
  lines: string[];
  /** The lines that give withheld values back. They are secret. */
  openings: string[];
  scores: Scores;
  /** Whether every question was asked; false where the signal ended the evaluation before. */
  complete: boolean;
}

/** Right answers by each reading, out of `scored`; the mean score is 100 times their share. */
export interface Scores {
  /** Records with a score; those that were never asked have none. */
  scored: number;
  /** Right by the policy of the record. */
  correct: number;
  literal: number;
  committed: number;
}

/**
 * What one record adds to the scores, for the counts of a run while it is under way. Of the values
 * that were withheld nothing can be compared: there the outcome counts, for either reading.
 */
export function scoresOf(record: SignalRecord | string): Scores;

/** Returns the subject that an evaluation of `target` is about, as its records begin to name it. */
export function subjectOf(target: Target | OwnTarget): SignalRecord["subject"];

/** Runs the evals against one subject. */
export function evaluate(options: EvaluateOptions | EvaluateOwnOptions): Promise<RunResult>;

/** Runs the evals against any number of subjects, several at a time, one question each. */
export function evaluateAll(
  targets: Iterable<AnyTarget> | AsyncIterable<AnyTarget>,
  options?: EvaluateAllOptions,
): AsyncGenerator<RunEvent, void, void>;
