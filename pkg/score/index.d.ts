/**
 * `proofmark/score`: from signals to the HCS-25 trust score, and signals between records, snapshots
 * and stored fields. It has a wasm of its own, which is loaded when this is imported.
 *
 * In Node, Deno, Bun and edge workers every function can be called at once. In a browser, await
 * {@link ready} first. Every refusal is a {@link ProofmarkError} with a stable `code`.
 */

import type { Chunks, LineError, SignalRecord, SignalStatus, WasmSource } from "../index.d.ts";

export { ProofmarkError } from "../index.js";

/** Starts the core of scores, as `ready` of `proofmark` starts that one. */
export function ready(source?: WasmSource | PromiseLike<WasmSource>): Promise<void>;

/**
 * A scoring configuration (`docs/schema/score-config.schema.json`), or its JSON text. The text keeps
 * every digit as written.
 */
export type ScoreConfig = { trustScoreConfigVersion: number; adapters: object[] } | string;

/** What is known of one subject (`docs/hcs25.md`). */
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

/** A signal record: those of {@link SignalRecord}, or any other. */
export interface Signal {
  signalId: string;
  status: SignalStatus;
  fetchedAt?: string;
  data?: object;
}

/** When an adapter counts (`docs/hcs25.md`). */
export type ContributionMode = "universal" | "scoped" | "conditional";

/** The trust score of a subject under one configuration at one time. */
export interface TrustScore {
  subject: { id: string; agent?: string; model?: string; tool?: string };
  /** Every component that counts, by its key, and the composite as `total`: 0 to 100, two decimals. */
  trustScores: { total: number; [key: string]: number };
  /** The composite. */
  trustScore: number;
  /** From 0 to 1, where the configuration asks for it. */
  trustConfidence?: number;
  trustScoreConfigVersion: number;
  /** The hex SHA-256 of the configuration's canonical JSON. */
  trustScoreConfigDigest: string;
  trustScoreUpdatedAt: string;
  breakdown: { adapters: AdapterScore[] };
}

/** What one adapter gives. */
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
    value: number;
    weight: number;
    /** Of a windowed eval: its runs, those that were right, and their 95 % Wilson interval in percent. */
    window?: { runs: number; correct: number; low: number; high: number };
  }[];
  /** The components that are left out of the total. */
  unavailable: { key: string; status: SignalStatus }[];
}

/** Why a score is what it is. */
export interface ScoreExplanation {
  subject: { id: string; agent?: string; model?: string; tool?: string };
  total: number;
  adapters: {
    adapterId: string;
    inDenominator: boolean;
    weight: number;
    total: number;
    /** The composite of all others. */
    without: number;
    /** What this one adds to that, or takes from it. */
    moved: number;
  }[];
  /**
   * For each component of evals, where one more run could take the composite, and how far. Components
   * that read the same family change together.
   */
  nextRun: { key: string; low: number; high: number; change: number }[];
}

/** When it is scored. */
export interface ScoreOptions {
  /** The time of scoring, RFC 3339, from which ages are counted. Default: the host's clock. */
  updatedAt?: string | undefined;
}

/** Scores one subject. */
export function computeTrustScore(
  config: ScoreConfig,
  snapshot: Snapshot,
  options?: ScoreOptions,
): TrustScore;

/** Says what moved the score of one subject, and what one more run could. */
export function explainTrustScore(
  config: ScoreConfig,
  snapshot: Snapshot,
  options?: ScoreOptions,
): ScoreExplanation;

/** What becomes of lines that are refused; without either they are only counted. */
export interface LineErrorOptions {
  /** Called for each; the rest goes on. */
  onError?: ((error: LineError) => void) | undefined;
  /** Throw at the first. */
  strict?: boolean | undefined;
}

/** By what configuration, and what is written. */
export interface ScoreStreamOptions extends ScoreOptions, LineErrorOptions {
  config: ScoreConfig;
  /** Write explanations in place of scores. Default: false. */
  explain?: boolean | undefined;
}

/**
 * Scores any number of subjects: NDJSON bytes in, NDJSON bytes out. Snapshots are scored as they
 * come, in flat memory; the subjects of a record file at its end, in the order in which they first
 * came, with a few hundred bytes kept of each record. Records are scored as they stand: see
 * {@link verifyStream} for whether they are true.
 */
export function scoreStream(
  subjects: Chunks,
  options: ScoreStreamOptions,
): AsyncGenerator<Uint8Array, { subjects: number; errors: number }, void>;

/** A configuration that scores were published under. */
export interface PublishedConfig {
  version: number;
  digest: string;
}

/**
 * Reads a configuration and holds it against those published before: the same version is the same
 * configuration, and no version is below the highest.
 */
export function checkScoreConfig(config: ScoreConfig, earlier?: PublishedConfig[]): PublishedConfig;

/** A family of stored fields: `a2aSimple*` or `nandaSimple*`. */
export type FieldFamily = "a2a" | "nanda";

/**
 * Reads the evals out of `subject.metadata.additional`: every field is in a record, or reported. The
 * fields name no subject, and neither do the records: {@link mergeSnapshot} takes them with one.
 */
export function importFields(additional: object | string): {
  records: Signal[];
  invalid: { field: string; expected: string; found: string }[];
};

/** The stored fields of one record of a simple eval. */
export function exportFields(record: object, fields: FieldFamily): Record<string, unknown>;

/**
 * Puts a run into `subject.metadata.additional`: the newer stands, whatever came of it, except that a
 * run that was not asked (`skipped`) replaces none that was. `replaced` says whether the run stands.
 */
export function mergeFields(
  additional: object | string,
  record: object,
  options: { fields: FieldFamily; now?: number | undefined },
): { additional: Record<string, unknown>; replaced: boolean };

/** What is kept of the runs. */
export interface MergeOptions {
  /** Also write the newest run of each eval as stored fields of this family. */
  fields?: FieldFamily | undefined;
  /** How many runs of each eval a snapshot keeps, the newest: 1 to 1,000,000. Default: 1. */
  keep?: number | undefined;
  /** Now, in milliseconds since 1970: a later time is none. Default: the host's clock. */
  now?: number | undefined;
}

/**
 * Puts records into a snapshot: of each eval the newest stand, a failure before a success of its time,
 * and those that were not asked behind all that were.
 * Every record names its subject; those of another one than the snapshot's are passed over. Stored
 * fields that are invalid refuse nothing: {@link importFields} tells of them.
 */
export function mergeSnapshot(
  snapshot: Snapshot,
  records: (Signal & { subject: { id: string; [name: string]: unknown } })[],
  options?: MergeOptions,
): Snapshot;

/** What is made of what. */
export interface SignalsStreamOptions extends Omit<MergeOptions, "keep">, LineErrorOptions {
  /**
   * `import`: snapshots in, their stored fields as records out. `migrate`: snapshots in and out, the
   * fields as records among their signals; those of an eval with an invalid field stay. `export`:
   * snapshots or records in, snapshots with stored fields out. `merge`: snapshots in and out, with
   * `records` among their signals.
   */
  task: "import" | "migrate" | "export" | "merge";
  /** A record file, for `merge`. */
  records?: Chunks | undefined;
  keep?: number | undefined;
}

/**
 * Moves the signals of any number of subjects between records, snapshots and stored fields: NDJSON
 * bytes in, NDJSON bytes out. A stored field that is invalid is an error of its own, by name.
 */
export function signalsStream(
  lines: Chunks,
  options: SignalsStreamOptions,
): AsyncGenerator<Uint8Array, { lines: number; errors: number }, void>;
