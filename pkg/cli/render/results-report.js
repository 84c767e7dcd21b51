// Formats a report of a scorecard or records: a table with failures first, the counts and the
// score.

import { durationText } from "./amount.js";
import { table } from "./table.js";
import { clip, formatCount, groupThousands, indentAndWrap, plain } from "./text.js";

/** @typedef {import("../../entry/suite/index.d.ts").Report} Report */
/** @typedef {Pick<import("../terminal.js").Output, "palette" | "columns">} Paper */

/** The maximum number of rows on a terminal. Other formats have more, or all. */
const MOST_ROWS = 100;
/** The maximum number of failures with question and reply, and of characters on a line. */
const MOST_FAILURES = 20;
const MOST_DETAIL = 500;

const STYLES = /** @type {const} */ ({ pass: "green", fail: "red", skip: "dim" });

/** @param {Report} report @param {Paper} out */
export function reportLines(report, out) {
  const { title, headline, notes, who = [], signer, suiteDigest, latencyMs, torn } = report;
  // The first note is about skipped lines, if there are any.
  const told = torn.length > 0 ? 1 : 0;
  const [left, others] = [notes.slice(0, told), [...who, ...notes.slice(told)]];
  const { palette, columns } = out;
  const line = (/** @type {string} */ text) => indentAndWrap(text, columns);
  const signed = signer === null ? "Unsigned." : `Names ${plain(signer)} as its signer.`;
  const check = suiteDigest === null ? "verify" : "suite check SUITE --scorecard FILE";
  return [
    palette.bold(line(plain(title))),
    "",
    ...rowsTable(report, out),
    "",
    ...failureLines(report, out),
    ...strataTable(report, out),
    ...left.map((note) => palette.yellow(line(plain(note)))),
    line(headline),
    ...labels(report, line),
    ...(latencyMs === null ? [] : [line(`Latency: ${latencyText(latencyMs)}`)]),
    ...others.map((note) => palette.dim(line(plain(note)))),
    ...(suiteDigest === null ? [] : [palette.dim(line(`Suite ${suiteDigest}`))]),
    palette.dim(line(`${signed} This report does not verify the file; run proofmark ${check}.`)),
  ];
}

/** @param {import("../../entry/suite/index.d.ts").Quantiles} quantiles */
export const latencyText = ({ p50, p95, p99 }) =>
  `p50 ${durationText(p50)}, p95 ${durationText(p95)}, p99 ${durationText(p99)}`;

/** @param {Report} report @param {Paper} out */
function rowsTable({ rows }, out) {
  const shown = rows
    .slice(0, MOST_ROWS)
    .map((row) => [
      { text: row.outcome, style: STYLES[row.outcome] },
      plain(row.id),
      plain(row.stratum ?? ""),
      plain(labelText(row)),
    ]);
  const lines = table(
    [
      { title: "result" },
      { title: "task", shrink: "middle", least: 12 },
      { title: "stratum", shrink: "clip", spare: true },
      { title: "label", shrink: "clip", least: 12 },
    ],
    shown,
    out,
  );
  const rest = rows.length - MOST_ROWS;
  return rest > 0 ? [...lines, out.palette.dim(`  … and ${formatCount(rest, "row")} more`)] : lines;
}

/** @param {Report} report @param {Paper & { live?: boolean }} out */
function failureLines({ rows }, out) {
  const failed = rows.filter(({ outcome, details }) => outcome === "fail" && details.length > 0);
  const rest = failed.length - MOST_FAILURES;
  const most = out.live ? out.columns : MOST_DETAIL;
  /** Explanations of causes that were shown. @type {Set<string>} */
  const explained = new Set();
  const isNew = (/** @type {[string, string]} */ [name, text]) =>
    name !== "meaning" || (!explained.has(text) && explained.add(text));
  return [
    ...failed
      .slice(0, MOST_FAILURES)
      .flatMap((row) => [
        `  ${out.palette.red(plain(labelText(row)))}  ${out.palette.dim(plain(row.id))}`,
        ...row.details
          .filter(isNew)
          .map(([name, text]) =>
            clip(`    ${`${name}:`.padEnd(18)}${plain(text.trim().replace(/\s+/g, " "))}`, most),
          ),
      ]),
    ...(rest > 0 ? [out.palette.dim(`  … and ${formatCount(rest, "more failure")}`)] : []),
    ...(failed.length > 0 ? [""] : []),
  ];
}

/**
 * Returns the label of a row, with the cause of a failed exchange.
 *
 * @param {Report["rows"][number]} row
 */
function labelText({ label, details }) {
  const [, cause] = details.find(([name]) => name === "cause") ?? [];
  return cause === undefined ? (label ?? "") : `${label}: ${cause}`;
}

/** @param {Report} report @param {Paper} out */
function strataTable({ strata }, out) {
  if (strata.length === 0) return [];
  const rows = strata.map(({ name, passed, total, range }) => [
    plain(name),
    `${groupThousands(passed)} of ${groupThousands(total)}`,
    range,
  ]);
  const head = [
    { title: "stratum", shrink: /** @type {const} */ ("clip") },
    { title: "passed", right: true },
    { title: "interval", right: true, spare: true },
  ];
  return [...table(head, rows, out), ""];
}

/** @param {Report} report @param {(text: string) => string} line */
function labels({ labels }, line) {
  const counts = Object.entries(labels).map(
    ([label, count]) => `${plain(label)} ${groupThousands(count)}`,
  );
  return counts.length === 0 ? [] : [line(counts.join(", "))];
}
