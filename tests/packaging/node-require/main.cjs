const proofmark = require("proofmark");
const scores = require("proofmark/score");
const suites = require("proofmark/suite");

import("../report.js").then(async ({ report }) =>
  console.log(await report(proofmark, scores, suites)),
);
