// Seeds, and the questions that they draw.

import type { Family } from "./words.js";

/** A fresh seed: 128 random bits as 32 lower-case hex digits. */
export function freshSeed(): string;

/** The commitment to a seed, which the terms of its runs name: the hex SHA-256 of its text. */
export function commitment(seed: string): string;

/** What is drawn. */
export interface GenerateOptions {
  /** Any text. */
  seed: string;
  /** A public value that its source gave after the plan was published. Default: empty. */
  entropy?: string | undefined;
  /** The id of the subject. Default: empty. */
  subject?: string | undefined;
  /** Default: `math`. */
  family?: Family | undefined;
  /** The first index. Default: 0. */
  start?: number | undefined;
  /** How many questions, 100,000 at most; more come by `start`. Default: 1. */
  count?: number | undefined;
  /** A private bank, as the text of its file. Default: the public bank. */
  bank?: string | undefined;
}

/** A question as the draw gives it. */
export interface DrawnQuestion {
  family: Family;
  /** The place in the run, from 0. */
  index: number;
  questionId: string;
  /** The wording; 0 is the standard's own. */
  variant: number;
  /** The text that is sent. */
  prompt: string;
  /** The right answer: a canonical decimal, or a letter. */
  expected: string;
  /** The options in the order asked, for `science`. */
  options?: [string, string, string, string];
  /** The bank's option asked as A, B, C, D, for `science`. */
  choiceOrder?: [number, number, number, number];
}

/** The questions that a seed draws. `docs/draw.md` specifies how. */
export function generate(options: GenerateOptions): DrawnQuestion[];

/** A way to reply without an answer. */
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

/** What bots that know nothing get out of a family of questions. Default: 1,000 draws of math. */
export function selftest(
  options?: Partial<Omit<GenerateOptions, "start">>,
): { bot: Bot; asked: number; literal: number; committed: number }[];
