// The exports of `proofmark/suite`, shared by every entry point.

import { createSuiteApi } from "./api.js";
import { core } from "./full.js";

export { ProofmarkError } from "../error.js";
export { ready } from "./full.js";
export const {
  checkSuite,
  sealSuite,
  crackSuite,
  runSuite,
  readScorecard,
  checkScorecard,
  report,
  summarize,
  openRecords,
  compare,
} = createSuiteApi(core);
