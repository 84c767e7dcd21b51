// What scores are computed by (`docs/hcs25.md`). A change needs a new version.

export const SCORE_CONFIG = {
  trustScoreConfigVersion: 1,
  description: "SimpleMath and SimpleScience, as the standard weighs them",
  freshness: { maxAgeSeconds: 604_800 },
  staleMultiplier: 0.5,
  adapters: [{ adapterId: "simple-math" }, { adapterId: "simple-science" }],
};
