// The exports of `proofmark/score`, shared by every entry point.

import { createScoreApi } from "./api.js";
import { core } from "./loader.js";

export { ProofmarkError } from "../../wasm/error.js";
export { ready } from "./loader.js";
export const {
  computeTrustScore,
  explainTrustScore,
  scoreStream,
  verifyScores,
  checkScoreConfig,
  importFields,
  exportFields,
  mergeFields,
  mergeSnapshot,
  shareInterval,
  signEnvelope,
  signalsStream,
} = createScoreApi(core);
