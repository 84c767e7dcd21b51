// All texts of a badge. Those of verdicts and steps are the package's. To translate them, set `ProofmarkBadge.strings` to an object of the same
// shape; missing texts stay English. `{name}` is a placeholder.

import { scoreCaveat, proofLimits, steps, verdicts } from "../pkg/verify/words.js";

/** @typedef {typeof english} English */

export const english = {
  /** The language of the texts, dates and ages, and its direction. */
  locale: "en",
  dir: "ltr",

  /** The verdicts. */
  checking: "Checking…",
  here: "in this browser",
  ...verdicts,

  /** The signers. */
  signed: "signed by {who}",
  partly: "partly signed by {who}",
  unsigned: "unsigned",
  more: "{who} and {count} more",

  /** Missing checks of an intact record, short and long, by the `why` of the report. */
  unasked: {
    "no subject was asked about": "agent not checked",
    "no signer was asked about": "trust not checked",
    "neither signer nor subject was asked about": "trust not checked",
  },
  unaskedHelp: {
    "no subject was asked about":
      "Nothing was changed since it was signed. This page did not say whom it should be about.",
    "no signer was asked about": "Nothing was found wrong. This page did not say whom to trust.",
    "neither signer nor subject was asked about":
      "Nothing was found wrong. This page did not say whom to trust, or whom it should be about.",
  },

  /** The part of a run that a record is. */
  shownOf: "{shown} of {asked} questions shown",

  /** The score. */
  right: "right",
  literal: "first",
  committed: "final",
  outOf: "{right} of {scored} right",
  readings: "{literal} of {scored} right by the first answer, {committed} by the final answer",

  /** Failures, by the code of the first failure, else by its step. */
  codes: {
    "policy.signer": "not signed by anyone trusted here",
    "policy.subject": "it is about somebody else",
    "policy.age": "it is too old, or dated in the future",
    "file.index": "it has no record at this index",
  },
  steps: {
    schema: "it does not have the form of a record",
    signature: "it was changed after it was signed",
    inclusion: "it is not in the log that it names",
    draw: "the question is not the one that was drawn",
    bank: "the question is not of the bank that it names",
    grade: "the reply does not give this result",
    policy: "it is not what was asked for",
    run: "its run is not complete",
    opening: "a withheld value does not fit",
    file: "a line of the file cannot be read",
  },

  /** Reasons why nothing could be checked. */
  unread: {
    noRecord: "no record was given",
    address: "its address is not valid",
    network: "it could not be fetched",
    status: "it could not be fetched ({status})",
    cut: "it broke off while it was fetched",
    stalled: "its server did not answer in time",
    tooLarge: "it is larger than {most} MB",
    trust: "the trust file could not be fetched",
    index: "index is no place in a file",
    maxAge: "max-age is not an age",
    forbidden: "this page forbids the verifier to run",
    verifier: "the verifier did not load",
    bank: "the public bank did not load",
    refused: "what it was asked for is not valid",
  },
  /** Explanations of those reasons. */
  help: {
    status: "The site answered with status {status}.",
    index: "Expected a whole number from 0, found {index}.",
    maxAge: "Expected {expected}, found {found}.",
    stalled: "Nothing came for {seconds} seconds.",
    refused: "{message}.",
    tooLarge: "A visitor's device is not asked to check more.",
    network: "It may be offline, on a site that does not share it, or not allowed by this page.",
    forbidden:
      "Its content security policy has to allow 'wasm-unsafe-eval' in script-src, and 'self' in connect-src.",
    bank: "Expected bank.js beside the script of the badge.",
    verifier: "Expected verifier.js and verify_bg.wasm beside the script of the badge. {message}",
  },
  unreadable: "it is no record",

  /** The details. */
  details: "Details of the check",
  about: "About",
  signer: "Signed by",
  nobody: "nobody",
  when: "Dated",
  from: "{first} to {last}",
  score: "Score",
  stated: "Stated score",
  records: { one: "{count} record", other: "{count} records" },
  done: "Checked in this browser",
  doneSteps: steps,
  pass: "passed",
  fail: "failed",
  not: "not checked",
  wrong: "What is wrong",
  line: "line {line}",
  others: { one: "and {count} more", other: "and {count} more" },
  open: "Not proven",
  limits: proofLimits,
  completeness: "Shown",
  /** The extent of the file; `whole` is a single record that is its whole run. */
  extents: {
    log: "{shown} of {asked} questions; every run is complete, and all of the log is here",
    runs: "{shown} of {asked} questions; every run is complete",
    record: "{shown} of {asked} questions; the other {rest} are not shown",
    whole: "{shown} of {asked} questions",
    part: "{shown} of {asked} questions",
  },
  unseen: {
    one: "{count} further record of the log is not shown",
    other: "{count} further records of the log are not shown",
  },
  plan: "Plan",
  entropy: "entropy {value}, said to come from {source}, not checked",
  sole: scoreCaveat,
  /** The links of the details. */
  links: { record: "Record file", trust: "Trusted keys", check: "Check it on another site" },
};

/**
 * Replaces the placeholders of `text`.
 *
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export const fillPlaceholders = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/**
 * Returns the plural form for `count`.
 *
 * @param {{ one?: string, other: string }} forms
 * @param {number} count
 * @param {string} locale
 */
export function plural(forms, count, locale) {
  const rule = new Intl.PluralRules(locale).select(count);
  const text = /** @type {Record<string, string>} */ (forms)[rule] ?? forms.other;
  return fillPlaceholders(text, { count: new Intl.NumberFormat(locale).format(count) });
}

/**
 * Merges the texts of all badges and of one badge into the English ones. An invalid locale becomes
 * English.
 *
 * @param {object | undefined} every
 * @param {object | undefined} one
 * @returns {English}
 */
export function mergeStrings(every, one) {
  const strings = mergeDeep(mergeDeep(english, every), one);
  try {
    Intl.getCanonicalLocales(strings.locale);
    return strings;
  } catch {
    return { ...strings, locale: english.locale };
  }
}

/**
 * Deeply merges `over` into `base`.
 *
 * @param {any} base
 * @param {any} over
 * @returns {any}
 */
function mergeDeep(base, over) {
  if (over === undefined || over === null) return base;
  if (Array.isArray(base) || typeof base !== "object") return over;
  const names = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in base ? mergeDeep(base[name], over[name]) : over[name]]),
  );
}
