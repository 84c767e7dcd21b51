// The commands, in the order of the help.

import { bankCheck, bankReveal, bankSeal } from "./bank.js";
import { compare } from "./compare.js";
import { draw } from "./draw.js";
import { grade } from "./grade.js";
import { keygen } from "./keygen.js";
import { consistency, open, prove } from "./prove.js";
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

/** @type {readonly import("../args.js").Command[]} */
export const COMMANDS = [
  ...[run, verify, report, compare, draw, grade],
  ...[keygen, prove, consistency, open],
  ...[suiteRun, suiteSeal, suiteCheck, suiteCrack],
  ...[score, signalsCheck, signalsImport, signalsExport, signalsMigrate, signalsMerge],
  ...[bankCheck, bankSeal, bankReveal, selftest, serve],
];
