// Texts for a report. The core has made all decisions.

import { fillPlaceholders } from "./strings.js";
import { shortenDid, revealInvisible } from "./text.js";
import { UnreadableError } from "./unread.js";

/** @typedef {import("./check.js").Found} Found */
/** @typedef {import("./check.js").VerifyReport} VerifyReport */
/** @typedef {import("./strings.js").English} English */
/** @typedef {import("../pkg/index.d.ts").Conclusion} Conclusion */

/**
 * The state of a badge, and its two lines of text: `word` and `rest`, then `note` and `tail`.
 *
 * @typedef {{ state: Conclusion | "checking", word: string, rest: string, note: string, tail: string }} Summary
 */

/** @param {Found | undefined} found @param {English} strings @param {number} now @returns {Summary} */
export function summarizeReport(found, strings, now) {
  const state = verdictState(found);
  const plain = { state, word: strings[state], rest: "", note: "", tail: "" };
  if (found === undefined) return { ...plain, note: strings.here };
  if ("unread" in found) {
    const { reason, values } = found.unread;
    return {
      ...plain,
      note: fillPlaceholders(strings.unread[reason], revealInvisibleValues(values)),
    };
  }
  const { report } = found;
  const age = report.fetchedAt ? ageText(report.fetchedAt.first, now, strings) : "";
  switch (report.verdict) {
    case "verified":
      return { ...plain, note: signersText(report, strings), tail: age };
    case "intact": {
      const unasked = /** @type {Record<string, string>} */ (strings.unasked)[report.why ?? ""];
      const rest = `, ${signersText(report, strings)}`;
      return { ...plain, rest, note: unasked ?? report.why ?? "", tail: age };
    }
    case "partial": {
      const { questions: shown, of: asked } = report.shown;
      const rest = `, ${signersText(report, strings)}`;
      return {
        ...plain,
        rest,
        note: fillPlaceholders(strings.shownOf, { shown, asked }),
        tail: age,
      };
    }
    case "failed":
      return { ...plain, note: failureText(report, strings) };
    case "not-checked":
      return { ...plain, note: shortfallText(report, strings) };
  }
}

/**
 * Returns the verdict: `checking` at first, and `not-checked` if nothing could be read.
 *
 * @param {Found | undefined} found
 * @returns {Conclusion | "checking"}
 */
export function verdictState(found) {
  if (found === undefined) return "checking";
  return "report" in found ? found.report.verdict : "not-checked";
}

/** Joins both lines of a badge. @param {Summary} summary */
export const titleText = ({ word, rest, note, tail }) =>
  [`${word}${rest}`, note, tail].filter(Boolean).join(" · ");

/** @param {VerifyReport} report @param {English} strings */
function failureText({ failures: [first] }, strings) {
  if (first === undefined) return "";
  const codes = /** @type {Record<string, string>} */ (strings.codes);
  return codes[first.code] ?? strings.steps[first.step] ?? revealInvisible(first.message);
}

/** @param {VerifyReport} report @param {English} strings */
function shortfallText({ failures: [first], why }, strings) {
  if (first === undefined) return revealInvisible(why ?? "");
  const codes = /** @type {Record<string, string>} */ (strings.codes);
  return codes[first.code] ?? strings.unreadable;
}

/**
 * Names the signers, as the trust file does if it can.
 *
 * @param {VerifyReport} report
 * @param {English} strings
 */
function signersText({ signers, unsigned }, strings) {
  const [first, ...others] = signers;
  if (first === undefined) return strings.unsigned;
  const one = signerName(first);
  const who =
    others.length === 0 ? one : fillPlaceholders(strings.more, { who: one, count: others.length });
  return fillPlaceholders(unsigned > 0 ? strings.partly : strings.signed, { who });
}

/** @param {VerifyReport["signers"][number]} signer */
const signerName = ({ name, did }) =>
  name === undefined || name === did ? shortenDid(did) : revealInvisible(name);

/**
 * Returns the longer explanation of a summary.
 *
 * @param {Found | undefined} found
 * @param {English} strings
 */
export function helpText(found, strings) {
  if (found === undefined) return "";
  if ("report" in found) {
    const { verdict, failures, why } = found.report;
    if (verdict === "intact")
      return /** @type {Record<string, string>} */ (strings.unaskedHelp)[why ?? ""] ?? "";
    return verdict === "not-checked" && failures.length > 0 ? revealInvisible(why ?? "") : "";
  }
  const { unread } = found;
  // The cause explains why a resource could not be loaded.
  const all = unread.cause instanceof UnreadableError ? [unread, unread.cause] : [unread];
  const helps = /** @type {Record<string, string>} */ (strings.help);
  return all
    .map(({ reason, values }) =>
      fillPlaceholders(helps[reason] ?? "", revealInvisibleValues(values)).trim(),
    )
    .filter(Boolean)
    .join(" ");
}

const UNITS = /** @type {const} */ ([
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
]);

/**
 * Formats the age of an instant.
 *
 * @param {string} instant
 * @param {number} now
 * @param {English} strings
 */
function ageText(instant, now, { locale }) {
  const past = Date.parse(instant) - now;
  const [unit, ms] = UNITS.find(([, ms]) => Math.abs(past) >= ms) ?? ["minute", 60_000];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return format.format(Math.trunc(past / ms), unit);
}

/** @type {Intl.DateTimeFormatOptions} */
const DATE = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone: "UTC",
  timeZoneName: "short",
};

/** Formats an instant as date and time in UTC. @param {string} instant @param {English} strings */
export const dateText = (instant, { locale }) =>
  new Intl.DateTimeFormat(locale, DATE).format(new Date(instant));

/** @param {Record<string, string>} values */
const revealInvisibleValues = (values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, revealInvisible(value)]));
