// The subjects to score; benches/score/native.rs generates the same ones.

/** Returns subject `i` as a line. @param {number} i */
export function subject(i) {
  const right = i % 3 === 0;
  return JSON.stringify({
    subject: {
      id: `uaid:aid:${i}`,
      registry: "nanda",
      protocol: "a2a",
      metadata: {
        additional: {
          a2aSimpleScienceScore: i % 4 === 0 ? 100 : 0,
          a2aSimpleScienceStatus: ["correct", "wrong", "timeout", "empty"][i % 4],
          a2aSimpleScienceQuestionId: "science:photosynthesis-gas",
          a2aSimpleScienceUpdatedAt: "2026-11-20T16:00:00Z",
        },
      },
    },
    signals: [
      {
        signalId: "simple-evals.math",
        status: "ok",
        fetchedAt: "2026-11-20T16:00:00.000Z",
        sources: ["proofmark:simple-evals:1"],
        data: {
          questionId: "math:add:37+58",
          expected: "95",
          response: `The answer is ${i}.`,
          outcome: right ? "correct" : "wrong",
          score: right ? 100 : 0,
        },
      },
      {
        signalId: "availability.probe",
        status: "ok",
        fetchedAt: "2026-11-20T16:59:00.000Z",
        data: { ratio: ((i * 7919) % 1001) / 1000 },
      },
    ],
  });
}
