// Sentences about the figures of an agent.

import { count, interval, score as two } from "../format.js";
import { text } from "../text.js";

const words = text.registry;

/** @typedef {import("./agents.js").Agent} Agent */

/** Formats the interval of an agent's score. @param {Agent} agent */
export const rangeOf = ({ interval: [low, high] = [0, 100] }) => text.interval(two(low), two(high));

/** Describes the score of an agent, with its interval. @param {Agent} agent */
export const scoreOf = (agent) =>
  agent.score === undefined
    ? ""
    : words.scoreOf(
        two(agent.score),
        rangeOf(agent),
        count(agent.right ?? 0),
        count(agent.asked ?? 0),
      );

/** Describes the availability of an agent, with its interval. @param {Agent} agent */
export function availabilityOf({ answered = 0, asked = 0, available = [0, 1] }) {
  return asked === 0 ? "" : words.answeredOf(count(answered), count(asked), interval(available));
}
