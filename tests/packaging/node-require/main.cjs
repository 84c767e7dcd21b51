const proofmark = require("proofmark");
const suites = require("proofmark/suite");

import("../report.js").then(async ({ report }) => console.log(await report(proofmark, suites)));
