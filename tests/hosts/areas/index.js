// Every folder of `tests/vectors/` is either run on every host, or native only with its reason.

import { api } from "./api.js";
import { draw } from "./draw.js";
import { grade } from "./grade.js";
import { proof } from "./proof.js";
import { report } from "./report.js";
import { score } from "./score.js";
import { suite } from "./suite.js";
import { verdict } from "./verdict.js";
import { verify } from "./verify.js";

/** @type {Record<string, import("../suite.js").Area>} */
export const AREAS = { api, draw, grade, proof, report, score, suite, verdict, verify };

/** @type {Record<string, string>} */
export const NATIVE_ONLY = {
  exchange: "its questions are written out, and the API asks only such as were drawn",
  bank: "its cases fix salts, and the API draws them",
  figure:
    "what stands in reports is run in the area `report`; `tests/api/figure.test.mjs` holds the command line to it",
  hidden:
    "each place writes them in its own way; `tests/api/hidden-characters.test.mjs` holds all of them to it",
  stats: "agreement is to 1e-9, not by bytes; the area `report` has statistics by their digits",
  "suite-salts": "its cases fix salts, and the API draws them",
};
