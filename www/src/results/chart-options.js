// The charts of latency and of scores over time.

import uPlot from "uplot";

import {
  count,
  formatDuration,
  formatInterval,
  percent,
  formatShare,
  formatTime,
} from "../format.js";
import { axisOptions } from "../parts/chart.js";
import { truncateMiddle } from "../parts/truncate.js";
import { text } from "../text.js";

const labels = text.results;

/** @typedef {import("../parts/chart.js").Drawing} Drawing */

/**
 * @param {import("./worker/latency-histogram.js").Step[]} steps
 * @param {string} about
 * @returns {Drawing}
 */
export function latencyChart(steps, about) {
  return {
    about,
    head: [labels.latencyAxis, labels.latencyCount],
    rows: steps.map(({ from, to, count: n }) => [
      to === Infinity
        ? text.atLeast(formatDuration(from))
        : text.interval(formatDuration(from), formatDuration(to)),
      count(n),
    ]),
    tip: (at) => {
      const { from = 0, to = 0, count: n = 0 } = steps[at] ?? {};
      const range =
        to === Infinity
          ? text.atLeast(formatDuration(from))
          : text.interval(formatDuration(from), formatDuration(to));
      return `${range}: ${count(n)}`;
    },
    make: (colours) => ({
      data: [steps.map((_, at) => at), steps.map(({ count }) => count)],
      options: {
        legend: { show: false },
        scales: {
          x: { time: false, range: [-0.6, steps.length - 0.4] },
          y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] },
        },
        axes: [
          axisOptions(colours, {
            grid: { show: false },
            splits: () => steps.map((_, at) => at - 0.5),
            values: (_, splits) =>
              splits.map((split) =>
                Number.isInteger(split + 0.5) ? formatDuration(steps[split + 0.5]?.from ?? 0) : "",
              ),
            // `filter` omits labels that do not fit.
            space: 1,
            incrs: [1],
            filter: (plot, splits) => {
              const each = Math.ceil(
                (splits.length * 3.25 * colours.em) /
                  Math.max(1, plot.bbox.width / devicePixelRatio),
              );
              return splits.map((split, at) => (at % each === 0 ? split : null));
            },
          }),
          axisOptions(colours, {
            size: 3.5 * colours.em,
            values: (_, splits) =>
              splits.map((split) => (Number.isInteger(split) ? count(split) : "")),
          }),
        ],
        series: [
          {},
          {
            stroke: colours.accent,
            fill: colours.accent,
            width: 0,
            points: { show: false },
            paths: /** @type {any} */ (uPlot.paths.bars)({ size: [0.86], radius: 0.12 }),
          },
        ],
      },
    }),
  };
}

/**
 * @param {import("./worker/run-history.js").Series} series
 * @param {string} level the level of the intervals
 * @param {(run: number) => void} choose
 * @returns {Drawing}
 */
export function historyChart({ subject, points }, level, choose) {
  const label = timeLabels((points.at(-1)?.time ?? 0) - (points[0]?.time ?? 0));
  return {
    about: labels.historyOf(truncateMiddle(subject, 80)),
    head: [labels.columns.fetchedAt, labels.score, labels.level(level), labels.runs],
    rows: points.map(({ time, runs, score }) => [
      formatTime(time),
      formatShare(score),
      formatInterval(score.interval),
      text.runs(runs),
    ]),
    tip: (at) => {
      const { time, score, runs = 1 } = points[at] ?? {};
      if (time === undefined || score === undefined) return "";
      const share = `${formatShare(score)} (${text.outOf(count(score.passed), count(score.total))})`;
      return `${formatTime(time)}: ${share}${runs > 1 ? ` · ${text.runs(runs)}` : ""}`;
    },
    choose: (at) => {
      const { run } = points[at] ?? {};
      if (run !== undefined) choose(run);
    },
    make: (colours) => ({
      data: [points.map((_, at) => at), points.map(({ score }) => 100 * score.rate)],
      options: {
        legend: { show: false },
        scales: { x: { time: false, range: [-0.5, points.length - 0.5] }, y: { range: [-4, 104] } },
        axes: [
          axisOptions(colours, {
            grid: { show: false },
            incrs: [1, 2, 5, 10, 20, 50],
            space: 5.6 * colours.em,
            values: (_, splits) =>
              splits.map((split) => (points[split] ? label(points[split].time) : "")),
          }),
          axisOptions(colours, {
            size: 4 * colours.em,
            incrs: [25, 50, 100],
            values: (_, splits) =>
              splits.map((split) => (split >= 0 && split <= 100 ? percent(split / 100) : "")),
          }),
        ],
        series: [
          {},
          {
            stroke: colours.accent,
            width: 2,
            points: { show: true, size: 9, fill: colours.accent },
          },
        ],
        hooks: { drawAxes: [(plot) => drawIntervals(plot, points, colours)] },
      },
    }),
  };
}

/**
 * @param {uPlot} plot
 * @param {import("./worker/run-history.js").Point[]} points
 * @param {import("../parts/chart.js").Colours} colours
 */
function drawIntervals(plot, points, { band }) {
  const { ctx } = plot;
  const width =
    Math.max(3, Math.min(18, plot.bbox.width / points.length / 2)) * Math.min(2, devicePixelRatio);
  ctx.save();
  ctx.fillStyle = band;
  for (const [at, { score }] of points.entries()) {
    const [low, high] = score.interval;
    const x = plot.valToPos(at, "x", true);
    const top = plot.valToPos(100 * high, "y", true);
    const bottom = plot.valToPos(100 * low, "y", true);
    ctx.fillRect(x - width / 2, top, width, Math.max(1, bottom - top));
  }
  ctx.restore();
}

/** Returns a formatter of times with the precision that `span` needs. @param {number} span */
const timeLabels = (span) => {
  const format = new Intl.DateTimeFormat(
    undefined,
    span < 36e5
      ? { hour: "2-digit", minute: "2-digit", second: "2-digit" }
      : span < 864e5
        ? { hour: "2-digit", minute: "2-digit" }
        : { month: "short", day: "numeric" },
  );
  return (/** @type {number} */ time) => format.format(time);
};
