// What was asked, drawn again.

import { familyOf } from "../../../pkg/family.js";

/**
 * What was asked, by what the record says; nothing where that does not say it.
 *
 * @param {typeof import("proofmark")} api
 * @param {import("proofmark").SignalRecord} record
 */
export function drawn(api, record) {
  const { data, subject } = record;
  const { seed, entropy, index, bank } = data.draw;
  if (typeof seed !== "string") return undefined;
  try {
    const [question] = api.generate({
      seed,
      entropy,
      subject: subject.id,
      family: familyOf(record),
      start: index,
      count: 1,
    });
    // Of a private bank the text is not at hand, and the public one has another.
    return question?.questionId === data.questionId || bank === undefined ? question : undefined;
  } catch {
    return undefined;
  }
}
