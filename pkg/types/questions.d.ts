// Seeds, and the questions that they draw.

import type { Family } from "./words.js";

/** Returns a fresh seed: 128 random bits as 32 lower-case hex digits. */
export function freshSeed(): string;

/** Returns the commitment to a seed, which is part of the terms: the hex SHA-256 of its text. */
export function commitment(seed: string): string;

/** The inputs of a draw. */
export interface GenerateOptions {
  /** Any text. */
  seed: string;
  /** A value that a public source emitted after the plan was published. Default: empty. */
  entropy?: string | undefined;
  /** The id of the subject. Default: empty. */
  subject?: string | undefined;
  /** Default: `math`. */
  family?: Family | undefined;
  /** The first index. Default: 0. */
  start?: number | undefined;
  /** The number of questions, at most 100,000; use `start` for more. Default: 1. */
  count?: number | undefined;
  /** A private bank, as the text of its file. Default: the public bank. */
  bank?: string | undefined;
}

/** A drawn question. */
export interface DrawnQuestion {
  family: Family;
  /** The position in the run, from 0. */
  index: number;
  questionId: string;
  /** The wording; 0 is the standard's. */
  variant: number;
  /** The question without the instruction and the options, such as `37 + 58`. */
  text: string;
  /** The text to send. */
  prompt: string;
  /** The right answer: a canonical decimal, or a letter. */
  expected: string;
  /** The options in the order asked, for `science`. */
  options?: [string, string, string, string];
  /** The bank's indices of the options asked as A, B, C, D, for `science`. */
  choiceOrder?: [number, number, number, number];
}

/** Returns the questions that a seed draws, as specified by `docs/draw.md`. */
export function generate(options: GenerateOptions): DrawnQuestion[];

/** A bot that replies without knowledge. */
export type Bot =
  | "echo"
  | "always A"
  | "always B"
  | "always the longest option"
  | "always the first number"
  | "repeat the prompt"
  | "score: 100"
  | "list all letters"
  | "refusal";

/**
 * Returns the scores that bots without knowledge reach on a family. Default: 1,000 draws of math.
 */
export function selftest(
  options?: Partial<Omit<GenerateOptions, "start">>,
): { bot: Bot; asked: number; literal: number; committed: number }[];
