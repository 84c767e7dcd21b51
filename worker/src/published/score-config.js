// The scoring configuration (`docs/hcs25.md`). Increase the version with every change.

/** The number of newest questions of each family that a score covers. */
export const QUESTIONS = 20;

// An unanswered question is worth 0, so availability is part of the score already.
const window = { runs: QUESTIONS };
export const SCORE_CONFIG = {
  trustScoreConfigVersion: 1,
  description: "The share of right answers to the newest questions of SimpleMath and SimpleScience",
  freshness: { maxAgeSeconds: 604_800 },
  adapters: ["simple-math", "simple-science"].map((adapterId) => ({
    ...{ adapterId, contributionMode: "conditional", window },
  })),
};
