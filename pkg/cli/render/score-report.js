// Formats scores and their explanations.

import { scoreText } from "./amount.js";
import { table } from "./table.js";
import { formatCount, groupThousands, indentAndWrap, plain } from "./text.js";

/** @typedef {import("../../entry/score/index.d.ts").TrustScore} TrustScore */
/** @typedef {import("../../entry/score/index.d.ts").ScoreExplanation} ScoreExplanation */
/** @typedef {import("../../entry/score/index.d.ts").AdapterScore} AdapterScore */
/** @typedef {import("../../entry/score/index.d.ts").ScoredSubject} ScoredSubject */
/** @typedef {import("../../entry/score/index.d.ts").ScoreStep} ScoreStep */
/** @typedef {import("../terminal.js").Output} Output */
/** @typedef {import("./table.js").Cell} Cell */
/** @typedef {{ id: string, total: number, adapters: Map<string, Cell>, notes: string[] }} Row */

/** The maximum number of subjects in a table. */
const MOST_SUBJECTS = 40;
const LOWEST = 10;

const ROUNDING =
  "Steps are kept to a billionth. Values and totals are rounded for display only, half up; a component is limited to 0 to 100. Sums and means leave missing parts out.";
const CAVEAT = "A score alone is no ground to exclude an agent (HCS-25).";

/**
 * Collects scores, in constant memory: if there are many, the lowest.
 *
 * @param {Output} out
 */
export function createScores(out) {
  /** @type {Row[]} */
  let rows = [];
  /** @type {TrustScore | undefined} */
  let last;
  let count = 0;
  let sum = 0;
  return {
    /** @param {TrustScore} score */
    add(score) {
      last = score;
      count++;
      sum += score.trustScore;
      rows.push(toScoreRow(score));
      if (count > MOST_SUBJECTS && rows.length >= 2 * MOST_SUBJECTS) rows = lowestScores(rows);
    },
    lines() {
      if (last === undefined) return ["  No subject was scored."];
      const { palette, columns } = out;
      const many = count > MOST_SUBJECTS;
      const shown = many ? lowestScores(rows) : rows;
      const digest = last.trustScoreConfigDigest.slice(0, 12);
      const under = `${formatCount(count, "subject")}, mean ${scoreText(sum / count)}; configuration ${last.trustScoreConfigVersion} (${digest}…), ${plain(last.trustScoreUpdatedAt)}`;
      const notes = shown.flatMap((row) => row.notes);
      return [
        ...(many ? [palette.dim("  the lowest scores")] : []),
        ...scoresTable(shown, out),
        "",
        ...notes.map((text) => palette.dim(indentAndWrap(text, columns))),
        indentAndWrap(under, columns),
        palette.dim(indentAndWrap(CAVEAT, columns)),
      ];
    },
  };
}

/** @param {Row[]} rows */
const lowestScores = (rows) => [...rows].sort((a, b) => a.total - b.total).slice(0, LOWEST);

/** @param {TrustScore} score @returns {Row} */
function toScoreRow({ subject, trustScore, breakdown }) {
  const totals = breakdown.adapters.map(
    (adapter) => /** @type {const} */ ([adapter.adapterId, totalCell(adapter)]),
  );
  const windows = breakdown.adapters.flatMap(({ components }) =>
    components.flatMap(({ key, window }) => {
      if (window === undefined) return [];
      return [`${plain(subject.id)}: ${key}: ${windowText(window)}`];
    }),
  );
  const notes = [...identityNote(subject), ...windows];
  return { id: subject.id, total: trustScore, adapters: new Map(totals), notes };
}

/** Returns the note on the models or agents that answered, if the records name them. @param {ScoredSubject} subject */
const identityNote = ({ id, who }) =>
  who ? [`${plain(id)}: ${who.map(plain).join(" or ")}.`] : [];

/**
 * Returns the total of an adapter, with its status if that is not `ok`.
 *
 * @param {AdapterScore} adapter
 */
function totalCell({ inDenominator, total, components }) {
  if (!inDenominator) return scoreCell(null);
  const [status, ...others] = new Set(components.map(({ status }) => status));
  const why = status === "ok" || others.length > 0 ? "" : ` ${status}`;
  return `${scoreText(total)}${why}`;
}

/** @param {Row[]} rows @param {Output} out */
function scoresTable(rows, out) {
  const ids = [...new Set(rows.flatMap(({ adapters }) => [...adapters.keys()]))];
  const body = rows.map(({ id, total, adapters }) => [
    plain(id),
    /** @type {Cell} */ ({ text: scoreText(total), style: "bold" }),
    ...ids.map((adapter) => adapters.get(adapter) ?? scoreCell(null)),
  ]);
  const head = [
    { title: "subject", shrink: /** @type {const} */ ("middle") },
    { title: "score", right: true },
    ...ids.map((id) => ({ title: id, right: true, spare: true })),
  ];
  return table(head, body, out);
}

/** @param {number | null} value @returns {Cell} */
const scoreCell = (value) => (value === null ? { text: "–", style: "dim" } : scoreText(value));

/**
 * Collects explanations: if there are many, the first.
 *
 * @param {Output} out
 */
export function createExplanations(out) {
  /** @type {ScoreExplanation[]} */
  const kept = [];
  let count = 0;
  return {
    /** @param {ScoreExplanation} explanation */
    add(explanation) {
      count++;
      if (kept.length < MOST_SUBJECTS) kept.push(explanation);
    },
    lines() {
      if (count === 0) return ["  No subject was scored."];
      const rest = formatCount(count - kept.length, "subject");
      return [
        ...kept.flatMap((explanation) => [...explanationLines(explanation, out), ""]),
        ...(count > kept.length
          ? [
              out.palette.dim(
                indentAndWrap(`… and ${rest} more; --format ndjson has them all`, out.columns),
              ),
              "",
            ]
          : []),
        out.palette.dim(indentAndWrap(ROUNDING, out.columns)),
        out.palette.dim(indentAndWrap(CAVEAT, out.columns)),
      ];
    },
  };
}

/** @param {ScoreExplanation} explanation @param {Output} out */
function explanationLines({ subject, total, adapters, nextRun, staleMultiplier }, out) {
  const { palette, columns } = out;
  const rows = adapters.flatMap((adapter) => [
    adapterCells(adapter),
    ...adapter.components.map((component) => componentCells(component, staleMultiplier)),
    ...adapter.unavailable.map(unavailableCells),
  ]);
  const components = adapters.flatMap(({ components, unavailable }) => [
    ...components,
    ...unavailable,
  ]);
  const head = [
    { title: "adapter, component", shrink: /** @type {const} */ ("middle") },
    { title: "weight", right: true },
    { title: "value", right: true },
    { title: "from", shrink: /** @type {const} */ ("wrap"), least: 16, spare: true },
    { title: "moved", right: true },
    { title: "without it", right: true },
  ];
  return [
    `  ${palette.bold(plain(subject.id))}: ${palette.bold(scoreText(total))}`,
    ...weightedMeanText(adapters, total).map((text) => indentAndWrap(text, columns)),
    ...table(head, rows, out),
    ...stepLines(components, columns),
    ...identityNote(subject).map((text) => indentAndWrap(text, columns)),
    ...nextRunLines(nextRun).map((text) => indentAndWrap(text, columns)),
  ];
}

/**
 * Writes the weighted mean out: `(0.5 · 100 + 1 · 20) / 1.5 = 46.67`.
 *
 * @param {ScoreExplanation["adapters"]} adapters
 * @param {number} total
 */
function weightedMeanText(adapters, total) {
  const counted = adapters.filter(({ inDenominator }) => inDenominator);
  if (counted.length === 0) return ["No adapter has data, so the score is 0."];
  const terms = counted.map(({ weight, total }) => `${weight} · ${scoreText(total)}`);
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0);
  // The totals as shown may give another last digit.
  const sum = counted.reduce((sum, { weight, total }) => sum + weight * total, 0);
  const equals = scoreText(sum / weights) === scoreText(total) ? "=" : "≈";
  return [`(${terms.join(" + ")}) / ${scoreText(weights)} ${equals} ${scoreText(total)}`];
}

/** @param {ScoreExplanation["adapters"][number]} adapter @returns {Cell[]} */
function adapterCells(adapter) {
  const { adapterId, applicable, inDenominator, weight, total, without, moved } = adapter;
  if (!inDenominator) {
    const counts = applicable && weight === 0 && adapter.components.length > 0;
    const why = counts ? "of weight 0" : applicable ? "no data" : "does not apply to this subject";
    const cells = [adapterId, String(weight), counts ? scoreText(total) : "–", why, "–", "–"];
    return cells.map((text) => ({ text, style: /** @type {const} */ ("dim") }));
  }
  /** @type {Cell} */
  const name = { text: adapterId, style: "bold" };
  const from = adapter.components.length > 1 ? "mean by weight of:" : "";
  return [name, String(weight), scoreCell(total), from, changeCell(moved), scoreCell(without)];
}

/** @param {AdapterScore["components"][number]} component @param {number} factor @returns {Cell[]} */
function componentCells({ key, status, value, weight, window, steps = [] }, factor) {
  const parts = [
    window === undefined ? "" : windowText(window),
    ...(steps.length === 1 ? steps.map(stepText) : []),
    status === "stale"
      ? `stale, so ${factor} times`
      : status === "ok" || steps.length === 1
        ? ""
        : status,
  ];
  return [`  ${key}`, String(weight), scoreCell(value), parts.filter(Boolean).join(", "), "", ""];
}

/**
 * Writes out the arithmetic of components with several steps.
 *
 * @param {{ key: string, steps?: ScoreStep[] }[]} components
 * @param {number} columns
 */
function stepLines(components, columns) {
  return components
    .filter(({ steps = [] }) => steps.length > 1)
    .flatMap(({ key, steps = [] }) => [
      indentAndWrap(`${plain(key)}:`, columns),
      ...steps.map((step) => `${"  ".repeat(step.depth + 2)}${stepText(step)}`),
    ]);
}

/** @param {ScoreStep} step */
const stepText = ({ text, status, value, weight }) => {
  const result = value === undefined ? status : status === "ok" ? value : `${value} (${status})`;
  return `${weight === undefined ? "" : `weight ${weight}: `}${result} = ${plain(text)}`;
};

/** @param {AdapterScore["unavailable"][number]} component @returns {Cell[]} */
const unavailableCells = ({ key, status, steps = [] }) => {
  const why = steps.length === 1 ? steps.map(stepText).join("") : status;
  const cells = [`  ${key}`, "", "–", `${why}, left out`, "", ""];
  return cells.map((text) => ({ text, style: /** @type {const} */ ("dim") }));
};

/** @param {NonNullable<AdapterScore["components"][number]["window"]>} window */
const windowText = ({ correct, runs, low, high }) =>
  `${groupThousands(correct)} of ${groupThousands(runs)} right (95 % interval ${scoreText(low)} to ${scoreText(high)})`;

/**
 * Describes the effect of one more question, in one sentence for components that change alike.
 *
 * @param {ScoreExplanation["nextRun"]} nextRun
 */
function nextRunLines(nextRun) {
  /** @type {Map<string, string[]>} */
  const keys = new Map();
  for (const { key, low, high, change } of nextRun) {
    const then =
      change === 0
        ? "would change nothing"
        : `takes the score to between ${scoreText(low)} and ${scoreText(high)}: at most ${scoreText(change)} from here`;
    keys.set(then, [...(keys.get(then) ?? []), key]);
  }
  return [...keys].map(([then, keys]) => {
    const any = keys.join(", ").replace(/, (?=[^ ]+$)/, " or ");
    return `One more question of ${any} ${then}.`;
  });
}

/** @param {number} moved @returns {Cell} */
const changeCell = (moved) => ({
  text: moved > 0 ? `+${scoreText(moved)}` : scoreText(moved),
  style: moved > 0 ? "green" : moved < 0 ? "red" : "dim",
});
