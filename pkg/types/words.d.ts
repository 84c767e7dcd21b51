// The words that records, reports and options share.

/** A family of questions: an eval of HCS-25. */
export type Family = "math" | "science";

/** The letter of an option. */
export type Letter = "A" | "B" | "C" | "D";

/** Which reading of a reply the score follows. */
export type Policy = "literal" | "committed";

/** What came of an eval. */
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

/** Whether a reply has the form that the question asked for. */
export type Compliance = "exact" | "dressed" | "verbose" | "refused" | "none";

/** How an endpoint is spoken to. */
export type Protocol =
  "auto" | "json" | "openai" | "openai-responses" | "anthropic" | "a2a" | "mcp" | "broker";

/** Bytes in pieces of any size, or text, which may be cut within a character. */
export type Chunks =
  | Iterable<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Readable<Uint8Array | string>;

/** A `ReadableStream`, also where it cannot be iterated over. */
export interface Readable<T> {
  getReader(): {
    read(): Promise<{ done: boolean; value?: T | undefined }>;
    cancel(): Promise<unknown>;
  };
}

/** A line that could not be used, or something on it. */
export interface LineError {
  /** From 1. */
  line: number;
  code: string;
  message: string;
  /** Whether the line is one of the `records` that are merged. */
  records?: boolean;
}
