import * as core from "proofmark";
import * as scores from "proofmark/score";
import * as suites from "proofmark/suite";
import * as verifier from "proofmark/verify";

import { runSuite } from "./suite.js";

/** @param {import("./suite.js").VectorFile[]} vectors */
export const runInNode = (vectors) =>
  runSuite({ ...core, ...scores, ...suites, verifier }, vectors);
