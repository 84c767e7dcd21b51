// Formats the properties of a bank, and the result of sealing one.

import { shareText } from "./amount.js";
import { counted, grouped, indented, plain, word } from "./text.js";

/** @typedef {import("../../index.d.ts").BankSurvey} BankSurvey */
/** @typedef {import("../terminal.js").Output} Output */

/**
 * @param {BankSurvey} survey
 * @param {string} path
 * @param {Output} out
 */
export function bankLines(survey, path, { palette, columns }) {
  const { id, root, items, sciences, difficulties, longest, longestGivesAway, sealed } = survey;
  const [easy, middle, hard] = difficulties;
  const share = `the longest in ${grouped(longest)} of ${grouped(items)} (${shareText(longest, items)} %)`;
  const held = palette.bold(palette.green("Valid"));
  const verdict = longestGivesAway
    ? `${palette.bold(palette.red("Gives answers away"))}: picking the longest option beats guessing.`
    : `${held}.`;
  return [
    ...pairs([
      ["bank", plain(id)],
      ["root", root],
      ["questions", grouped(items)],
      ["sciences", listed(Object.entries(sciences))],
      ["difficulty", listed(Object.entries({ easy, middle, hard }))],
      ["right option", share],
      ["sealed", sealed ? "yes" : "no"],
    ]),
    "",
    indented(verdict, columns),
    ...(sealed
      ? []
      : [
          palette.dim(
            indented(
              `Before it is used: proofmark bank seal ${word(path)} --out manifest.json`,
              columns,
            ),
          ),
        ]),
  ];
}

/**
 * @param {{ id: string, root: string, items: number, manifest: string, sealed: string }} made
 * @param {Output} out
 */
export function sealedLines({ id, root, items, manifest, sealed }, { palette, columns }) {
  return [
    ...pairs([
      ["bank", plain(id)],
      ["root", root],
      ["questions", grouped(items)],
      ["manifest", plain(manifest)],
      ["sealed bank", plain(sealed)],
    ]),
    "",
    indented(
      `${palette.bold("Publish")} ${plain(manifest)} before the first run. ${palette.bold("Keep")} ${plain(sealed)} to yourself: it has the answers and the salts, and is what run --bank takes.`,
      columns,
    ),
    palette.dim(indented(`${counted(items, "item")} committed to, none revealed.`, columns)),
  ];
}

/** @param {string[][]} rows */
const pairs = (rows) => rows.map(([name = "", value = ""]) => `  ${name.padEnd(14)}${value}`);

/** @param {[string, number][]} counts */
const listed = (counts) => counts.map(([name, count]) => `${name} ${grouped(count)}`).join(", ");
