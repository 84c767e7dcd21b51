/**
 * `proofmark/score`: the HCS-25 trust score, and conversion of signals between records, snapshots
 * and stored fields. Importing it loads its own wasm.
 *
 * In Node, Deno, Bun and edge workers the functions can be called immediately. In a browser, await
 * {@link ready} first. Errors are a {@link ProofmarkError} with a stable `code`.
 */

import type { Chunks, LineError, SignalRecord, SignalStatus, WasmSource } from "../../index.d.ts";

export { ProofmarkError } from "../../index.js";

/** Starts the core of scores, like `ready` of `proofmark`. */
export function ready(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/**
 * A scoring configuration (`docs/schema/score-config.schema.json`), or its JSON text. Text
 * preserves all digits of numbers.
 */
export type ScoreConfig = { trustScoreConfigVersion: number; adapters: object[] } | string;

/** A subject with its signals (`docs/hcs25.md`). */
export interface Snapshot {
  subject: {
    id: string;
    registry?: string | null;
    protocol?: string | null;
    class?: string | null;
    metadata?: { additional?: Record<string, unknown> | null; [name: string]: unknown } | null;
    [name: string]: unknown;
  };
  signals?: Signal[] | null;
}

/** A signal record: a `SignalRecord`, or any other. */
export interface Signal {
  signalId: string;
  status: SignalStatus;
  fetchedAt?: string;
  data?: object;
}

/** The rule for when an adapter counts (`docs/hcs25.md`). */
export type ContributionMode = "universal" | "scoped" | "conditional";

/** The subject of a score. */
export interface ScoredSubject {
  id: string;
  /**
   * The requested model, tool or agent and what answered in the scored runs, according to their
   * records: the first 16 distinct texts, such as `model m, served by m-2026-01-14`.
   */
  who?: string[];
}

/** The trust score of a subject under one configuration at one time. */
export interface TrustScore {
  subject: ScoredSubject;
  /** Components that count, by key, and the composite as `total`: 0 to 100, two decimals. */
  trustScores: { total: number; [key: string]: number };
  /** The composite. */
  trustScore: number;
  /** From 0 to 1, if the configuration requests it. */
  trustConfidence?: number;
  trustScoreConfigVersion: number;
  /** The hex SHA-256 of the configuration's canonical JSON. */
  trustScoreConfigDigest: string;
  trustScoreUpdatedAt: string;
  breakdown: { adapters: AdapterScore[] };
  /** In a signed score: the digest and number of the lines that it was computed from. */
  input?: { digest: string; lines: number };
  /** In a signed score: the signer's `did:key`. */
  evaluator?: string;
  /** In a signed score: the signature. */
  proof?: object;
}

/** The result of one adapter. */
export interface AdapterScore {
  adapterId: string;
  applicable: boolean;
  inDenominator: boolean;
  contributionMode: ContributionMode;
  weight: number;
  total: number;
  components: {
    key: string;
    status: SignalStatus;
    /** In an explanation: the arithmetic. Evals have none. */
    steps?: ScoreStep[];
    value: number;
    weight: number;
    /** For a windowed eval: its runs, the correct ones, and the 95 % Wilson interval in percent. */
    window?: { runs: number; correct: number; low: number; high: number };
  }[];
  /** The components that are left out of the total. */
  unavailable: { key: string; status: SignalStatus; steps?: ScoreStep[] }[];
}

/** A step of the arithmetic. The steps that it is computed from follow it, one level deeper. */
export interface ScoreStep {
  depth: number;
  /** The field, the formula or the combinator. */
  text: string;
  status: SignalStatus;
  /** The result as decimal text, to a billionth, if the status is `ok` or `stale`. */
  value?: string;
  /** The weight within a sum or mean. */
  weight?: number;
}

/** An explanation of a score. */
export interface ScoreExplanation {
  subject: ScoredSubject;
  total: number;
  /** The factor of stale components. */
  staleMultiplier: number;
  /** The total is the mean of the totals of the adapters in the denominator, by their weights. */
  adapters: (AdapterScore & {
    /** The composite of all others. */
    without: number;
    /** The difference that this adapter makes. */
    moved: number;
  })[];
  /**
   * For each component of evals, the range of the composite after one more run, and the largest
   * change. Components that read the same family change together.
   */
  nextRun: { key: string; low: number; high: number; change: number }[];
}

/** The time of scoring. */
export interface ScoreOptions {
  /** RFC 3339; ages are relative to it. Default: the host's clock. */
  updatedAt?: string | undefined;
}

/**
 * Returns the ends of the 95 % Wilson interval of a share, from 0 to 1: of the questions that an
 * agent answered, for example.
 */
export function shareInterval(passed: number, total: number): [low: number, high: number];

/** Scores one subject. */
export function computeTrustScore(
  config: ScoreConfig,
  snapshot: Snapshot,
  options?: ScoreOptions,
): TrustScore;

/** Explains the score of one subject, and how one more run could change it. */
export function explainTrustScore(
  config: ScoreConfig,
  snapshot: Snapshot,
  options?: ScoreOptions,
): ScoreExplanation;

/** The handling of refused lines; by default they are only counted. */
export interface LineErrorOptions {
  /** Called for each refused line; processing continues. */
  onError?: ((error: LineError) => void) | undefined;
  /** Throws at the first refused line. */
  strict?: boolean | undefined;
}

/** The configuration, and the kind of output. */
export interface ScoreStreamOptions extends ScoreOptions, LineErrorOptions {
  config: ScoreConfig;
  /** Writes explanations instead of scores. Default: false. */
  explain?: boolean | undefined;
  /** The text of a key file: signs each score. Explanations are not signed. */
  key?: string | undefined;
}

/**
 * Scores any number of subjects: NDJSON bytes in, NDJSON bytes out. Snapshots are scored as they
 * arrive, in constant memory. The subjects of a record file are scored at its end, in order of
 * first appearance, with a few hundred bytes of memory per record. Scoring does not verify records;
 * see {@link verifyStream}.
 */
export function scoreStream(
  subjects: Chunks,
  options: ScoreStreamOptions,
): AsyncGenerator<Uint8Array, { subjects: number; errors: number }, void>;

/** The input of the verification of signed scores. Without all of it, scores do not pass. */
export interface VerifyScoresOptions {
  /** The configuration that they were computed with. */
  config?: ScoreConfig | undefined;
  /** The snapshots or the record file that was scored. Its records are not verified. */
  records?: Chunks | undefined;
  /** The trusted signers: the text of a trust file, or one `did:key`. Default: any signer. */
  trust?: string | undefined;
}

/** The result of verifying signed scores. */
export interface ScoresReport {
  /** `intact` if there are scores and all passed; `not-checked` if an option is missing. */
  verdict: "intact" | "failed" | "not-checked";
  /** The reason of the verdict, in one sentence. */
  text: string;
  scores: {
    subject: string;
    /** The `did:key` whose signature is valid. */
    signer?: string;
    /** The signer's name, if it is trusted. */
    name?: string;
    passed: boolean;
    /** The reason why it fails. */
    code?: string;
    message?: string;
  }[];
  /** The missing options. */
  missing: ("config" | "records")[];
}

/**
 * Verifies signed scores, one per line or in an array: their signatures, and that computing them
 * again from the configuration and the records gives the same.
 */
export function verifyScores(
  scores: string | Uint8Array,
  options?: VerifyScoresOptions,
): Promise<ScoresReport>;

/** A DSSE envelope. */
export interface Envelope {
  /** In base64. */
  payload: string;
  payloadType: string;
  /** `keyid` is the signer's `did:key`, `sig` an Ed25519 signature in base64. */
  signatures: { keyid: string; sig: string }[];
}

/** Signs a payload, such as an in-toto Statement, and returns its DSSE envelope. */
export function signEnvelope(
  payloadType: string,
  payload: string | Uint8Array,
  key: string,
): Envelope;

/** A configuration under which scores were published. */
export interface PublishedConfig {
  version: number;
  digest: string;
}

/**
 * Validates a configuration against those published earlier: an equal version must have an equal
 * digest, and no version may be below the highest.
 */
export function checkScoreConfig(config: ScoreConfig, earlier?: PublishedConfig[]): PublishedConfig;

/** A family of stored fields: `a2aSimple*` or `nandaSimple*`. */
export type FieldFamily = "a2a" | "nanda";

/**
 * Converts the fields of `subject.metadata.additional` to records. Each field is in a record, or
 * reported. The records have no subject, because the fields have none; use {@link mergeSnapshot}.
 */
export function importFields(additional: object | string): {
  records: Signal[];
  invalid: { field: string; expected: string; found: string }[];
};

/** Converts a record of a simple eval to stored fields. */
export function exportFields(record: object, fields: FieldFamily): Record<string, unknown>;

/**
 * Merges a run into `subject.metadata.additional`. The newer run wins, whatever its outcome. But a
 * `skipped` run, in which nothing was asked, replaces another only if its cause is
 * `transport.unknown`. `replaced` reports whether the run won.
 */
export function mergeFields(
  additional: object | string,
  record: object,
  options: { fields: FieldFamily; now?: number | undefined },
): { additional: Record<string, unknown>; replaced: boolean };

/** The number of runs to keep, and their form. */
export interface MergeOptions {
  /** Also writes the newest run of each eval as stored fields of this family. */
  fields?: FieldFamily | undefined;
  /** The number of newest runs to keep per eval: 1 to 1,000,000. Default: 1. */
  keep?: number | undefined;
  /**
   * The current time in milliseconds since 1970; later times count as absent. Default: the host's
   * clock.
   */
  now?: number | undefined;
}

/**
 * Merges records into a snapshot. The newest of each eval are kept; of two at the same time, a
 * failure counts as newer than a success, and runs that were not asked as older than all others.
 * Each record names its subject; those of other subjects are ignored. Invalid stored fields are
 * left in place; see {@link importFields}.
 */
export function mergeSnapshot(
  snapshot: Snapshot,
  records: (Signal & { subject: { id: string; [name: string]: unknown } })[],
  options?: MergeOptions,
): Snapshot;

/** The conversion, and its further input. */
export interface SignalsStreamOptions extends Omit<MergeOptions, "keep">, LineErrorOptions {
  /**
   * `import`: snapshots, also of the reference SDK, to snapshots with stored fields moved into their
   * signals; fields of an eval with an invalid field stay.
   * `export`: snapshots or records to snapshots with stored fields. `merge`: snapshots to
   * snapshots, with `records` added to their signals.
   */
  task: "import" | "export" | "merge";
  /** A record file, for `merge`. */
  records?: Chunks | undefined;
  keep?: number | undefined;
}

/**
 * Converts the signals of any number of subjects between records, snapshots and stored fields:
 * NDJSON bytes in, NDJSON bytes out. Each invalid stored field is reported as an error, by name.
 */
export function signalsStream(
  lines: Chunks,
  options: SignalsStreamOptions,
): AsyncGenerator<Uint8Array, { lines: number; errors: number }, void>;
