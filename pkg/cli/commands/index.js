// The commands, in the order and groups of the help.

import { bankCheck, bankReveal, bankSeal } from "./bank.js";
import { compare } from "./compare.js";
import { draw } from "./draw.js";
import { grade } from "./grade.js";
import { init } from "./init.js";
import { keygen } from "./keygen.js";
import { consistency, open, prove } from "./prove.js";
import { probe } from "./probe.js";
import { report } from "./report.js";
import { run } from "./run.js";
import { score } from "./score.js";
import { selftest } from "./selftest.js";
import { serve } from "./serve.js";
import {
  signalsCheck,
  signalsExport,
  signalsImport,
  signalsMerge,
  signalsMigrate,
} from "./signals.js";
import { suiteRun } from "./suite-run.js";
import { suiteCheck, suiteCrack, suiteSeal } from "./suite.js";
import { verify } from "./verify.js";
import { view } from "./view.js";

/** The commands by the headings of the help. @type {Record<string, import("../args.js").Command[]>} */
export const GROUPS = {
  "Ask an agent": [run, probe, init, suiteRun, serve],
  "Check and compare results": [verify, view, report, compare, score, grade, suiteCheck],
  "Sign and publish": [keygen, prove, consistency, open],
  "Prepare questions and tasks": [
    ...[draw, selftest, suiteSeal, suiteCrack],
    ...[bankCheck, bankSeal, bankReveal],
  ],
  "Convert HCS-25 signals": [
    ...[signalsCheck, signalsImport, signalsExport, signalsMigrate, signalsMerge],
  ],
};

/** @type {readonly import("../args.js").Command[]} */
export const COMMANDS = Object.values(GROUPS).flat();
