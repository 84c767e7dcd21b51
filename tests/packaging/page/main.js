import * as proofmark from "./node_modules/proofmark/entry/core/browser.js";
import * as scores from "./node_modules/proofmark/entry/score/browser.js";
import * as suites from "./node_modules/proofmark/entry/suite/browser.js";
import * as verifier from "./node_modules/proofmark/entry/verify/browser.js";

import { report } from "../report.js";

globalThis.report = await report({ proofmark, scores, suites, verifier });
