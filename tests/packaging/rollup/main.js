import * as proofmark from "proofmark";
import * as scores from "proofmark/score";
import * as suites from "proofmark/suite";
import * as verifier from "proofmark/verify";

import { report } from "../report.js";

await Promise.all([
  proofmark.ready("dist/core.wasm"),
  scores.ready("dist/score.wasm"),
  suites.ready("dist/suite.wasm"),
  verifier.ready("dist/verify.wasm"),
]);
globalThis.report = await report({ proofmark, scores, suites, verifier });
