// What was asked, drawn again.

/**
 * What was asked, by what the record says; nothing where that does not say it.
 *
 * @param {typeof import("proofmark")} api
 * @param {import("proofmark").SignalRecord} record
 */
export function drawn(api, { data, subject, signalId }) {
  const { seed, entropy, index, bank } = data.draw;
  if (typeof seed !== "string") return undefined;
  const family = signalId === "simple-evals.science" ? "science" : "math";
  try {
    const [question] = api.generate({
      seed,
      entropy,
      subject: subject.id,
      family,
      start: index,
      count: 1,
    });
    // Of a private bank the text is not at hand, and the public one has another.
    return question?.questionId === data.questionId || bank === undefined ? question : undefined;
  } catch {
    return undefined;
  }
}
