import * as proofmark from "proofmark";
import * as scores from "proofmark/score";
import * as suites from "proofmark/suite";

import { report } from "../report.js";

export default {
  async fetch() {
    return new Response(await report(proofmark, scores, suites));
  },
};
