// Sentences about the figures of an agent.

import { count, interval } from "../format.js";
import { text } from "../text.js";

const words = text.registry;

/** @typedef {import("./agents.js").Agent} Agent */

/** Describes the right answers of an agent. @param {Agent} agent */
export function rightOf({ right = 0, asked = 0 }) {
  return asked === 0 ? "" : words.rightOf(count(right), count(asked));
}

/** Describes the availability of an agent, with its interval. @param {Agent} agent */
export function availabilityOf({ answered = 0, asked = 0, available }) {
  if (asked === 0) return "";
  const range = available === undefined ? "" : interval(available);
  return words.answeredOf(count(answered), count(asked), range);
}
