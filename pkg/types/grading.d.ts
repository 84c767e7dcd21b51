// Replies and their readings.

import type { Chunks, Compliance, LineError } from "./words.js";

/** A reply to grade. With `expected: null` the outcome only says whether there is an answer. */
export type GradeRow = { id?: string | number | undefined; response: string } & (
  | {
      kind: "math";
      /** The operands of the question as decimal numbers, at most 26. */
      given?: readonly string[] | undefined;
      expected: string | null;
    }
  | {
      kind: "choice";
      /** 2 to 26 texts, in the order asked. Default: four unknown texts. */
      options?: readonly string[] | undefined;
      /** The letter of an option, from `A` to `Z`. */
      expected: string | null;
    }
  | { questionId: string; choiceOrder?: [number, number, number, number] | undefined }
);

/** The result of one reading. */
export interface ReadingResult {
  outcome: "correct" | "wrong" | "answered" | "unparseable" | "empty";
  /** The canonical answer, or null. */
  answer: string | null;
  /** The rule that applied; see `docs/grading.md`. */
  rule: string;
  /** The position of the answer: half-open UTF-8 byte offsets into the response. */
  span: [number, number] | null;
}

/** A reply with both readings. */
export interface GradeResult {
  /** The id of the row, or `null`. */
  id: string | number | null;
  /** The reading by HCS-25. */
  literal: ReadingResult;
  /** The reading of what the reply commits to. */
  committed: ReadingResult;
  compliance: Compliance;
}

/** Grades one reply. `bank` is a private bank, as the text of its file. */
export function grade(row: GradeRow, options?: { bank?: string | undefined }): GradeResult;

/** Converts a span of UTF-8 bytes to UTF-16 offsets, as JavaScript uses. */
export function utf16Span(text: string, span: [number, number]): [number, number];

/** Options for grading a stream. */
export interface GradeStreamOptions {
  /** Called for each invalid line; grading continues. */
  onError?: ((error: LineError) => void) | undefined;
  /** Throws at the first invalid line. */
  strict?: boolean | undefined;
  /** A private bank, as the text of its file. */
  bank?: string | undefined;
}

/** Grades any number of NDJSON rows: NDJSON bytes in, NDJSON bytes out, in order. */
export function gradeStream(
  rows: Chunks,
  options?: GradeStreamOptions,
): AsyncGenerator<Uint8Array, { rows: number; errors: number }, void>;
