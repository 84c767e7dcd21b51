import * as proofmark from "proofmark";
import * as scores from "proofmark/score";
import * as suites from "proofmark/suite";
import * as verifier from "proofmark/verify";

import { report } from "../report.js";

globalThis.report = await report({ proofmark, scores, suites, verifier });
