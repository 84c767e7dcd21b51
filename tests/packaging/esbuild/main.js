import * as proofmark from "proofmark";
import core from "proofmark/core.wasm";
import * as scores from "proofmark/score";
import score from "proofmark/score.wasm";
import * as suites from "proofmark/suite";
import suite from "proofmark/suite.wasm";
import * as verifier from "proofmark/verify";
import verify from "proofmark/verify.wasm";

import { report } from "../report.js";

await Promise.all([
  proofmark.ready(core),
  scores.ready(score),
  suites.ready(suite),
  verifier.ready(verify),
]);
globalThis.report = await report({ proofmark, scores, suites, verifier });
