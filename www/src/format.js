// Formats numbers, shares, durations, sizes and dates in the style of the reader's locale.

import { text } from "./text.js";

const wholeFormat = new Intl.NumberFormat();
/** @param {number} decimals @param {"trunc" | "halfExpand"} [roundingMode] */
const share = (decimals, roundingMode = "halfExpand") =>
  new Intl.NumberFormat(undefined, {
    style: "percent",
    signDisplay: "negative",
    maximumFractionDigits: decimals,
    roundingMode,
  });
const tenthsFormat = share(1);
/** Formats with up to 10 decimals. */
const finerFormats = Array.from({ length: 9 }, (_, at) => share(at + 2));
const truncatingFormat = share(1, "trunc");
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const twoDecimalsFormat = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const pointsFormat = new Intl.NumberFormat(undefined, {
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});
const dateTimeFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: "medium",
  timeStyle: "short",
});

/** @param {number} value */
export const count = (value) => wholeFormat.format(value);

/**
 * Formats a share from 0 to 1, or a difference of shares. Adds decimals if the value would
 * otherwise round to 0% or 100%.
 *
 * @param {number} value
 */
export function percent(value) {
  const size = Math.abs(100 * value);
  const isEnd = (/** @type {number} */ decimals) =>
    [0, 100].includes(Number(size.toFixed(decimals)));
  // Closer values are exact, except for rounding errors.
  const format = isEnd(9)
    ? tenthsFormat
    : [tenthsFormat, ...finerFormats].find((_, at) => !isEnd(at + 1));
  return (format ?? tenthsFormat).format(value);
}

/**
 * Formats a tally as a share, truncated, so that only a full tally reads as 100%.
 *
 * @param {{ passed: number, total: number }} tally
 */
export const formatShare = ({ passed, total }) =>
  truncatingFormat.format(total === 0 ? 0 : passed / total);

/** Formats a difference of two shares in percentage points, with its sign. @param {number} difference */
export const formatPoints = (difference) => text.points(pointsFormat.format(100 * difference));

/** Formats a score with two decimals. @param {number} value */
export const formatScore = (value) => twoDecimalsFormat.format(value);

/** @param {[number, number]} interval */
export const formatInterval = ([low, high]) => text.interval(percent(low), percent(high));

/** @param {number} ms */
export function formatDuration(ms) {
  if (ms < 1000) return text.milliseconds(wholeFormat.format(Math.round(ms)));
  if (ms < 60_000) return text.seconds(decimal.format(ms / 1000));
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return text.minutes(Math.floor(seconds / 60), seconds % 60);
  const minutes = Math.round(ms / 60_000);
  return text.hours(wholeFormat.format(Math.floor(minutes / 60)), minutes % 60);
}

/** @param {number} bytes */
export function formatSize(bytes) {
  if (bytes < 1000) return text.bytes(wholeFormat.format(bytes));
  if (bytes < 1e6) return text.kilobytes(decimal.format(bytes / 1e3));
  if (bytes < 1e9) return text.megabytes(decimal.format(bytes / 1e6));
  return text.gigabytes(twoDecimalsFormat.format(bytes / 1e9));
}

const toTheSecondFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: "medium",
  timeStyle: "long",
});

/** Formats a time to the second. @param {string} time */
export const formatTimeToSecond = (time) => toTheSecondFormat.format(new Date(time));

/** @param {string | number} time */
export function formatTime(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : dateTimeFormat.format(date);
}
