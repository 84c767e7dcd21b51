// Draws the question of a record again.

import { generate } from "proofmark";

import { recordFamily } from "../../../pkg/evaluate/family.js";

/**
 * Returns the question of a record, or `undefined` if the record does not determine it. The core
 * must be ready.
 *
 * @param {import("proofmark").SignalRecord} record
 */
export function redrawQuestion(record) {
  const { data, subject } = record;
  const { seed, entropy, index } = data.draw;
  if (typeof seed !== "string") return undefined;
  try {
    const [question] = generate({
      seed,
      entropy,
      subject: subject.id,
      family: recordFamily(record),
      start: index,
      count: 1,
    });
    // The text of a question from a private bank is not available.
    return question?.questionId === data.questionId || data.choiceOrder === undefined
      ? question
      : undefined;
  } catch {
    return undefined;
  }
}
