// Numbers as a person reads them.

import { grouped } from "./text.js";

/** Two decimals of a share; what is cut off is not rounded, so that only all of it reads as all. */
const cut = new Intl.NumberFormat("en", {
  maximumFractionDigits: 2,
  roundingMode: "trunc",
  useGrouping: false,
});

/**
 * A score: at most two decimals, and none of `.00`.
 *
 * @param {number | null} score
 */
export function scoreText(score) {
  return score === null ? "–" : String(Number(score.toFixed(2)));
}

/**
 * The share of a count in per cent, as a score is shown.
 *
 * @param {number} right
 * @param {number} of
 */
export function shareText(right, of) {
  return of === 0 ? scoreText(null) : cut.format((100 * right) / of);
}

/**
 * A duration: `812 ms`, `2.41 s`, `3 min 20 s`.
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
 * A size: `812 B`, `24.1 KiB`.
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
 * How many a second: `3.1/s`; nothing before there is one, when no speed is known.
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
 * Counts by name, the greatest first: `correct 18, wrong 2`.
 *
 * @param {Partial<Record<string, number>>} outcomes
 */
export function outcomesText(outcomes) {
  return Object.entries(outcomes)
    .sort(([, a = 0], [, b = 0]) => b - a)
    .map(([outcome, count]) => `${outcome} ${grouped(count ?? 0)}`)
    .join(", ");
}
