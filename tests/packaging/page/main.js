import * as proofmark from "./node_modules/proofmark/browser.js";
import * as scores from "./node_modules/proofmark/score/browser.js";
import * as suites from "./node_modules/proofmark/suite/browser.js";
import * as verifier from "./node_modules/proofmark/verify/browser.js";

import { report } from "../report.js";

globalThis.report = await report({ proofmark, scores, suites, verifier });
