// Formats a comparison.

import { durationText } from "./amount.js";
import { latencyText } from "./results-report.js";
import { table } from "./table.js";
import { formatCount, groupThousands, indentAndWrap, plain } from "./text.js";

/** @typedef {import("../../entry/suite/index.d.ts").Comparison} Comparison */
/** @typedef {Pick<import("../terminal.js").Output, "palette" | "columns">} Paper */

const MOST_CHANGES = 40;

const STYLES = /** @type {const} */ ({
  regression: "red",
  improvement: "green",
  "no-evidence": "dim",
  "too-few": "yellow",
});

/** @param {Comparison} comparison @param {Paper} out */
export function compareLines(comparison, out) {
  const { palette, columns } = out;
  const {
    verdict,
    text,
    notes,
    who = [],
    pairs,
    figures,
    latencyMs,
    onlyFirst,
    onlySecond,
    gate,
  } = comparison;
  const line = (/** @type {string} */ text) => indentAndWrap(text, columns);
  const total = Object.values(pairs).reduce((sum, count) => sum + count, 0);
  return [
    ...changesTable(comparison, out),
    line(
      `${groupThousands(pairs.both)} passed in both, ${groupThousands(pairs.fixed)} fixed, ${groupThousands(pairs.broken)} broken, ${groupThousands(pairs.neither)} failed in both`,
    ),
    line(
      `Difference ${figures.difference} (${figures.level} interval ${figures.range}), exact McNemar p ${figures.p}, mid-p ${figures.midP}`,
    ),
    ...(onlyFirst + onlySecond === 0
      ? []
      : [
          line(
            `Without a partner: ${groupThousands(onlyFirst)} in the first, ${groupThousands(onlySecond)} in the second`,
          ),
        ]),
    ...(onlyFirst + onlySecond > 0 || total < comparison.fewestPairs
      ? [line(`Pass rates without pairing: ${figures.rates}`)]
      : []),
    ...(latencyMs === null
      ? []
      : [
          line(`Latency before: ${latencyText(latencyMs.first)}`),
          line(`Latency after: ${latencyText(latencyMs.second)}`),
          line(`Change: ${changeText(latencyMs.difference)}`),
        ]),
    "",
    ...[...who, ...notes].map((note) => palette.yellow(line(plain(note)))),
    palette[STYLES[verdict]](line(text)),
    ...(gate === undefined ? [] : [palette[gate.passed ? "green" : "red"](line(gate.text))]),
  ];
}

/** @param {Comparison} comparison @param {Paper} out */
function changesTable({ changed }, out) {
  if (changed.length === 0) return [];
  const broken = changed.filter(({ change }) => change === "broken");
  const fixed = changed.filter(({ change }) => change === "fixed");
  const rows = [...broken, ...fixed].slice(0, MOST_CHANGES).map(({ key, change }) => [
    {
      text: change,
      style: change === "broken" ? /** @type {const} */ ("red") : /** @type {const} */ ("green"),
    },
    plain(key),
  ]);
  const lines = table(
    [{ title: "change" }, { title: "task", shrink: "middle", least: 12 }],
    rows,
    out,
  );
  const rest = changed.length - MOST_CHANGES;
  return [
    ...lines,
    ...(rest > 0 ? [out.palette.dim(`  … and ${formatCount(rest, "change")} more`)] : []),
    "",
  ];
}

/** @param {[number, number, number]} differences */
function changeText([p50, p95, p99]) {
  const signed = (/** @type {number} */ ms) => `${ms < 0 ? "-" : "+"}${durationText(Math.abs(ms))}`;
  return `p50 ${signed(p50)}, p95 ${signed(p95)}, p99 ${signed(p99)}`;
}
