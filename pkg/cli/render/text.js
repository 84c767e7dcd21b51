// Makes untrusted text safe for a terminal, and measures its width.

import { hiddenCharacterPattern } from "../../util/hidden-characters.js";
import { STYLES } from "./colour.js";

const MOST_SHOWN = 60;

/** Characters that move the cursor, reorder or hide text, or have no glyph. */
const UNPRINTABLE = hiddenCharacterPattern("\\p{Cc}\\p{Cs}\\p{Co}\\p{Cn}");

/** Characters that are two cells wide. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

/** Escapes characters as JSON does, so that JSON text keeps its value. @param {string} found */
const escapeAsJson = (found) =>
  Array.from({ length: found.length }, (_, unit) => {
    const code = found.charCodeAt(unit).toString(16);
    return `\\u${code.padStart(4, "0")}`;
  }).join("");

/**
 * Escapes all control, invisible and unassigned characters of `text`.
 *
 * @param {string} text
 */
export const plain = (text) => text.replace(UNPRINTABLE, escapeAsJson);

const UNSAFE = new RegExp(`${STYLES.source}|${UNPRINTABLE.source}`, "gu");

/**
 * Escapes the output of a command for a terminal: like `plain`, except for line feeds and the
 * palette's colours.
 *
 * @param {string} text
 */
export const terminalSafe = (text) =>
  text.replace(UNSAFE, (found) =>
    found === "\n" || found.length > 2 ? found : escapeAsJson(found),
  );

/**
 * Quotes a path for a shell command, in escaped form if it contains characters that a terminal must
 * not show.
 *
 * @param {string} path
 */
export function quoteForShell(path) {
  if (/^[\p{L}\p{N}_./:@%+=,-]+$/u.test(path)) return path;
  if (plain(path) === path) return `'${path.replaceAll("'", "'\\''")}'`;
  return `$'${path.replace(/[\\']/g, "\\$&").replace(UNPRINTABLE, (found) => {
    const code = (found.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  })}'`;
}

/**
 * Quotes, escapes and truncates `text` for a message.
 *
 * @param {string} text
 */
export function shown(text) {
  const start = [...text.slice(0, 2 * MOST_SHOWN)].slice(0, MOST_SHOWN).join("");
  const quoted = plain(JSON.stringify(start));
  return start.length === text.length ? quoted : `${quoted}… (${text.length} characters)`;
}

/**
 * Returns the width of `text` in cells, without the palette's escape sequences.
 *
 * @param {string} text
 */
export function width(text) {
  let cells = 0;
  for (const letter of text.replace(STYLES, "")) cells += characterWidth(letter);
  return cells;
}

/** @param {string} letter */
function characterWidth(letter) {
  if (letter <= "\u007e") return 1;
  if (/^[\p{M}\ufe0f]$/u.test(letter)) return 0;
  return WIDE.test(letter) ? 2 : 1;
}

/**
 * Truncates `text` to `cells` cells.
 *
 * @param {string} text
 * @param {number} cells
 */
export function clip(text, cells) {
  return width(text) <= cells ? text : `${longestPrefix(text, cells - 1)}…`;
}

/**
 * Truncates `text` to `cells` cells in its middle, since both ends of a URL are informative.
 *
 * @param {string} text
 * @param {number} cells
 */
export function clipMiddle(text, cells) {
  if (width(text) <= cells) return text;
  const front = Math.floor((cells - 1) / 3);
  const back = [...longestPrefix([...text].reverse().join(""), cells - 1 - front)]
    .reverse()
    .join("");
  return `${longestPrefix(text, front)}…${back}`;
}

/**
 * Returns the longest prefix of `text` that fits.
 *
 * @param {string} text
 * @param {number} cells
 */
function longestPrefix(text, cells) {
  let taken = "";
  for (const letter of text) {
    cells -= characterWidth(letter);
    if (cells < 0) break;
    taken += letter;
  }
  return taken;
}

/**
 * Cuts `text` into pieces of at most `cells` cells, at least 2.
 *
 * @param {string} text
 * @param {number} cells
 */
export function splitByWidth(text, cells) {
  const all = [];
  for (let rest = text; rest !== "" || all.length === 0;) {
    const piece = longestPrefix(rest, cells);
    all.push(piece);
    rest = rest.slice(piece.length);
  }
  return all;
}

/** Spaces at which a line may break. */
const BREAKS = / (?!\d|(?<=\d )(?:%|(?:ms|s|min|h|B|KiB|MiB|GiB)(?!\w)))/;

/**
 * Wraps `text` at spaces into lines of at most `cells` cells. A longer word gets a line of its own,
 * uncut. A number stays with the word before it and the unit after it, if there is room.
 *
 * @param {string} text
 * @param {number} cells
 * @returns {string[]}
 */
export function wrap(text, cells) {
  /** @type {string[]} */
  const lines = [];
  let line = "";
  const words = text.split(BREAKS);
  for (const word of words.flatMap((word) => (width(word) > cells ? word.split(" ") : [word]))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (width(longer) <= cells) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
  }
  return [...lines, line];
}

/**
 * Indents and wraps a sentence.
 *
 * @param {string} text
 * @param {number} columns
 */
export function indentAndWrap(text, columns) {
  return wrap(text, columns - 2)
    .map((line) => `  ${line}`)
    .join("\n");
}

/**
 * Formats a count with its noun: `1 record`, `2,000 records`.
 *
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function formatCount(count, one, many = `${one}s`) {
  return `${groupThousands(count)} ${count === 1 ? one : many}`;
}

/**
 * Formats a whole number with thousands separators.
 *
 * @param {number} count
 */
export function groupThousands(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
