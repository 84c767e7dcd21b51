// What the view Verify says.

import { listed, of } from "./count.js";

export const verify = {
  title: "Verify a record file",
  lede: "Every question is drawn again, every reply read again, every signature and log checked: on this machine, on all its cores. The file may have any size.",
  dropAbout: "A record file (NDJSON)",
  ask: "Whom to believe, about whom",
  askAbout: "Without these, the page says whether a file is intact, and not whether to believe it.",
  trust: "Trusted signer",
  trustHint: "A did:key:… or a trust file",
  trustFile: "Use a trust file",
  subject: "Subject",
  subjectHint: "The id that every record must be about",
  maxAge: "Greatest age, in days",
  maxAgeHint: "That the oldest record may have",
  maxAgeWrong: "Enter a number of days above 0, up to 100,000.",
  index: "Only one record, by its place",
  indexHint: "From 0; a record that stands alone, without its run, is at 0",
  indexWrong: "Enter a whole number from 0.",
  more: "A single record, steps, banks and openings",
  require: "Steps that must pass on every record",
  banks: "Private banks",
  manifests: "Manifests of private banks",
  reveals: "Reveals of items",
  openings: "Openings of withheld values",
  chosen: (/** @type {number} */ n) => of(n, "file", "files"),
  unread: "That file could not be read.",
  clear: "Clear",
  again: "Verify again",
  outdated: "The settings have changed. Verify again to see what holds under them.",
  stop: "Stop",
  stopped: (/** @type {string} */ name) => `Stopped. Nothing is said about ${name}.`,
  progress: "Verifying",
  progressLabel: "Bytes verified",
  bytes: (/** @type {string} */ done, /** @type {string} */ all) => `${done} of ${all}`,
  rate: (/** @type {string} */ n) => `${n} records a second`,
  left: (/** @type {string} */ time) => `${time} left`,
  cores: (/** @type {number} */ n) => of(n, "core", "cores"),
  took: (/** @type {string} */ time, /** @type {number} */ cores) =>
    `in ${time} on ${of(cores, "core", "cores")}`,
  trustRefused: "The trusted signer cannot be used, so nothing was verified.",
  refused: (/** @type {string} */ name) => `This file could not be verified: ${name}`,
  verdicts: {
    verified: "Verified",
    intact: "Intact",
    passed: "Passed",
    "not-passed": "Not passed",
  },
  hold: (/** @type {string[]} */ steps) =>
    steps.length === 0
      ? "Nothing was found wrong, and every run is complete."
      : `${listed(steps)} ${steps.length === 1 ? "holds" : "hold"} on every record, and every run is complete.`,
  holdAlone: (/** @type {string[]} */ steps) =>
    `${steps.length === 0 ? "Nothing was found wrong with" : `${listed(steps)} ${steps.length === 1 ? "holds" : "hold"} on`} this one record.`,
  less: (/** @type {string} */ why) => `It takes more to be called intact (${why}).`,
  noRecord: "No line of this file can be read as a record.",
  failures: (/** @type {number} */ n) => of(n, "failure", "failures"),
  notRequired: (/** @type {string[]} */ steps) =>
    `Required, and not passed on every record: ${listed(steps)}.`,
  signedBy: "Signed by",
  nobody: "Nobody signed.",
  noneHolds: "No signature holds.",
  partly: (/** @type {string} */ n) => `No signature covers ${n}.`,
  trusted: (/** @type {string} */ name) => `${name}, as the trust file has it`,
  about: "About",
  counted: "Records",
  countedIn: (
    /** @type {string} */ records,
    /** @type {string} */ runs,
    /** @type {string} */ lines,
  ) => `${records} in ${runs}, ${lines}`,
  oneOf: (/** @type {number} */ shown, /** @type {number} */ asked) =>
    `${shown} of ${of(asked, "question", "questions")}${asked > shown ? `; the other ${asked - shown} ${asked - shown === 1 ? "is" : "are"} not shown` : ""}`,
  unseen: (/** @type {number} */ n) =>
    `Its log has ${of(n, "further record", "further records")} that ${n === 1 ? "is" : "are"} not shown.`,
  plan: "Plan",
  planned: (/** @type {import("proofmark").PlanUsed} */ { counts, bank, entropy }) =>
    [
      listed(
        Object.entries(counts).map(
          ([family, count]) => of(count, `question`, `questions`) + ` of ${family}`,
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
  scoreStated: "Score, as stated",
  scores: (/** @type {string} */ literal, /** @type {string} */ committed) =>
    `${literal} literal, ${committed} committed`,
  stepsTitle: "The seven steps",
  step: "Step",
  pass: "Passed",
  fail: "Failed",
  open: "Not checked",
  required: "required",
  steps: {
    schema: "each line is a record as specified",
    signature: "a signature covers it",
    inclusion: "a signed log holds it",
    draw: "the seed draws this question",
    bank: "the question is of the bank named",
    grade: "the reply, read again, gives the same",
    policy: "signer, subject and age are as asked",
  },
  failuresTitle: "Failures",
  failuresMost: (/** @type {string} */ shown, /** @type {string} */ all) =>
    `The first ${shown} of ${all}`,
  where: "Where",
  code: "Code",
  message: "What is wrong",
  wholeFile: "the file",
  notCheckedTitle: "What was not checked, and why",
  notCheckedNone: "Every step was done on every record.",
  notCheckedNothing: "There is no record, so nothing was checked.",
  reasons: {
    "the line is no record": "The line is no record, so there was nothing to check.",
    "no signature covers the record": "No signature covers the record: nothing shows who made it.",
    "no checkpoint covers the record":
      "No signed log holds the record, so one could be missing unnoticed.",
    "the method is not one that this version can check":
      "The record names a method that this version does not know.",
    "the bank is not at hand":
      "The record names a private bank; add the bank, its manifest or a reveal.",
    "the item of the bank is not at hand":
      "A manifest does not show the question; add the bank or a reveal to have the reply read again.",
    "the question comes from no bank": "Sums come from no bank; there is nothing to check here.",
    "the reply is withheld": "The reply was withheld; add its opening to have it read again.",
    "a part of a reading is withheld":
      "A part of what was read in the reply was withheld; add its opening to have it compared.",
    "the right answer is withheld":
      "The right answer was withheld; add its opening to have it compared.",
    "the order of the options is withheld":
      "The order of the options was withheld; add its opening to have it compared.",
    "the seed is withheld": "The seed was withheld; without it the question cannot be drawn again.",
    "nothing was asked about signer, subject, commitment or age":
      "Nothing was asked about signer, subject, commitment or age; enter whom you believe.",
    "the step was left out": "The step was left out.",
  },
  notProvenTitle: "What no file can prove",
  notProven: (/** @type {boolean} */ whole) => [
    "that the endpoint really sent these replies, or when",
    "who owns the endpoint",
    `which runs were made and never published${whole ? "" : ", or only in part"}`,
  ],
  openHere: "Open in Results",
};
