// A table that fits the terminal: columns as wide as their content, then narrowed, then omitted.

import { clip, clipMiddle, splitByWidth, width, wrap } from "./text.js";

/** @typedef {import("./colour.js").Style} Style */
/** @typedef {import("./colour.js").Palette} Palette */

/**
 * A column. If space is short, `shrink` columns are narrowed to their minimum width, then `spare`
 * columns are omitted, then `short` titles are used.
 *
 * @typedef {object} Column
 * @property {string} title
 * @property {boolean} [right] Aligns to the right.
 * @property {"clip" | "middle" | "wrap"} [shrink] The way to shorten text that is too wide.
 * @property {number} [least]
 * @property {boolean} [spare]
 * @property {string} [short]
 */

/** @typedef {string | { text: string, style: Style }} Cell */

const GAP = 2;
const INDENT = 2;
const LEAST = 8;

/**
 * Returns the lines of a table in at most `columns` cells. If `uncut`, columns that are shortened in
 * the middle, such as URLs, are whole instead, and lines with them are longer.
 *
 * @param {Column[]} head
 * @param {Cell[][]} rows
 * @param {{ columns: number, uncut?: boolean, palette: Palette }} terminal
 * @returns {string[]}
 */
export function table(head, rows, { columns, uncut = false, palette }) {
  const { kept, titles: names, widths } = chooseColumns(head, rows, columns - INDENT);
  if (uncut) {
    const whole = naturalWidths(names, rows);
    for (const [place, index] of kept.entries())
      if (head[index]?.shrink === "middle") widths[place] = whole[index] ?? 0;
  }
  const titles = kept.map((index) => ({
    text: names[index] ?? "",
    style: /** @type {Style} */ ("dim"),
  }));
  const body = rows.map((row) => kept.map((index) => row[index] ?? ""));
  return [titles, ...body].flatMap((cells) => {
    const blocks = cells.map((cell, place) =>
      foldCell(cell, head[kept[place] ?? 0], widths[place] ?? 0),
    );
    const height = Math.max(...blocks.map((block) => block.length));
    return Array.from({ length: height }, (_, line) => {
      const texts = blocks.map((block, place) => {
        const { right } = head[kept[place] ?? 0] ?? {};
        return padCell(block[line] ?? "", cells[place] ?? "", widths[place] ?? 0, right, palette);
      });
      return (" ".repeat(INDENT) + texts.join(" ".repeat(GAP))).trimEnd();
    });
  });
}

/**
 * Chooses the columns to show, with their widths and titles.
 *
 * @param {Column[]} head
 * @param {Cell[][]} rows
 * @param {number} room
 */
function chooseColumns(head, rows, room) {
  const all = head.map((_, index) => index);
  const needed = all.filter((index) => !head[index]?.spare);
  const titles = head.map(({ title }) => title);
  const short = head.map(({ title, short = title }) => short);
  const attempts = [
    { kept: all, titles },
    { kept: needed, titles },
    { kept: needed, titles: short },
  ];
  for (const { kept, titles } of attempts) {
    const widths = narrowColumns(head, naturalWidths(titles, rows), kept, room);
    if (widths !== null) return { kept, titles, widths };
  }
  // If the terminal is too narrow even for that, lines wrap.
  const widths = naturalWidths(short, rows).map((cells, index) =>
    head[index]?.shrink ? Math.min(cells, head[index]?.least ?? LEAST) : cells,
  );
  return { kept: needed, titles: short, widths: needed.map((index) => widths[index] ?? 0) };
}

/** @param {string[]} titles @param {Cell[][]} rows */
const naturalWidths = (titles, rows) =>
  titles.map((title, index) =>
    Math.max(width(title), ...rows.map((row) => width(cellText(row[index] ?? "")))),
  );

/**
 * Returns the widths of the kept columns, or `null` if they do not fit.
 *
 * @param {Column[]} head
 * @param {number[]} natural
 * @param {number[]} kept
 * @param {number} room
 */
function narrowColumns(head, natural, kept, room) {
  const widths = kept.map((index) => natural[index] ?? 0);
  let over = widths.reduce((sum, cells) => sum + cells + GAP, -GAP) - room;
  while (over > 0) {
    // Narrow the widest column first.
    const slack = kept.map((index, place) => {
      const { shrink, least = LEAST } = head[index] ?? {};
      return shrink && (widths[place] ?? 0) > least ? (widths[place] ?? 0) : 0;
    });
    const most = Math.max(...slack);
    if (most === 0) return null;
    widths[slack.indexOf(most)] = most - 1;
    over--;
  }
  return widths;
}

/** @param {Cell} cell @param {Column | undefined} column @param {number} cells */
function foldCell(cell, column, cells) {
  const text = cellText(cell);
  if (column?.shrink === "wrap")
    return wrap(text, cells).flatMap((line) => splitByWidth(line, cells));
  return [column?.shrink === "middle" ? clipMiddle(text, cells) : clip(text, cells)];
}

/**
 * @param {string} text
 * @param {Cell} cell
 * @param {number} cells
 * @param {boolean | undefined} right
 * @param {Palette} palette
 */
function padCell(text, cell, cells, right, palette) {
  const space = " ".repeat(Math.max(cells - width(text), 0));
  const styled = typeof cell === "string" ? text : palette[cell.style](text);
  return right ? space + styled : styled + space;
}

/** @param {Cell} cell */
const cellText = (cell) => (typeof cell === "string" ? cell : cell.text);
