// The exports of the package, shared by every entry point.

import { createApi } from "./api.js";
import { core } from "./loader.js";
import { hostFetch } from "../../evaluate/transport.js";

export { ProofmarkError } from "../../wasm/error.js";
export { ready } from "./loader.js";
export const {
  version,
  freshSeed,
  commitment,
  generate,
  grade,
  gradeStream,
  utf16Span,
  checkBankSize,
  checkBank,
  sealBank,
  revealItems,
  selftest,
  subjectOf,
  evaluate,
  evaluateAll,
  runIds,
  scoresOf,
  agent,
  probe,
  explainCause,
  isSecretHeader,
  verify,
  verifyStream,
  generateKey,
  keyDid,
  recordId,
  sign,
  checkRecord,
  readCheckpoint,
  checkConsistency,
  proveInclusion,
  proveConsistency,
  createLog,
  appendToLog,
  includeRecord,
  proveGrowth,
  canonicalJson,
} = createApi(core, hostFetch);
