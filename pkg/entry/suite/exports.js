// The exports of `proofmark/suite`, shared by every entry point.

import { createSuiteApi } from "./api.js";
import { core } from "./loader.js";

export { ProofmarkError } from "../../wasm/error.js";
export { ready } from "./loader.js";
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
