// Formats numbers, shares, durations, sizes and dates for display.

import { text } from "./text.js";

const whole = new Intl.NumberFormat(text.locale);
/** @param {number} decimals */
const share = (decimals) =>
  new Intl.NumberFormat(text.locale, {
    style: "percent",
    signDisplay: "negative",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
const tenths = share(1);
/** Formats with 2 to 10 decimals. */
const finer = Array.from({ length: 9 }, (_, at) => share(at + 2));
const cut = new Intl.NumberFormat(text.locale, {
  ...tenths.resolvedOptions(),
  roundingMode: "trunc",
});
/** Formats with the page's percent sign instead of the locale's. @param {Intl.NumberFormat} format @param {number} value */
const signed = (format, value) =>
  format
    .formatToParts(value)
    .map((part) => (part.type === "percentSign" ? text.percentSign : part.value))
    .join("");
const decimal = new Intl.NumberFormat(text.locale, { maximumFractionDigits: 1 });
const fixed = new Intl.NumberFormat(text.locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const pointsFormat = new Intl.NumberFormat(text.locale, {
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});
const moment = new Intl.DateTimeFormat(text.locale, { dateStyle: "medium", timeStyle: "short" });

/** @param {number} value */
export const count = (value) => whole.format(value);

/**
 * Formats a share from 0 to 1, or a difference of shares. Adds decimals if the value would
 * otherwise round to 0 % or 100 %.
 *
 * @param {number} value
 */
export function percent(value) {
  const size = Math.abs(100 * value);
  const isEnd = (/** @type {number} */ decimals) =>
    [0, 100].includes(Number(size.toFixed(decimals)));
  // Closer values are exact, except for rounding errors.
  const format = isEnd(9) ? tenths : [tenths, ...finer].find((_, at) => !isEnd(at + 1));
  return signed(format ?? tenths, value);
}

/**
 * Formats a tally as a share, truncated, so that only a full tally reads as 100 %.
 *
 * @param {{ passed: number, total: number }} tally
 */
export const shareOf = ({ passed, total }) => signed(cut, total === 0 ? 0 : passed / total);

/** Formats a difference of two shares in percentage points, with its sign. @param {number} difference */
export const points = (difference) => text.points(pointsFormat.format(100 * difference));

/** Formats a score with two decimals. @param {number} value */
export const score = (value) => fixed.format(value);

/** @param {[number, number]} interval */
export const interval = ([low, high]) => text.interval(percent(low), percent(high));

/** @param {number} ms */
export function duration(ms) {
  if (ms < 1000) return text.milliseconds(whole.format(Math.round(ms)));
  if (ms < 60_000) return text.seconds(decimal.format(ms / 1000));
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return text.minutes(Math.floor(seconds / 60), seconds % 60);
  const minutes = Math.round(ms / 60_000);
  return text.hours(whole.format(Math.floor(minutes / 60)), minutes % 60);
}

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1000) return text.bytes(whole.format(bytes));
  if (bytes < 1e6) return text.kilobytes(decimal.format(bytes / 1e3));
  if (bytes < 1e9) return text.megabytes(decimal.format(bytes / 1e6));
  return text.gigabytes(fixed.format(bytes / 1e9));
}

const brief = new Intl.DateTimeFormat(text.locale, {
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});

/** Formats a time briefly. @param {string} time */
export const whenBriefly = (time) => brief.format(new Date(time));

const exact = new Intl.DateTimeFormat(text.locale, { dateStyle: "medium", timeStyle: "long" });

/** Formats a time to the second. @param {string} time */
export const whenExactly = (time) => exact.format(new Date(time));

/** @param {string | number} time */
export function when(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : moment.format(date);
}
