// Evaluations of one subject, and of any number of them.

import type { Log } from "./logs.js";
import type { DrawnQuestion } from "./questions.js";
import type { SignalRecord } from "./records.js";
import type { ProofmarkError } from "./start.js";
import type { Family, Policy, Protocol } from "./words.js";

/** The endpoint to ask, and how. */
export interface Target {
  /** The URL of the agent. */
  endpoint: string;
  /**
   * The subject's stable id. Default: the agent that a broker is to ask, or the endpoint without
   * user name and fragment, with `#model=…` or `#tool=…` if one is given. Required if a query, or
   * text in the body, distinguishes the subject from others, because that may contain a key.
   */
  subject?: string | undefined;
  /** The registry that lists the subject. */
  registry?: string | undefined;
  /** Default: `auto`. */
  protocol?: Protocol | undefined;
  /** Sent with every request; never recorded. */
  headers?: Record<string, string> | undefined;
  /** The model to request, if the protocol has one. */
  model?: string | undefined;
  /**
   * The body for `json`, or all arguments of the tool for `mcp`: JSON text with the placeholders
   * `{{prompt}}`, `{{sessionId}}` and, for `json`, `{{model}}`.
   */
  jsonBody?: string | undefined;
  /** The JSON Pointer (RFC 6901) to the reply in a `json` response. */
  replyPointer?: string | undefined;
  /** The tool and its argument, for `mcp`. */
  tool?: string | undefined;
  argument?: string | undefined;
  /** The agent that a `broker` is to ask, by its id or by its URL. */
  uaid?: string | undefined;
  agentUrl?: string | undefined;
  /** Follows redirects to another origin, without the headers. Default: false. */
  crossOrigin?: boolean | undefined;
  ask?: undefined;
}

/**
 * A function that replaces the endpoint: from a prompt to the text of the reply. `signal` aborts at
 * the end of the time budget; later replies are ignored. It is called once per question and does
 * its own retries. An exception becomes the record's cause: the error's `code` if that is a cause
 * (`http.429`) or a Node error code (`ECONNREFUSED`), else `transport.failed`. The exception itself
 * is the `error` of the record's event; on the first question, `evaluate` rejects with it as `cause`.
 */
export type Ask = (
  prompt: string,
  about: { signal: AbortSignal; subject: string },
) => string | Promise<string>;

/** A subject that is asked by a function. */
export interface OwnTarget {
  ask: Ask;
  /** The subject's stable id. */
  subject: string;
  /** The registry that lists the subject. */
  registry?: string | undefined;
  endpoint?: undefined;
}

/** A target of many, with the progress of an earlier, interrupted run. */
export type AnyTarget = (Target | OwnTarget) &
  Pick<
    RunOptions,
    "families" | "questions" | "seed" | "entropy" | "entropySource" | "policy" | "recordRequest"
  > &
  Pick<EvaluateWith, "resume">;

/**
 * A function that decides before each question whether to ask it. To decline, it returns a cause
 * (`quota.spent`, `breaker.timeout`, `breaker.missing`, `transport.off`, `endpoint.unknown`), which
 * is recorded; nothing is sent.
 */
export type Admit = (
  question: DrawnQuestion,
  about: { subject: string },
) => string | undefined | Promise<string | undefined>;

/**
 * The handling of a run whose first question gets no reply. `record` writes its record and goes on.
 * `configured` rejects with a code such as `contact.refused` if the cause points to a mistake of the
 * caller: a wrong URL, a missing credential, another protocol. `answered` rejects for every cause.
 * Nothing is recorded then. `evaluateAll` yields the event `refused` for such a target, and goes on
 * with the others.
 */
export type FirstContact = "record" | "configured" | "answered";

/** The questions, and the limits for asking them. */
export interface RunOptions {
  /** Default: both. */
  families?: Family[] | undefined;
  /** Questions per family. Default: 1. */
  questions?: number | undefined;
  /** Default: a fresh one per subject. */
  seed?: string | undefined;
  /** A value that a public source emitted after the plan was published. Default: none. */
  entropy?: string | undefined;
  /** The source of the entropy, such as a beacon and a round; part of the terms. */
  entropySource?: string | undefined;
  /** Default: `literal`. */
  policy?: Policy | undefined;
  /** The time per question, including retries, in milliseconds. Default: 25,000. */
  budget?: number | undefined;
  /** The maximum number of retries after transient failures. Default: 2. */
  retries?: number | undefined;
  /** The maximum size of a response body in bytes, up to 2 MiB. Default: 262,144. */
  maxBody?: number | undefined;
  /**
   * Allows private and loopback addresses that come from data: redirects, agent cards, and the
   * endpoint itself with `publicOnly`. Default: false.
   */
  allowPrivate?: boolean | undefined;
  /**
   * True if the endpoint must have a public address, because its URL comes from data. Default: true
   * for `evaluateAll`, otherwise false.
   */
  publicOnly?: boolean | undefined;
  /**
   * Writes `jsonBody` and `replyPointer` into the terms of the run, because a probe found them. They
   * must be the same for all subjects. Default: false.
   */
  recordRequest?: boolean | undefined;
  /** Default: `configured`. */
  firstContact?: FirstContact | undefined;
  /** A private bank, as the text of its file. */
  bank?: string | undefined;
  /** Ends the evaluation; completed records are kept. */
  signal?: AbortSignal | undefined;
  /**
   * The maximum requests per second, evenly spaced. A question waits for its turn before its time
   * budget starts. Its further requests are sent at once, and later questions wait longer. Default:
   * no limit.
   */
  rate?: number | undefined;
  /** Decides before each question whether to ask it. Default: always. */
  admit?: Admit | undefined;
  /**
   * Default: the host's own. If `publicOnly` of its second argument is set, it must not connect to
   * a private address; the host's own complies as far as it can.
   */
  fetch?: typeof fetch | undefined;
}

/** Signing and withholding of the records of a run. */
export interface SealOptions {
  /** The text of a key file: the evaluator, named in every record. Default: no signature. */
  key?: string | undefined;
  /**
   * `records` (default): the key signs every record, and checkpoints. `checkpoint`: only
   * checkpoints.
   */
  sign?: "records" | "checkpoint" | undefined;
  /**
   * Values to withhold before signing: replies, or of a private bank replies and right answers.
   */
  withhold?: ("response" | "expected")[] | undefined;
  /**
   * The records per checkpoint, in addition to the one at the end. Requires a key. Default: all.
   */
  checkpointEvery?: number | undefined;
  /** The log to continue, or `null` for none. Default: a new one if there is a key. */
  log?: Log | null | undefined;
}

/** The options of an evaluation other than its target. */
export interface EvaluateWith extends RunOptions, SealOptions {
  /**
   * The records of an earlier, interrupted run of the same subject, in order. If given, even if
   * empty, the run's first line is not emitted again.
   */
  resume?: SignalRecord[] | undefined;
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** An evaluation of an endpoint. */
export interface EvaluateOptions extends Target, EvaluateWith {}

/** An evaluation of a function of your own. */
export interface EvaluateOwnOptions extends OwnTarget, EvaluateWith {}

/** Evaluations of many subjects, and limits on concurrency. */
export interface EvaluateAllOptions extends RunOptions, SealOptions {
  /** The number of subjects asked at a time, one question each, from 1 to 10,000. Default: 8. */
  concurrency?: number | undefined;
  /** The maximum number of them per origin. Default: no limit. */
  perOrigin?: number | undefined;
  /** The maximum requests per second and origin, evenly spaced. Default: no limit. */
  ratePerOrigin?: number | undefined;
}

/** An event of an evaluation. `line` is a line of the record file. */
export type RunEvent =
  | { type: "run"; subject: string; runId: string; planId: string; line: string }
  | { type: "question"; subject: string; question: DrawnQuestion }
  /** If values were withheld, `openings` are the lines that reveal them, and `opened` is the
   * record with them. Both are secret. */
  | {
      type: "record";
      subject: string;
      record: SignalRecord;
      line: string;
      openings?: string[];
      opened?: SignalRecord;
      /** The exception that `ask` threw. */
      error?: unknown;
    }
  /** A checkpoint over all records so far. */
  | { type: "checkpoint"; line: string }
  | { type: "close"; subject: string; line: string }
  /** The target cannot be asked; the others continue. */
  | { type: "refused"; target: AnyTarget; error: ProofmarkError };

/** The ids of a run. */
export interface RunIds {
  /** The digest of the terms, equal for all subjects; publish it before the first question. */
  planId: string;
  /** The digest of plan id, subject and entropy. */
  runId: string;
  subject: string;
}

/** Computes the ids of a run without asking anything. */
export function runIds(
  options: AnyTarget & Pick<RunOptions, "bank"> & { seed: string; resume?: undefined },
): RunIds;

/** The result of an evaluation. */
export interface RunResult extends RunIds {
  records: SignalRecord[];
  /** The lines of the run, as in a record file. */
  lines: string[];
  /** The lines that reveal withheld values. They are secret. */
  openings: string[];
  scores: Scores;
  /** True if every question was asked; false if the signal ended the evaluation early. */
  complete: boolean;
}

/** Correct answers by each reading, out of `scored`; the mean score is 100 times their share. */
export interface Scores {
  /** The number of records with a score; questions that were not asked have none. */
  scored: number;
  /** Correct by the policy of the record. */
  correct: number;
  literal: number;
  committed: number;
}

/**
 * Returns the contribution of one record to the scores. Withheld values cannot be compared; for
 * these the outcome counts for both readings.
 */
export function scoresOf(record: SignalRecord | string): Scores;

/** Returns the subject of an evaluation of `target`, as recorded before the first response. */
export function subjectOf(target: Target | OwnTarget): SignalRecord["subject"];

/** Evaluates one subject. */
export function evaluate(options: EvaluateOptions | EvaluateOwnOptions): Promise<RunResult>;

/** Evaluates any number of subjects, several at a time, one question each. */
export function evaluateAll(
  targets: Iterable<AnyTarget> | AsyncIterable<AnyTarget>,
  options?: EvaluateAllOptions,
): AsyncGenerator<RunEvent, void, void>;
