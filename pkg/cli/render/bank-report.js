// Formats the properties of a bank, and the result of sealing one.

import { shareText } from "./amount.js";
import { formatCount, groupThousands, indentAndWrap, plain, quoteForShell } from "./text.js";

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
  const share = `the longest in ${groupThousands(longest)} of ${groupThousands(items)} (${shareText(longest, items)} %)`;
  const held = palette.bold(palette.green("Valid"));
  const verdict = longestGivesAway
    ? `${palette.bold(palette.red("Gives answers away"))}: picking the longest option beats guessing.`
    : `${held}.`;
  return [
    ...nameValueLines([
      ["bank", plain(id)],
      ["root", root],
      ["questions", groupThousands(items)],
      ["sciences", countList(Object.entries(sciences))],
      ["difficulty", countList(Object.entries({ easy, middle, hard }))],
      ["right option", share],
      ["sealed", sealed ? "yes" : "no"],
    ]),
    "",
    indentAndWrap(verdict, columns),
    ...(sealed
      ? []
      : [
          palette.dim(
            indentAndWrap(
              `Before it is used: proofmark bank seal ${quoteForShell(path)} --out manifest.json`,
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
export function sealedBankLines({ id, root, items, manifest, sealed }, { palette, columns }) {
  return [
    ...nameValueLines([
      ["bank", plain(id)],
      ["root", root],
      ["questions", groupThousands(items)],
      ["manifest", plain(manifest)],
      ["sealed bank", plain(sealed)],
    ]),
    "",
    indentAndWrap(
      `${palette.bold("Publish")} ${plain(manifest)} before the first run. ${palette.bold("Keep")} ${plain(sealed)} to yourself: it has the answers and the salts, and is what run --bank takes.`,
      columns,
    ),
    palette.dim(
      indentAndWrap(`${formatCount(items, "item")} committed to, none revealed.`, columns),
    ),
  ];
}

/** @param {string[][]} rows */
const nameValueLines = (rows) =>
  rows.map(([name = "", value = ""]) => `  ${name.padEnd(14)}${value}`);

/** @param {[string, number][]} counts */
const countList = (counts) =>
  counts.map(([name, count]) => `${name} ${groupThousands(count)}`).join(", ");
