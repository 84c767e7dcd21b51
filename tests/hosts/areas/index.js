// Every folder of `tests/vectors/` is either run on every host, or native only with its reason.

import { api } from "./api.js";
import { draw } from "./draw.js";
import { grade } from "./grade.js";
import { proof } from "./proof.js";
import { score } from "./score.js";
import { verify } from "./verify.js";

/** @type {Record<string, import("../suite.js").Area>} */
export const AREAS = { api, draw, grade, proof, score, verify };

/** @type {Record<string, string>} */
export const NATIVE_ONLY = {
  exchange: "its questions are written out, and the API asks only such as were drawn",
  bank: "its cases fix salts, and the API draws them",
  stats: "the API has no statistics; agreement is to 1e-9, not by bytes",
  suite: "its cases fix salts and a rate of guessing, and the API draws the one and has no other",
};
