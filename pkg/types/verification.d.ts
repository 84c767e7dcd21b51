// Verification.

import type { Scores } from "./evaluation.js";
import type { Chunks, Outcome } from "./words.js";

/** One step of verification, in the order in which they are done. */
export type Step = "schema" | "signature" | "inclusion" | "draw" | "bank" | "grade" | "policy";

/** What has to pass, by whom, about whom, and with what files beside. */
export interface VerifyOptions {
  /** The steps that must pass on every record. Default: `schema`, `draw`, `grade`. */
  require?: Step[] | undefined;
  /** Steps that are left out, out of `draw`, `bank` and `grade`; they are then not checked. */
  skip?: ("draw" | "bank" | "grade")[] | undefined;
  /**
   * The place, from 0, of the one record that is asked about. The report is then of that record,
   * and of the checkpoints that it is under; whether its run is complete is not asked. Default: all
   * records.
   */
  index?: number | undefined;
  /** The subject that every record must be about; runs about others count for nothing. */
  subject?: string | undefined;
  /**
   * Plan ids, run ids, or first lines of runs that were published, one on each line. The step `policy`
   * passes only for records of these, and each of them has to be there.
   */
  committed?: string | undefined;
  /** The greatest age of a record, in milliseconds. */
  maxAge?: number | undefined;
  /** Now, in milliseconds since 1970. Default: the host's clock. */
  now?: number | undefined;
  /** Private banks, as the texts of their files. */
  banks?: string[] | undefined;
  /** Manifests of private banks, as texts. With any, a record of another private bank fails. */
  manifests?: string[] | undefined;
  /** Reveals of items of private banks, as texts; one that proves nothing is a failure. */
  reveals?: string[] | undefined;
  /** Openings of withheld values that stand in files of their own, as texts. */
  openings?: string[] | undefined;
  /**
   * Whose signatures are believed: the text of a trust file, or one `did:key:…`. With it, the step
   * `policy` passes only for records that one of them signed.
   */
  trust?: string | undefined;
}

/** The same, and who works on it. */
export interface VerifyStreamOptions extends VerifyOptions {
  signal?: AbortSignal | undefined;
  /** Called as it goes on, with the bytes and the records that are done. */
  onProgress?: ((bytes: number, records: number) => void) | undefined;
  /**
   * How many cores work on it, from 1 to 10,000. Default: all there are, 8 at most, and one where this
   * host has no workers of its own, as in a page. The report is the same.
   */
  cores?: number | undefined;
  /**
   * Makes a worker, for pages: `() => new Worker(url, { type: "module" })`, where `url` is that of
   * `proofmark/worker`. In Node there is no need for it.
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
 * What may be said of a file in one word. `verified`: schema, draw and grade, and whatever else was
 * required, hold on every record, nothing failed, and a trusted key vouches for all of it, about the
 * subject that was asked about. `intact`: the same, without `trust`, or without `subject`. `failed`:
 * something does not hold. `not-checked`: nothing was found wrong, but a step was not done, or no
 * line could be read.
 */
export type Conclusion = "verified" | "intact" | "failed" | "not-checked";

/** What verification found, step by step. */
export interface VerifyReport {
  verdict: Conclusion;
  /** Why it is no better word; `null` for `verified`. */
  why: string | null;
  /** Every required step passed on every record, every run is complete, nothing failed. */
  passed: boolean;
  /** Who signed, and under which name the trust file has them: the first thousand. */
  signers: { did: string; name?: string; records: number }[];
  /** The records that no signature covers. */
  unsigned: number;
  /** Whom the records are about: the first thousand. */
  subjects: {
    id: string;
    /** What was asked for and what answered, apart from what the id says: texts, the first 16. */
    who?: string[];
    records: number;
  }[];
  /** The plans of the runs, each with the entropy that they were drawn with: the first thousand. */
  plans: PlanUsed[];
  /** When the first and the last of the evals ended, as the records say; `null` without records. */
  fetchedAt: { first: string; last: string } | null;
  lines: number;
  records: number;
  /** The runs that are complete, about the subject that was asked about if one was. */
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

/** The plan of some runs. */
export interface PlanUsed {
  /** The plan id: the digest of the terms. */
  id: string;
  counts: { math?: number; science?: number };
  /** How many runs. */
  runs: number;
  bank?: { id: string; root: string };
  /** The entropy, and the source that it is said to come from; that is not checked. */
  entropy?: { value: string; source: string };
}

/**
 * How far the records at hand are shown to be complete. `log`: every run is complete, and the records
 * are exactly the leaves of the newest checkpoint in the file. `runs`: every run is complete, and no
 * checkpoint shows that these are all. `record`: one record was asked about, without the rest of its
 * run. `part`: none of these.
 */
export type Extent = "log" | "runs" | "record" | "part";

/** The records at hand beside what there is. */
export interface Shown {
  extent: Extent;
  /** The questions whose records are at hand. */
  questions: number;
  /** The questions of their runs. */
  of: number;
  /** The records of their logs that proofs tell of and that are not at hand. */
  unseen: number;
}

/** What failed, and on which line. */
export interface VerifyFailure {
  /** From 1; 0 for what stands on no line, such as a reveal. */
  line: number;
  step: Step | "run" | "opening" | "file";
  code: string;
  message: string;
}

/** Verifies a record file that is at hand. */
export function verify(file: string | Uint8Array, options?: VerifyOptions): VerifyReport;

/**
 * Verifies a record file of any size as it comes, in flat memory. A chunk may be used again for the
 * next one.
 */
export function verifyStream(chunks: Chunks, options?: VerifyStreamOptions): Promise<VerifyReport>;

/** What verification makes of a file, in one sentence that claims no more than was checked. */
export interface FileStatus {
  /** Whether `verdict` is `intact`. */
  intact: boolean;
  /** Who signed all of it, as `did:key`s; empty if nobody did. */
  signers: string[];
  /** Begins with `Intact`, `Failed` or `Not checked`. */
  text: string;
  /** `not-checked`: nothing was found wrong, and something that is required could not be checked. */
  verdict: Exclude<Conclusion, "verified">;
}

/** Verifies a scorecard or a record file whole. `bank` is a private bank, as the text of its file. */
export function checkFile(
  file: string | Uint8Array,
  options?: { now?: number | undefined; bank?: string | undefined },
): FileStatus;
