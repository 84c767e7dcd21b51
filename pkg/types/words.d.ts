// Types that records, reports and options share.

/** A family of questions: an eval of HCS-25. */
export type Family = "math" | "science";

/** The letter of an option. */
export type Letter = "A" | "B" | "C" | "D";

/** The reading of a reply that the score follows. */
export type Policy = "literal" | "committed";

/** The outcome of an eval. */
export type Outcome =
  | "correct"
  | "wrong"
  | "unparseable"
  | "empty"
  | "timeout"
  | "missing"
  | "skipped"
  | "upstream-error"
  | "error";

/** The status of a signal (HCS-25, "Signal Status Codes"). */
export type SignalStatus = "ok" | "missing" | "timeout" | "error" | "stale";

/** The form of a reply, compared with the form that the question asked for. */
export type Compliance = "exact" | "dressed" | "verbose" | "refused" | "none";

/** The protocol of an endpoint. */
export type Protocol =
  "auto" | "json" | "openai" | "openai-responses" | "anthropic" | "a2a" | "mcp" | "broker";

/** Chunks of bytes or text of any size; text may be cut within a character. */
export type Chunks =
  | Iterable<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Readable<Uint8Array | string>;

/** A `ReadableStream`, also if it is not iterable. */
export interface Readable<T> {
  getReader(): {
    read(): Promise<{ done: boolean; value?: T | undefined }>;
    cancel(): Promise<unknown>;
  };
}

/** An unusable line, or an unusable part of it. */
export interface LineError {
  /** From 1. */
  line: number;
  code: string;
  message: string;
  /** True if the line is one of the merged `records`. */
  records?: boolean;
}
