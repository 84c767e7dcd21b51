// Texts of the Verify view.

import { proofLimits, reasons, steps, verdicts } from "../../../pkg/verify/words.js";
import { counted, formatList } from "./plural.js";

export const verify = {
  title: "Verify a record file",
  lede: "Draws every question again, grades every reply again, and checks every signature and log, on this machine. Files of any size.",
  dropAbout:
    "A record file (NDJSON), a single record, a scorecard, signed scores, or an HTML report of proofmark",
  ask: "Who must have signed, and about which agent?",
  askAbout:
    "With both, a file can be Verified. Without them it can only be Intact: consistent, but possibly made by anyone.",
  askOfSeveral: (/** @type {number} */ n) =>
    `The file has ${n.toLocaleString()} agents: the signer is checked, and the file stays Intact. Only a file about one agent can be Verified.`,
  trust: "Trusted signer",
  trustHint: "A did:key:… or a trust file, from the signer and not from this file",
  trustFile: "Use a trust file",
  subject: "Agent",
  subjectHint: "The id that every record must be about",
  subjectOfSeveral: "Only for a file about one agent: leave it empty",
  maxAge: "Not older than, in days",
  maxAgeHint: "Applies to the oldest record",
  maxAgeWrong: "Enter a number of days above 0, up to 100,000.",
  index: "Only the record at index",
  indexHint: "From 0. Its run is then not checked for completeness.",
  indexWrong: "Enter a whole number from 0.",
  more: "More options",
  require: "Steps that must pass on every record",
  banks: "Private banks",
  manifests: "Manifests of private banks",
  reveals: "Reveals of items",
  openings: "Openings (withheld values)",
  config: "Configuration of signed scores",
  records: "Records of signed scores",
  chosen: (/** @type {number} */ n) => counted(n, "file", "files"),
  clear: "Clear",
  again: "Verify again",
  outdated: "The settings have changed. Verify again to apply them.",
  stop: "Stop",
  stopped: (/** @type {string} */ name) => `Stopped. ${name} was not checked.`,
  progress: "Verifying",
  progressLabel: "Bytes verified",
  bytes: (/** @type {string} */ done, /** @type {string} */ all) => `${done} of ${all}`,
  rate: (/** @type {string} */ n) => `${n} records per second`,
  left: (/** @type {string} */ time) => `${time} left`,
  cores: (/** @type {number} */ n) => counted(n, "core", "cores"),
  took: (/** @type {string} */ time, /** @type {number} */ cores) =>
    `in ${time} on ${counted(cores, "core", "cores")}`,
  trustRefused: "The trusted signer is invalid, so nothing was verified.",
  refused: (/** @type {string} */ name) => `This file could not be verified: ${name}`,
  verdicts: { checking: "Checking…", ...verdicts },
  foreign: (/** @type {string} */ name, /** @type {string} */ what) =>
    `${name} is not a proofmark file. It looks like ${what}.`,
  notRequired: (/** @type {string[]} */ steps) =>
    `Required steps that did not pass on every record: ${formatList(steps)}.`,
  passed: (/** @type {string[]} */ steps) => `The required steps passed: ${formatList(steps)}.`,
  signedBy: "Signed by",
  nobody: "Nobody. Anyone could have made this file.",
  noneHolds:
    "No valid signature. The records were changed after they were signed, or the signature belongs to other records.",
  partly: (/** @type {string} */ n) => `${n} unsigned.`,
  trusted: (/** @type {string} */ name) => `${name} (named by the trust file)`,
  about: "About",
  counted: "Records",
  countedIn: (
    /** @type {string} */ records,
    /** @type {number} */ runs,
    /** @type {boolean} */ ofOne,
    /** @type {string} */ lines,
  ) =>
    `${records}, ${counted(runs, "complete run", "complete runs")}${ofOne ? " of the required agent" : ""}, ${lines}`,
  oneOf: (/** @type {number} */ shown, /** @type {number} */ asked) =>
    `${shown} of ${counted(asked, "question", "questions")}${asked > shown ? `; the other ${asked - shown} ${asked - shown === 1 ? "is" : "are"} not shown` : ""}`,
  unseen: (/** @type {number} */ n) =>
    `Its log has ${counted(n, "further record", "further records")} that ${n === 1 ? "is" : "are"} not shown.`,
  plan: "Plan",
  plans: (/** @type {number} */ n) => counted(n, "plan", "plans"),
  planned: (/** @type {import("proofmark").PlanUsed} */ { counts, bank, entropy }) =>
    [
      formatList(
        Object.entries(counts).map(
          ([family, count]) => counted(count, `question`, `questions`) + ` of ${family}`,
        ),
      ),
      bank && `bank ${bank.id} ${bank.root}`,
      entropy === undefined
        ? "no entropy"
        : `entropy ${entropy.value}, said to come from ${entropy.source}, not checked`,
    ]
      .filter(Boolean)
      .join("; "),
  scoreTitle: "Score",
  scoreStated: "Stated score",
  stepsTitle: "The seven steps",
  step: "Step",
  pass: "Passed",
  fail: "Failed",
  open: "Not checked",
  required: "required",
  exempt: (/** @type {string} */ records) => `Does not apply to ${records}`,
  steps,
  failuresTitle: "Failures",
  failuresMost: (/** @type {string} */ shown, /** @type {string} */ all) =>
    `The first ${shown} of ${all}`,
  where: "Where",
  code: "Code",
  message: "Problem",
  wholeFile: "whole file",
  notCheckedTitle: "Not checked",
  notCheckedNone: "Nothing: every step that applies was performed on every record.",
  notCheckedNothing: "The file contains no record.",
  reasons,
  notProvenTitle: "Not proven",
  limits: proofLimits,
  openHere: "Open in Results",
};
