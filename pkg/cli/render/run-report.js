// Formats the result of a run: a table of subjects or of totals, and a summary.

import { OTHER_CAUSES, meanScore, percent } from "../run/tally.js";
import { durationText, outcomesText, shareText } from "./amount.js";
import { outcomeStyle } from "./colour.js";
import { table } from "./table.js";
import { formatCount, groupThousands, indentAndWrap, plain, quoteForShell } from "./text.js";

/** @typedef {import("../run/tally.js").Row} Row */
/** @typedef {import("../run/tally.js").Tally} Tally */
/** @typedef {import("./table.js").Cell} Cell */

/** The maximum number of subjects in the table. */
const MOST_SUBJECTS = 40;
const LOWEST = 10;
/** The maximum number of causes to list; the records have all of them. */
const MOST_CAUSES = 5;

/** @type {import("./table.js").Column[]} */
const HEAD = [
  { title: "subject", shrink: "middle", least: 8 },
  { title: "family" },
  { title: "n", right: true, spare: true },
  { title: "literal", short: "lit", right: true },
  { title: "committed", short: "com", right: true },
  { title: "outcomes", shrink: "wrap", least: 14 },
  { title: "median", right: true, spare: true },
];
const SUBJECT = 0;
const COMMITTED = 4;

/** The difference between the scores of the two readings, in points, above which the other policy is suggested. */
const NOTABLE = 10;

/**
 * Returns the lines of the table.
 *
 * @param {Tally} tally
 * @param {import("../terminal.js").Output} out
 */
export function runTable(tally, out) {
  const rows = tally.rows();
  if (tally.subjects === 1) {
    const [row] = rows;
    return [`  ${out.palette.bold(plain(row?.subject ?? ""))}`, ...rowsTable(rows, out, false)];
  }
  if (tally.subjects <= MOST_SUBJECTS) return rowsTable(rows, out);
  const below = rows.filter((row) => meanScore(row) !== 100);
  const lowest = below.sort((a, b) => (meanScore(a) ?? 0) - (meanScore(b) ?? 0)).slice(0, LOWEST);
  const sums = rowsTable(tally.families(), out);
  if (lowest.length === 0) return sums;
  return [...sums, "", out.palette.dim("  the lowest scores"), ...rowsTable(lowest, out)];
}

/** @param {Row[]} rows @param {import("../terminal.js").Output} out @param {boolean} [named] */
function rowsTable(rows, out, named = true) {
  // Show the committed score only if it differs.
  const differs = rows.some(({ literal, committed }) => literal !== committed);
  const keep = (/** @type {unknown} */ _, /** @type {number} */ index) =>
    (differs || index !== COMMITTED) && (named || index !== SUBJECT);
  const cells = rows.map((row, index) => rowCells(row, rows[index - 1]).filter(keep));
  return table(HEAD.filter(keep), cells, out);
}

/** @param {Row} row @param {Row | undefined} above @returns {Cell[]} */
function rowCells(row, above) {
  const [most = ""] = Object.entries(row.outcomes).sort(([, a], [, b]) => b - a)[0] ?? [];
  return [
    above?.subject === row.subject ? "" : plain(row.subject),
    row.family,
    groupThousands(row.records),
    shareText(row.literal, row.scored),
    shareText(row.committed, row.scored),
    { text: outcomesText(row.outcomes), style: outcomeStyle(most) },
    durationText(row.latencies.median()),
  ];
}

/**
 * Returns the summary: the number of correct answers, by the chosen reading.
 *
 * @param {Tally} tally
 * @param {{ policy: string, least: number, passed: boolean }} verdict
 * @param {import("../terminal.js").Output} out
 */
export function runVerdict({ total, subjects }, { policy, least, passed }, out) {
  const { palette } = out;
  if (total.scored === 0) return indentAndWrap("Nothing was scored.", out.columns);
  const right = policy === "literal" ? total.literal : total.committed;
  const sums = `${groupThousands(right)} of ${formatCount(total.scored, "question")} right`;
  const who = subjects === 1 ? "" : ` for ${formatCount(subjects, "subject")}`;
  const other = policy === "literal" ? total.committed : total.literal;
  const otherName = policy === "literal" ? "committed" : "literal";
  const both = other === right ? "" : `, ${shareText(other, total.scored)} ${otherName}`;
  const style = passed ? "green" : "red";
  const gate =
    least === 0 ? "" : passed ? `, at least ${least} as asked` : `, below the ${least} asked for`;
  const figure = palette.bold(palette[style](shareText(total.points, 100 * total.scored)));
  return indentAndWrap(`${figure} ${policy}${both}${who}: ${sums}${gate}`, out.columns);
}

/**
 * Explains the two readings if they differ, and how to score by the other one.
 *
 * @param {Tally} tally
 * @param {string} policy
 * @param {import("../terminal.js").Output} out
 */
export function readingLines({ total: { literal, committed, scored } }, policy, out) {
  if (literal === committed) return [];
  const other = policy === "literal" ? "committed" : "literal";
  const line = (/** @type {string} */ text) => out.palette.dim(indentAndWrap(text, out.columns));
  return [
    line(READINGS),
    ...(100 * Math.abs(literal - committed) > NOTABLE * scored
      ? [line(`To score by the other reading, run with --policy ${other}.`)]
      : []),
  ];
}

/** The legend of the readings. */
export const READINGS =
  "literal: the first number or letter of the reply (HCS-25); committed: the answer that the reply settles on.";

/**
 * Explains the causes of missing replies, the most frequent first.
 *
 * @param {Tally} tally
 * @param {typeof import("../../index.d.ts").explainCause} explain
 */
export function causeLines({ causes }, explain) {
  const { [OTHER_CAUSES]: unnamed = 0, ...known } = causes;
  const sorted = Object.entries(known).sort(([, a], [, b]) => b - a);
  const left = sorted.slice(MOST_CAUSES).reduce((sum, [, count]) => sum + count, unnamed);
  const lines = sorted.slice(0, MOST_CAUSES).map(([cause, count]) => {
    const { message = "" } = explain(cause) ?? {};
    return `No reply to ${formatCount(count, "question")}: ${message} (${plain(cause)})`;
  });
  if (left === 0) return lines;
  return [...lines, `No reply to ${formatCount(left, "question")}: other causes, see the records.`];
}

/**
 * Returns the command that verifies the records, with the private files that it needs.
 *
 * @param {number} records
 * @param {{ path: string, bank?: string | undefined, openings?: string | undefined }} files
 */
export function verifyCommand(records, { path, bank, openings }) {
  const who = bank === undefined && openings === undefined ? ", which anyone can check" : "";
  const more = [
    ...(bank === undefined ? [] : ["--bank", quoteForShell(bank)]),
    ...(openings === undefined ? [] : ["--openings", quoteForShell(openings)]),
  ];
  const command = ["proofmark verify", quoteForShell(path), ...more].join(" ");
  return `${formatCount(records, "record")}${who}: ${command}`;
}

/**
 * Returns the note on the records of an interrupted run.
 *
 * @param {number} records
 * @param {string} path
 */
export const interruptedNote = (records, path) =>
  `${formatCount(records, "record")} in ${plain(path)}; publish none before the run is complete.`;

/**
 * Returns the note that a resumed file was already complete, so its figures are old.
 *
 * @param {string} path
 * @param {string} what
 */
export const alreadyCompleteNote = (path, what) =>
  `proofmark: ${plain(path)}: already complete; showing the results of its ${what}\n`;

/** The caveat that HCS-25 requires for every score. */
export const SCORE_CAVEAT = "A score alone is no ground to exclude an agent (HCS-25).";

/**
 * Returns the result of a run as an object.
 *
 * @param {Tally} tally
 */
export function runSummary(tally) {
  const numbers = (/** @type {import("../run/tally.js").Counts} */ counts) => ({
    records: counts.records,
    scored: counts.scored,
    score: meanScore(counts),
    literal: percent(counts.literal, counts.scored),
    committed: percent(counts.committed, counts.scored),
    outcomes: counts.outcomes,
    medianMs: counts.latencies.median(),
  });
  const rows = tally.rows();
  return {
    ...numbers(tally.total),
    causes: tally.causes,
    families: tally.families().map((row) => ({ family: row.family, ...numbers(row) })),
    subjects: rows.map((row) => ({ subject: row.subject, family: row.family, ...numbers(row) })),
    // Of more than a thousand, only those with the lowest scores are listed; the records have all.
    subjectsLeftOut: tally.subjects - new Set(rows.map(({ subject }) => subject)).size,
  };
}
