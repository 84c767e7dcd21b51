// The commands, in the order and groups of the help.

import { proofAttest } from "./attest.js";
import { bankCheck, bankReveal, bankSeal } from "./bank.js";
import { compare } from "./compare.js";
import { draw } from "./draw.js";
import { grade } from "./grade.js";
import { init } from "./init.js";
import { keygen } from "./keygen.js";
import { probe } from "./probe.js";
import { proofConsistency, proofInclusion, proofOpen } from "./proof.js";
import { report } from "./report.js";
import { run } from "./run.js";
import { score } from "./score.js";
import { serve } from "./serve.js";
import { signalsExport, signalsImport, signalsMerge } from "./signals.js";
import { suiteRun } from "./suite-run.js";
import { suiteCheck, suiteCrack, suiteSeal } from "./suite.js";
import { verify } from "./verify.js";
import { view } from "./view.js";

/** The commands by the headings of the help. @type {Record<string, import("../args.js").Command[]>} */
export const GROUPS = {
  "Ask an agent": [run, probe, init, serve],
  "Check and compare results": [verify, view, report, compare, score, grade],
  "Sign and publish": [keygen, proofInclusion, proofConsistency, proofOpen, proofAttest],
  "Prepare questions and tasks": [
    draw,
    ...[bankCheck, bankSeal, bankReveal],
    ...[suiteSeal, suiteRun, suiteCheck, suiteCrack],
  ],
  "Convert HCS-25 signals": [signalsImport, signalsExport, signalsMerge],
};

/** The summaries of the commands that have subcommands. @type {Record<string, string>} */
export const SUMMARIES = {
  proof: "prove facts about a log, open withheld values, attest results",
  bank: "private banks of science questions",
  suite: "tasks of your own, with hashed answers",
  signals: "convert between records, snapshots and stored fields",
};

/** @type {readonly import("../args.js").Command[]} */
export const COMMANDS = Object.values(GROUPS).flat();
