// Replies, and how they are read.

import type { Chunks, Compliance, LineError } from "./words.js";

/** A reply to grade. With `expected: null` the outcome only says whether there is an answer. */
export type GradeRow = { id?: string | number | undefined; response: string } & (
  | {
      kind: "math";
      /** The operands of the question, as decimal numbers: at most 26. */
      given?: readonly string[] | undefined;
      expected: string | null;
    }
  | {
      kind: "choice";
      /** 2 to 26 texts, in the order asked. Without them there are four, whose texts are not known. */
      options?: readonly string[] | undefined;
      /** The letter of an option, from `A` to `Z`. */
      expected: string | null;
    }
  | { questionId: string; choiceOrder?: [number, number, number, number] | undefined }
);

/** What one reading makes of a reply. */
export interface ReadingResult {
  outcome: "correct" | "wrong" | "answered" | "unparseable" | "empty";
  /** The canonical answer, or none. */
  answer: string | null;
  /** The rule that decided; `docs/grading.md` lists them. */
  rule: string;
  /** Where the answer stands: half-open UTF-8 byte offsets into the response. */
  span: [number, number] | null;
}

/** A reply, read twice. */
export interface GradeResult {
  /** That of the row; `null` where it has none. */
  id: string | number | null;
  /** HCS-25 to the letter. */
  literal: ReadingResult;
  /** What the reply finally commits to. */
  committed: ReadingResult;
  compliance: Compliance;
}

/** Grades one reply. `bank` is a private bank, as the text of its file. */
export function grade(row: GradeRow, options?: { bank?: string | undefined }): GradeResult;

/** The UTF-16 offsets, as JavaScript counts, of a span in UTF-8 bytes. */
export function utf16Span(text: string, span: [number, number]): [number, number];

/** How rows are graded as they come. */
export interface GradeStreamOptions {
  /** Called for each line that cannot be graded; the rest goes on. */
  onError?: ((error: LineError) => void) | undefined;
  /** Throw at the first line that cannot be graded. */
  strict?: boolean | undefined;
  /** A private bank, as the text of its file. */
  bank?: string | undefined;
}

/** Grades NDJSON rows of any number: NDJSON bytes in, NDJSON bytes out, in order. */
export function gradeStream(
  rows: Chunks,
  options?: GradeStreamOptions,
): AsyncGenerator<Uint8Array, { rows: number; errors: number }, void>;
