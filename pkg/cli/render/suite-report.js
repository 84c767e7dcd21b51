// Formats the properties of a suite, warnings of sealing, and cracked answers.

import { durationText, outcomesText } from "./amount.js";
import { table } from "./table.js";
import { counted, grouped, indented, plain, word } from "./text.js";

/** @typedef {import("../../entry/suite/index.d.ts").SuiteSurvey} SuiteSurvey */
/** @typedef {import("../terminal.js").Output} Output */

/** @param {SuiteSurvey} survey @param {Output} out */
export function surveyLines(survey, { palette, columns }) {
  const { id, version, digest, tasks, salted, strata, pattern, normalise } = survey;
  const name = id === null ? "(no name)" : `${plain(id)}, version ${plain(version ?? "none")}`;
  return [
    ...pairs([
      ["suite", name],
      ["digest", digest],
      ["tasks", `${grouped(tasks)}, ${salted === 0 ? "none" : grouped(salted)} salted`],
      ["strata", plain(outcomesText(strata)) || "none"],
      ["answer", pattern === null ? "the last FINAL_[A-Z0-9_]+" : plain(pattern)],
      ["normalised", normalise.join(", ") || "no"],
    ]),
    "",
    indented(`${palette.bold(palette.green("Valid"))}.`, columns),
  ];
}

/**
 * @param {SuiteSurvey & { out: string, warnings: import("../../entry/suite/index.d.ts").SealWarning[] }} made
 * @param {Output} out
 */
export function sealLines({ warnings, out: path, ...survey }, out) {
  const { palette, columns } = out;
  const warned = warnings.map(({ text }) => palette.yellow(indented(plain(text), columns)));
  return [
    ...surveyLines(survey, out),
    palette.dim(indented(`Sealed suite: ${plain(path)}`, columns)),
    ...(warnings.length === 0
      ? []
      : [
          "",
          ...warned,
          "",
          indented(
            `${palette.bold(counted(warnings.length, "answer"))} of ${grouped(survey.tasks)} can be found by trying, salted or not. Try it: proofmark suite crack ${word(path)}`,
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
  const rows = fallen.map(({ id, answer, hashes }) => [plain(id), plain(answer), grouped(hashes)]);
  const lines = table(
    [
      { title: "task", shrink: "middle", least: 12 },
      { title: "answer", shrink: "clip", least: 12 },
      { title: "found after", right: true },
    ],
    rows,
    out,
  );
  const spent = `${counted(hashes, "hash", "hashes")} in ${durationText(ms)}`;
  const verdict =
    fallen.length === 0
      ? `${palette.bold("No answer was found")}: ${spent}. That shows nothing about longer trying.`
      : `${palette.bold(palette.red(`${grouped(fallen.length)} of ${counted(tasks, "answer")} found`))}: ${spent}.`;
  return [...(fallen.length === 0 ? [] : [...lines, ""]), indented(verdict, columns)];
}

/** @param {import("../../index.d.ts").FileStatus} status @param {Output} out */
export function statusLine({ verdict, text }, { palette, columns }) {
  const colours = /** @type {const} */ ({
    intact: "green",
    failed: "red",
    "not-checked": "yellow",
  });
  return palette[colours[verdict]](indented(plain(text), columns));
}

/** @param {string[][]} rows */
const pairs = (rows) => rows.map(([name = "", value = ""]) => `  ${name.padEnd(12)}${value}`);
