// Human-readable durations: `500ms`, `25s`, `1.5s`, `7d`.

const UNITS = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** The description of a duration, for messages. */
export const DURATION = "a duration of 1ms or more in ms, s, m, h or d, such as 25s or 7d";

/** Parses a duration to milliseconds; undefined if invalid. @param {string} text */
export const parseMilliseconds = (text) => parseWithUnit(text, UNITS);

/**
 * Parses a number with a unit; undefined if invalid. Caps the result at the largest safe integer,
 * which is far above any limit.
 *
 * @param {string} text
 * @param {Map<string, number>} units
 */
export function parseWithUnit(text, units) {
  const [, number, unit] = /^(\d+(?:\.\d{1,3})?)([A-Za-z]+)$/.exec(text) ?? [];
  const factor = units.get(unit ?? "");
  const amount = factor === undefined ? NaN : Math.round(Number(number) * factor * 1000) / 1000;
  return Number.isInteger(amount) && amount > 0
    ? Math.min(amount, Number.MAX_SAFE_INTEGER)
    : undefined;
}
