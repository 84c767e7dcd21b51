// Verification.

import type { Scores } from "./evaluation.js";
import type { Chunks, Outcome } from "./words.js";

/** A step of verification, in order of execution. */
export type Step = "schema" | "signature" | "inclusion" | "draw" | "bank" | "grade" | "policy";

/** The requirements of a verification, and its further inputs. */
export interface VerifyOptions {
  /** The steps that must pass on every record. Default: `schema`, `draw`, `grade`. */
  require?: Step[] | undefined;
  /** Steps to skip; they are then not checked. */
  skip?: ("draw" | "bank" | "grade")[] | undefined;
  /**
   * The position, from 0, of a single record to verify. The report covers that record and its
   * checkpoints, and not whether its run is complete. Default: all records.
   */
  index?: number | undefined;
  /** The subject that every record must be about; runs of other subjects do not count. */
  subject?: string | undefined;
  /**
   * Published plan ids, run ids or first lines of runs, one per line. The step `policy` passes only
   * for records of these, and all of them must be present.
   */
  committed?: string | undefined;
  /** The maximum age of a record in milliseconds. */
  maxAge?: number | undefined;
  /** The current time in milliseconds since 1970. Default: the host's clock. */
  now?: number | undefined;
  /** Private banks, as the texts of their files. */
  banks?: string[] | undefined;
  /** Manifests of private banks, as texts. If any is given, records of other private banks fail. */
  manifests?: string[] | undefined;
  /** Reveals of items of private banks, as texts. An invalid one is a failure. */
  reveals?: string[] | undefined;
  /** Openings of withheld values from separate files, as texts. */
  openings?: string[] | undefined;
  /**
   * The trusted keys: the text of a trust file, or one `did:key:…`. If given, the step `policy`
   * passes only for records that one of them signed.
   */
  trust?: string | undefined;
}

/** The options of `VerifyOptions`, and of a stream. */
export interface VerifyStreamOptions extends VerifyOptions {
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes and of records verified so far. */
  onProgress?: ((bytes: number, records: number) => void) | undefined;
  /**
   * The number of cores to use, from 1 to 10,000. Default: all, at most 8; or one on hosts without
   * built-in workers, such as a page. The report is the same.
   */
  cores?: number | undefined;
  /**
   * Creates a worker, for pages: `() => new Worker(url, { type: "module" })`, with the URL of
   * `proofmark/worker`. Not needed in Node.
   */
  worker?:
    | (() => {
        postMessage(message: unknown, transfer: ArrayBuffer[]): void;
        onmessage: ((event: any) => void) | null;
        onerror: ((event: any) => void) | null;
        terminate(): unknown;
      })
    | undefined;
}

/**
 * The verdict on a file. `verified`: schema, draw, grade and all required steps passed on every
 * record, nothing failed, and a trusted key vouches for all of it, about the given subject.
 * `intact`: the same, but without `trust` or without `subject`. `partial`: nothing failed, but only
 * one record of several of its run is shown. `failed`: a check failed. `not-checked`: nothing
 * failed, but a step was not checked, or no line could be read.
 */
export type Conclusion = "verified" | "intact" | "partial" | "failed" | "not-checked";

/** The result of a verification, step by step. */
export interface VerifyReport {
  verdict: Conclusion;
  /** The reason why the verdict is not better; `null` for `verified`. */
  why: string | null;
  /**
   * True if every required step passed on every record, every run is complete, and nothing failed.
   */
  passed: boolean;
  /** The signers, with their names in the trust file: the first thousand. */
  signers: { did: string; name?: string; records: number }[];
  /** The number of records that no signature covers. */
  unsigned: number;
  /** The subjects of the records: the first thousand. */
  subjects: {
    id: string;
    /** The requested and the responding models or agents, beyond the id: texts, the first 16. */
    who?: string[];
    records: number;
  }[];
  /** The plans of the runs, each with its entropy: the first thousand. */
  plans: PlanUsed[];
  /** The earliest and the latest end of an eval, as recorded; `null` without records. */
  fetchedAt: { first: string; last: string } | null;
  lines: number;
  records: number;
  /** The number of complete runs, about the given subject if any. */
  runs: number;
  shown: Shown;
  required: Step[];
  steps: { step: Step; pass: number; fail: number; notChecked: Record<string, number> }[];
  failed: number;
  /** The first thousand. */
  failures: VerifyFailure[];
  outcomes: Partial<Record<Outcome, number>>;
  scores: Scores;
}

/** The plan of one or more runs. */
export interface PlanUsed {
  /** The plan id: the digest of the terms. */
  id: string;
  counts: { math?: number; science?: number };
  /** The number of runs. */
  runs: number;
  bank?: { id: string; root: string };
  /** The entropy and its stated source, which is not checked. */
  entropy?: { value: string; source: string };
}

/**
 * The completeness of the given records. `log`: every run is complete, and the records are exactly
 * the leaves of the newest checkpoint in the file. `runs`: every run is complete, but no checkpoint
 * shows that there are no others. `record`: a single record, without the rest of its run. `part`:
 * none of these.
 */
export type Extent = "log" | "runs" | "record" | "part";

/** The given records in relation to their runs and logs. */
export interface Shown {
  extent: Extent;
  /** The number of questions with given records. */
  questions: number;
  /** The number of questions of their runs. */
  of: number;
  /** The number of records of their logs that proofs mention and that are not given. */
  unseen: number;
}

/** A failure, with its line. */
export interface VerifyFailure {
  /** From 1; 0 if it is not on a line, such as for a reveal. */
  line: number;
  step: Step | "run" | "opening" | "file";
  code: string;
  message: string;
}

/**
 * Verifies a whole record file, given by its contents. A path is refused.
 */
export function verify(file: string | Uint8Array, options?: VerifyOptions): Promise<VerifyReport>;

/**
 * Verifies a record file of any size as a stream, in constant memory. A chunk may be reused after
 * the next one is requested.
 */
export function verifyStream(chunks: Chunks, options?: VerifyStreamOptions): Promise<VerifyReport>;

/** The status of a scorecard in one sentence that claims no more than was checked. */
export interface FileStatus {
  /** True if `verdict` is `intact`. */
  intact: boolean;
  /** The `did:key`s that signed all of it; may be empty. */
  signers: string[];
  /** Begins with `Intact`, `Failed` or `Not checked`. */
  text: string;
  /** `not-checked`: nothing failed, but a required step could not be checked. */
  verdict: Exclude<Conclusion, "verified" | "partial">;
}
