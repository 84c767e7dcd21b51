import * as proofmark from "proofmark";
import * as suites from "proofmark/suite";

import { report } from "../report.js";

globalThis.report = await report(proofmark, suites);
