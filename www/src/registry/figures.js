// Sentences about the figures of an agent.

import { count, formatInterval, formatScore as two } from "../format.js";
import { text } from "../text.js";

const labels = text.registry;

/** @typedef {import("./agents.js").Agent} Agent */

/** Describes the interval of an agent's score. @param {Agent} agent */
export const scoreRangeText = ({ interval: [low, high] = [0, 100] }) =>
  labels.interval(text.interval(two(low), two(high)));

/** Describes the share of right answers of an agent. @param {Agent} agent */
export const rightAnswersText = ({ asked = 0, right = 0 }) =>
  asked === 0 ? "" : labels.rightOf(count(right), count(asked));

/** Describes the availability of an agent, with its interval. @param {Agent} agent */
export function availabilityText({ answered = 0, asked = 0, available = [0, 1] }) {
  return asked === 0
    ? ""
    : `${labels.answeredOf(count(answered), count(asked))}, ${labels.interval(formatInterval(available))}`;
}
