// Formats questions with their replies.

import { outcomeStyle } from "./colour.js";
import { clip, formatCount, plain } from "./text.js";

/** @typedef {import("../run/transcript.js").Exchange} Exchange */
/** @typedef {import("../run/transcript.js").Transcript} Transcript */
/** @typedef {import("../terminal.js").Output} Output */

/** The maximum length of a line that is not for a terminal. */
const MOST_PIPED = 500;

/**
 * Formats one question: the outcome, what was asked, the right answer and the reply.
 *
 * @param {Exchange} exchange
 * @param {{ subject: boolean, whole?: boolean }} how Whether to name the subject, and to show the
 *   question as it was sent.
 * @param {Output} out
 */
export function exchangeLines({ question, record }, { subject, whole = false }, out) {
  const { data } = record;
  const { palette } = out;
  const style = palette[outcomeStyle(data.outcome)];
  const line = (/** @type {string} */ name, /** @type {string} */ text) =>
    clip(`    ${name.padEnd(10)}${joinLines(text)}`, out.live ? out.columns : MOST_PIPED);
  const reply =
    data.response === undefined
      ? line("no reply", data.cause ?? "")
      : line("reply", textOrWithheld(data.response) || "(empty)");
  return [
    `  ${style(data.outcome)}  ${palette.dim(plain(data.questionId))}${subject ? `  ${plain(record.subject.id)}` : ""}`,
    ...(whole ? escapePromptLines(question.prompt) : [line("question", question.prompt)]),
    line("expected", `${question.expected}${describeReadings(data)}`),
    reply,
  ];
}

/**
 * Formats the kept failures, and says how many there are in all.
 *
 * @param {Transcript} transcript
 * @param {{ subject: boolean }} how
 * @param {Output} out
 */
export function failureLines({ kept, failed }, how, out) {
  if (kept.length === 0) return [];
  const rest = failed - kept.length;
  return [
    ...kept.flatMap((exchange) => exchangeLines(exchange, how, out)),
    ...(rest > 0
      ? [
          out.palette.dim(
            `  … and ${formatCount(rest, "more reply", "more replies")} that did not pass; -v prints all`,
          ),
        ]
      : []),
    "",
  ];
}

/** Keeps the lines of a question. @param {string} prompt */
const escapePromptLines = (prompt) =>
  prompt
    .split("\n")
    .map((line, index) => `    ${(index === 0 ? "question" : "").padEnd(10)}${plain(line)}`);

/** Describes the readings of a reply. @param {Exchange["record"]["data"]} data */
function describeReadings({ literal, committed }) {
  if (literal === undefined || committed === undefined) return "";
  const [one, other] = [literal, committed].map(({ answer }) =>
    answer === null ? "nothing" : textOrWithheld(answer),
  );
  return one === other ? `, read ${one}` : `, read ${one} (literal) or ${other} (committed)`;
}

/** @param {import("../../index.d.ts").Maybe<string>} value */
const textOrWithheld = (value) => (typeof value === "string" ? value : "(withheld)");

/** Joins the lines of a text, and escapes it. @param {string} text */
const joinLines = (text) => plain(text.trim().replace(/\s+/g, " "));
