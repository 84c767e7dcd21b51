// The names of `proofmark/score`, once; every entry re-exports them.

import { createScoreApi } from "./api.js";
import { core } from "./full.js";

export { ProofmarkError } from "../error.js";
export { ready } from "./full.js";
export const {
  computeTrustScore,
  explainTrustScore,
  scoreStream,
  checkScoreConfig,
  importFields,
  exportFields,
  mergeFields,
  mergeSnapshot,
  signalsStream,
} = createScoreApi(core);
