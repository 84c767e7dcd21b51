// Formats the properties of a suite, warnings of sealing, and cracked answers.

import { durationText, outcomesText } from "./amount.js";
import { table } from "./table.js";
import { formatCount, groupThousands, indentAndWrap, plain, quoteForShell } from "./text.js";

/** @typedef {import("../../entry/suite/index.d.ts").SuiteSurvey} SuiteSurvey */
/** @typedef {import("../terminal.js").Output} Output */

/** @param {SuiteSurvey} survey @param {Output} out */
export function surveyLines(survey, { palette, columns }) {
  const { id, version, digest, tasks, salted, strata, pattern, normalise } = survey;
  const name = id === null ? "(no name)" : `${plain(id)}, version ${plain(version ?? "none")}`;
  return [
    ...nameValueLines([
      ["suite", name],
      ["digest", digest],
      [
        "tasks",
        `${groupThousands(tasks)}, ${salted === 0 ? "none" : groupThousands(salted)} salted`,
      ],
      ["strata", plain(outcomesText(strata)) || "none"],
      ["answer", pattern === null ? "the last FINAL_[A-Z0-9_]+" : plain(pattern)],
      ["normalised", normalise.join(", ") || "no"],
    ]),
    "",
    indentAndWrap(`${palette.bold(palette.green("Valid"))}.`, columns),
  ];
}

/**
 * @param {SuiteSurvey & { out: string, warnings: import("../../entry/suite/index.d.ts").SealWarning[] }} made
 * @param {Output} out
 */
export function sealLines({ warnings, out: path, ...survey }, out) {
  const { palette, columns } = out;
  const warned = warnings.map(({ text }) => palette.yellow(indentAndWrap(plain(text), columns)));
  return [
    ...surveyLines(survey, out),
    palette.dim(indentAndWrap(`Sealed suite: ${plain(path)}`, columns)),
    ...(warnings.length === 0
      ? []
      : [
          "",
          ...warned,
          "",
          indentAndWrap(
            `${palette.bold(formatCount(warnings.length, "answer"))} of ${groupThousands(survey.tasks)} can be found by trying, salted or not. Try it: proofmark suite crack ${quoteForShell(path)}`,
            columns,
          ),
        ]),
  ];
}

/**
 * @param {ReturnType<typeof import("../../entry/suite/index.d.ts").crackSuite>} cracked
 * @param {number} ms
 * @param {Output} out
 */
export function crackLines({ hashes, tasks, fallen }, ms, out) {
  const { palette, columns } = out;
  const rows = fallen.map(({ id, answer, hashes }) => [
    plain(id),
    plain(answer),
    groupThousands(hashes),
  ]);
  const lines = table(
    [
      { title: "task", shrink: "middle", least: 12 },
      { title: "answer", shrink: "clip", least: 12 },
      { title: "found after", right: true },
    ],
    rows,
    out,
  );
  const spent = `${formatCount(hashes, "hash", "hashes")} in ${durationText(ms)}`;
  const verdict =
    fallen.length === 0
      ? `${palette.bold("No answer was found")}: ${spent}. That shows nothing about longer trying.`
      : `${palette.bold(palette.red(`${groupThousands(fallen.length)} of ${formatCount(tasks, "answer")} found`))}: ${spent}.`;
  return [...(fallen.length === 0 ? [] : [...lines, ""]), indentAndWrap(verdict, columns)];
}

/** @param {import("../../index.d.ts").FileStatus} status @param {Output} out */
export function statusLine({ verdict, text }, { palette, columns }) {
  const colours = /** @type {const} */ ({
    intact: "green",
    failed: "red",
    "not-checked": "yellow",
  });
  return palette[colours[verdict]](indentAndWrap(plain(text), columns));
}

/** @param {string[][]} rows */
const nameValueLines = (rows) =>
  rows.map(([name = "", value = ""]) => `  ${name.padEnd(12)}${value}`);
