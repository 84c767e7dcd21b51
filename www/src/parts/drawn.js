// What was asked, drawn again.

import { generate } from "proofmark";

import { familyOf } from "../../../pkg/evaluate/family.js";

/**
 * What was asked, by what the record says; nothing where that does not say it. The core has to be
 * ready.
 *
 * @param {import("proofmark").SignalRecord} record
 */
export function drawn(record) {
  const { data, subject } = record;
  const { seed, entropy, index } = data.draw;
  if (typeof seed !== "string") return undefined;
  try {
    const [question] = generate({
      seed,
      entropy,
      subject: subject.id,
      family: familyOf(record),
      start: index,
      count: 1,
    });
    // Of a private bank the text is not at hand, and the public one has another.
    return question?.questionId === data.questionId || data.choiceOrder === undefined
      ? question
      : undefined;
  } catch {
    return undefined;
  }
}
