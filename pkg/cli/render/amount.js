// Formats numbers for people.

import { groupThousands } from "./text.js";

/** Truncates to two decimals instead of rounding, so that only a full share reads 100. */
const truncateDecimals = new Intl.NumberFormat("en", {
  maximumFractionDigits: 2,
  roundingMode: "trunc",
  useGrouping: false,
});

/**
 * Formats a score with at most two decimals.
 *
 * @param {number | null} score
 */
export function scoreText(score) {
  return score === null ? "–" : String(Number(score.toFixed(2)));
}

/**
 * Formats a share of a count in percent.
 *
 * @param {number} right
 * @param {number} of
 */
export function shareText(right, of) {
  return of === 0 ? scoreText(null) : truncateDecimals.format((100 * right) / of);
}

/**
 * Formats a duration: `812 ms`, `2.41 s`, `3 min 20 s`.
 *
 * @param {number | null} ms
 */
export function durationText(ms) {
  if (ms === null) return "–";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * Formats a size: `812 B`, `24.1 KiB`.
 *
 * @param {number} bytes
 */
export function sizeText(bytes) {
  const units = ["B", "KiB", "MiB", "GiB"];
  let size = bytes;
  let unit = 0;
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024;
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/**
 * Formats a rate: `3.1/s`, or "" if it is unknown.
 *
 * @param {number} count
 * @param {number} ms
 */
export function rateText(count, ms) {
  if (count === 0 || ms <= 0) return "";
  const rate = (1000 * count) / ms;
  return `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`;
}

/**
 * Formats counts, the greatest first: `correct 18, wrong 2`.
 *
 * @param {Partial<Record<string, number>>} outcomes
 */
export function outcomesText(outcomes) {
  return Object.entries(outcomes)
    .sort(([, a = 0], [, b = 0]) => b - a)
    .map(([outcome, count]) => `${outcome} ${groupThousands(count ?? 0)}`)
    .join(", ");
}
