// The scoring configuration (`docs/hcs25.md`). Increase the version with every change.

export const SCORE_CONFIG = {
  trustScoreConfigVersion: 1,
  description: "SimpleMath and SimpleScience, as the standard weighs them",
  freshness: { maxAgeSeconds: 604_800 },
  staleMultiplier: 0.5,
  adapters: [{ adapterId: "simple-math" }, { adapterId: "simple-science" }],
};
