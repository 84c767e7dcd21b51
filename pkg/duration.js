// Durations as people write them: `500ms`, `25s`, `1.5s`, `7d`.

const UNITS = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** What a duration looks like. */
export const DURATION = "a duration of 1ms or more in ms, s, m, h or d, such as 25s or 7d";

/** The milliseconds of a duration; undefined for other text. @param {string} text */
export const milliseconds = (text) => measured(text, UNITS);

/**
 * A number with its unit, as so many of the smallest; undefined for other text. What is more than
 * a number holds exactly is the most that it does: any limit there is lies far below.
 *
 * @param {string} text
 * @param {Map<string, number>} units
 */
export function measured(text, units) {
  const [, number, unit] = /^(\d+(?:\.\d{1,3})?)([A-Za-z]+)$/.exec(text) ?? [];
  const factor = units.get(unit ?? "");
  const amount = factor === undefined ? NaN : Math.round(Number(number) * factor * 1000) / 1000;
  return Number.isInteger(amount) && amount > 0
    ? Math.min(amount, Number.MAX_SAFE_INTEGER)
    : undefined;
}
