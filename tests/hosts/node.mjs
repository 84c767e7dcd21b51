import * as core from "proofmark";
import * as scores from "proofmark/score";
import * as suites from "proofmark/suite";

import { runSuite } from "./suite.js";

/** @param {import("./suite.js").VectorFile[]} vectors */
export const runInNode = (vectors) => runSuite({ ...core, ...scores, ...suites }, vectors);
