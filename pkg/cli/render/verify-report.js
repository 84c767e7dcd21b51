// Formats a verification report: failures, steps, scores and the verdict.

import { passesStep, uncheckedCount, unmetSteps } from "../../verify/verdict.js";
import { proofLimits, verdicts } from "../../verify/words.js";
import { MOST_OF_A_KIND } from "../io/line-errors.js";
import { splitLineNumber } from "../io/refused.js";
import { outcomesText, shareText } from "./amount.js";
import { table } from "./table.js";
import { clipMiddle, formatCount, groupThousands, indentAndWrap, plain, shown } from "./text.js";

/** @typedef {import("../../index.d.ts").VerifyReport} VerifyReport */
/** @typedef {import("../terminal.js").Output} Output */
/** @typedef {import("./table.js").Cell} Cell */

/** The maximum number of signers or subjects to name; others are counted. */
const MOST_NAMED = 3;

/** The maximum width of a name in cells, so that it cannot hide the rest of the output. */
const LONGEST_NAME = 2000;

/**
 * Lists the signers and the subjects.
 *
 * @param {VerifyReport} report
 * @param {Output} out
 */
export function signersAndSubjectsLines({ signers, unsigned, subjects, records }, out) {
  if (subjects.length === 0) return [];
  const { palette, columns } = out;
  const count = (/** @type {number} */ of) =>
    of === records ? "" : `: ${formatCount(of, "record")}`;
  const signed = signers.slice(0, MOST_NAMED).map(({ did, name, records: of }) => {
    const who = name === undefined || name === did ? plain(did) : `${plain(name)}, ${plain(did)}`;
    return `Signed by ${who}${count(of)}`;
  });
  if (signers.length > MOST_NAMED)
    signed.push(`Signed by ${formatCount(signers.length - MOST_NAMED, "other key")}`);
  const nobody = unsigned > 0 ? [`Signed by nobody${count(unsigned)}`] : [];
  const about = subjects.slice(0, MOST_NAMED).map(({ id, who = [], records: of }) => {
    const named = [id, ...who].map((text) => clipMiddle(plain(text), LONGEST_NAME));
    return `About ${named.join("; ")}${count(of)}`;
  });
  if (subjects.length > MOST_NAMED)
    about.push(`About ${formatCount(subjects.length - MOST_NAMED, "other subject")}`);
  const bold = (/** @type {string} */ text) => indentAndWrap(palette.bold(text), columns);
  return [...[...signed, ...nobody].map(bold), ...about.map(bold), ""];
}

/**
 * Returns a sentence for a file that has nothing in common with a record file; null for any other.
 *
 * @param {VerifyReport} report
 * @param {string} path
 */
export function foreignFileSentence({ subjects, plans, failures: [first, ...others] }, path) {
  const isSyntax = (/** @type {{ code: string }} */ { code }) =>
    /^(?:file\.|json\.invalid$)/.test(code);
  const known = subjects.length > 0 || plans.length > 0;
  if (first === undefined || known || ![first, ...others].every(isSyntax)) return null;
  const { line, code, message } = first;
  const why = line === 0 ? "" : `; line ${line}: ${plain(splitLineNumber(message).rest)}`;
  return `${plain(path)} is not a record file: no line of it is a record${why} (${code})`;
}

/**
 * Lists the failures: of each code the first, with a count of the others.
 *
 * @param {VerifyReport} report
 * @param {Output} out
 */
export function failureLines(report, out) {
  const { palette } = out;
  /** The number of failures by code. @type {Map<string, number>} */
  const kinds = new Map();
  const listed = report.failures.filter(({ code }) => {
    const kind = (kinds.get(code) ?? 0) + 1;
    kinds.set(code, kind);
    return kind <= MOST_OF_A_KIND;
  });
  const lines = listed.map(
    ({ line, step, code, message }) =>
      `${line === 0 ? "" : `${palette.bold(`line ${line}`)}: `}${step}: ${plain(splitLineNumber(message).rest)} (${palette.red(code)})`,
  );
  const rest = report.failed - listed.length;
  if (rest > 0) lines.push(palette.dim(`… and ${formatCount(rest, "more failure")}`));
  return lines.length > 0 ? [...lines, ""] : [];
}

/**
 * @param {VerifyReport} report
 * @param {Output} out
 */
export function stepsTable({ steps, required }, out) {
  const rows = steps.map((tally) => {
    const { step, pass, fail, notChecked } = tally;
    const not = uncheckedCount(tally);
    const needed = required.includes(step);
    const why = Object.entries(notChecked).map(([reason, count]) =>
      count === not ? reason : `${reason} (${groupThousands(count)})`,
    );
    /** @type {Cell[]} */
    const cells = [
      needed ? { text: step, style: "bold" } : step,
      pass > 0 ? { text: groupThousands(pass), style: "green" } : { text: "–", style: "dim" },
      fail > 0 ? { text: groupThousands(fail), style: "red" } : { text: "–", style: "dim" },
      not > 0
        ? { text: groupThousands(not), style: needed ? "red" : "dim" }
        : { text: "–", style: "dim" },
      { text: why.join("; "), style: "dim" },
    ];
    return cells;
  });
  return table(
    [
      { title: "step" },
      { title: "pass", right: true },
      { title: "fail", right: true },
      { title: "not checked", right: true },
      { title: "because", shrink: "wrap", least: 16, spare: true },
    ],
    rows,
    out,
  );
}

/**
 * Lists the plans of the runs: questions, bank and entropy.
 *
 * @param {VerifyReport} report
 * @param {Output} out
 */
export function planLines({ plans }, { columns }) {
  const lines = plans.slice(0, MOST_NAMED).map(({ id, counts, runs, bank, entropy }) => {
    const questions = Object.entries(counts).map(
      ([family, count]) => `${groupThousands(count)} ${family}`,
    );
    const parts = [
      `Plan ${id}: ${questions.join(" and ")}`,
      bank === undefined ? "" : `bank ${plain(bank.id)} ${plain(bank.root)}`,
      entropy === undefined
        ? "no entropy"
        : `entropy ${shown(entropy.value)}, said to come from ${shown(entropy.source)}, not checked`,
      runs === 1 ? "" : formatCount(runs, "run"),
    ];
    return indentAndWrap(parts.filter(Boolean).join("; "), columns);
  });
  if (plans.length > MOST_NAMED)
    lines.push(indentAndWrap(formatCount(plans.length - MOST_NAMED, "other plan"), columns));
  return lines.length > 0 ? [...lines, ""] : [];
}

/**
 * @param {VerifyReport} report
 * @param {Output} out
 */
export function scoresLine({ scores, outcomes, records, runs, shown: { extent } }, out) {
  const literal = shareText(scores.literal, scores.scored);
  const committed = shareText(scores.committed, scores.scored);
  const both =
    scores.literal === scores.committed
      ? `score ${literal}`
      : `score ${literal} literal, ${committed} committed`;
  const within = extent === "record" ? "" : ` in ${formatCount(runs, "complete run")}`;
  const text = `${formatCount(records, "record")}${within}; ${[both, outcomesText(outcomes)].filter(Boolean).join("; ")}`;
  return indentAndWrap(text, out.columns);
}

/** The colours of the verdicts. @type {Record<keyof typeof verdicts, "green" | "yellow" | "red" | "dim" | "bold">} */
const COLOURS = {
  verified: "green",
  intact: "bold",
  partial: "yellow",
  failed: "red",
  "not-checked": "dim",
};

/**
 * Returns the verdict and its limits.
 *
 * @param {VerifyReport} report
 * @param {{ trust?: string, subject?: string, committed?: string, maxAge?: number }} asked
 * @param {Output} out
 * @returns {string[]}
 */
export function closingLines(report, asked, out) {
  const { palette, columns } = out;
  const line = (/** @type {string} */ text) => indentAndWrap(text, columns);
  const { verdict } = report;
  const word = palette.bold(palette[COLOURS[verdict]](verdicts[verdict]));
  if (!report.passed) return [line(`${word}: ${shortfallText(report)}.`)];
  const done = report.required.join(", ");
  const believed = asked.trust !== undefined && passesStep(report, "policy");
  const open = [
    passesStep(report, "signature")
      ? believed
        ? ""
        : "whether to trust the signer (--trust)"
      : "who made the file",
    asked.subject === undefined ? "which agent it must be about (--subject)" : "",
    asked.maxAge === undefined ? "its age (--max-age)" : "",
  ].filter((text) => text !== "");
  const { extent, unseen } = report.shown;
  const held = [
    verdict === "not-checked" ? (report.why ?? "") : "",
    `${done} hold on ${extent === "record" ? "this record" : "every record"}`,
    completeness(report),
    asked.committed === undefined ? "" : "its runs are those that were committed to",
    believed ? "a trusted key signed it" : "",
    asked.subject === undefined ? "" : `every record is about ${plain(asked.subject)}`,
  ].filter((text) => text !== "");
  return [
    line(`${word}: ${held.join("; ")}.`),
    ...(open.length > 0 ? [palette.dim(line(`Not checked: ${open.join(", ")}.`))] : []),
    ...(unseen > 0
      ? [line(`Not shown: ${formatCount(unseen, "further record")} of the log.`)]
      : []),
    palette.dim(line(`Not proven: ${proofLimits.map(toClause).join("; ")}.`)),
  ];
}

/** Describes how much of the run is shown. @param {VerifyReport} report */
function completeness({ shown: { extent, questions, of } }) {
  if (extent !== "record") return extent === "part" ? "" : "every run is complete";
  const rest = of - questions;
  const others = rest === 1 ? "the other one is" : `the other ${groupThousands(rest)} are`;
  return `${questions} of ${formatCount(of, "question")}${rest > 0 ? `; ${others} not shown` : ""}`;
}

/** Turns a sentence into a clause. @param {string} text */
const toClause = (text) => `${text.slice(0, 1).toLowerCase()}${text.slice(1, -1)}`;

/** @param {VerifyReport} report */
function shortfallText(report) {
  const {
    failed,
    failures: [first],
    records,
  } = report;
  if (first !== undefined)
    return `${formatCount(failed, "failure")}, the first ${first.line === 0 ? "" : `on line ${first.line} `}(${first.code})`;
  const missing = unmetSteps(report).map(
    ({ step, pass }) => `${step} was not checked on ${groupThousands(records - pass)}`,
  );
  return `${missing.join(", ")} of ${formatCount(records, "record")}, and is required`;
}
