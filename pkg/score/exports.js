// The exports of `proofmark/score`, shared by every entry point.

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
