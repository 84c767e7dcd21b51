// Formats the result of a self-test: a table per family.

import { shareText } from "./amount.js";
import { table } from "./table.js";
import { formatCount, indentAndWrap, plain } from "./text.js";

/** @typedef {ReturnType<typeof import("../../index.d.ts").selftest>[number]} Row */

/** The score of guessing. @type {Record<string, string>} */
const CHANCE = { science: "guessing gives 25" };

/**
 * @param {{ seed: string, count: number, rows: (Row & { family: string })[] }} found
 * @param {import("../terminal.js").Output} out
 */
export function botsLines({ seed, count, rows }, out) {
  const { palette, columns } = out;
  const families = [...new Set(rows.map(({ family }) => family))];
  const tables = families.flatMap((family) => {
    const chance = CHANCE[family] === undefined ? "" : `; ${CHANCE[family]}`;
    const title = `${palette.bold(family)}: the score of each bot over ${formatCount(count, "draw")}${chance}`;
    return [
      indentAndWrap(title, columns),
      "",
      ...table(
        [{ title: "bot" }, { title: "literal", right: true }, { title: "committed", right: true }],
        rows.filter((row) => row.family === family).map(rowCells),
        out,
      ),
      "",
    ];
  });
  return [...tables, palette.dim(indentAndWrap(`The same again: --seed ${plain(seed)}`, columns))];
}

/** @param {Row} row */
function rowCells({ bot, asked, literal, committed }) {
  return [bot, ...[literal, committed].map((right) => shareText(right, asked))];
}
