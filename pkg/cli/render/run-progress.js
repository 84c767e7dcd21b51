// The progress line of a run.

import { durationText, outcomesText, rateText } from "./amount.js";
import { progressBar, createProgress, joinFitting } from "./progress.js";
import { clipMiddle, groupThousands, plain } from "./text.js";

/** The time after which a waiting question is shown. */
const LONG_MS = 1000;
const BAR = 16;

/**
 * @param {import("../terminal.js").Output} out
 * @param {{ total: number, earlier: number, tally: import("../run/tally.js").Tally, now: () => number }} run
 *   `total` questions, of which `earlier` were answered by an earlier run.
 */
export function createRunProgress(out, { total, earlier, tally, now }) {
  const began = now();
  let answeredAt = began;
  /** @type {Map<string, number>} */
  const asked = new Map();
  const progress = createProgress(out, (columns) => {
    const { records, outcomes } = tally.total;
    const passed = now() - began;
    const [slowest, since] = [...asked].reduce((a, b) => (b[1] < a[1] ? b : a), ["", Infinity]);
    const { correct, ...failed } = outcomes;
    const waiting = now() - since;
    const answered = records - earlier;
    // By the answers so far, so that it does not grow while an answer is awaited.
    const each = answered > 0 ? (answeredAt - began) / answered : 0;
    const left = each * (total - records) - (now() - answeredAt);
    const parts = [
      out.live ? `  ${progressBar(records / total, BAR)}` : "  run:",
      `${groupThousands(records)}/${groupThousands(total)}`,
      `${groupThousands(correct ?? 0)} correct`,
      left > LONG_MS ? `${durationText(left)} left` : "",
      rateText(answered, passed),
      outcomesText(failed),
      waiting > LONG_MS
        ? `waiting ${durationText(waiting)} for ${clipMiddle(plain(slowest), 24)}`
        : "",
    ];
    return joinFitting(parts, columns);
  });
  return {
    ...progress,
    /** @param {string} subject */
    asks: (subject) => void asked.set(subject, now()),
    /** @param {string} subject */
    answered(subject) {
      asked.delete(subject);
      answeredAt = now();
    },
  };
}
