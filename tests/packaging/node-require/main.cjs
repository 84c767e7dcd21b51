const proofmark = require("proofmark");
const scores = require("proofmark/score");
const suites = require("proofmark/suite");
const verifier = require("proofmark/verify");

import("../report.js").then(async ({ report }) =>
  console.log(await report({ proofmark, scores, suites, verifier })),
);
