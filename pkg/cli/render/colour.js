// A palette is a set of functions that colour text, or return it unchanged if colour is off.

/** @typedef {"green" | "red" | "yellow" | "blue" | "dim" | "bold"} Style */
/** @typedef {Readonly<Record<Style, (text: string) => string>>} Palette */

/** @type {Record<Style, [number, number]>} */
const CODES = {
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
  blue: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
};

/** Matches exactly the escape sequences of a palette. */
export const STYLES = new RegExp(`\\x1b\\[(?:${Object.values(CODES).flat().join("|")})m`, "g");

/**
 * @param {boolean} on
 * @returns {Palette}
 */
export function palette(on) {
  const styles = Object.entries(CODES).map(([style, [start, end]]) => [
    style,
    /** @param {string} text */
    (text) => (on && text !== "" ? `\x1b[${start}m${text}\x1b[${end}m` : text),
  ]);
  return Object.fromEntries(styles);
}

/** The style of each outcome. @type {Record<string, Style>} */
const OUTCOMES = {
  correct: "green",
  wrong: "red",
  unparseable: "yellow",
  empty: "yellow",
  skipped: "dim",
};

/**
 * @param {string} outcome
 * @returns {Style}
 */
export const outcomeStyle = (outcome) => OUTCOMES[outcome] ?? "red";
