// The summary of a subject for the list of agents: its score, and figures of its newest scheduled
// questions. It is updated with the records, so that listing agents reads one row of each.

import { shareInterval } from "proofmark/score";

/** @typedef {{ right: boolean, answered: boolean, ms: number }} Asked */

/** The number of questions that a summary covers. */
const WINDOW = 50;

/**
 * Returns the newest questions that were asked, after `records` were added.
 *
 * @param {Asked[]} before
 * @param {any[]} records
 * @returns {Asked[]}
 */
export function withRecords(before, records) {
  // A question that was not asked says nothing about the agent.
  const asked = records.filter(({ data }) => data.outcome !== "skipped");
  const added = asked.map(({ status, data }) => ({
    ...{ right: data.score === 100, answered: status === "ok", ms: data.latencyMs },
  }));
  return [...before, ...added].slice(-WINDOW);
}

/**
 * Returns the figures of questions.
 *
 * @param {Asked[]} recent
 */
export function figuresOf(recent) {
  const answered = recent.filter((one) => one.answered);
  const times = answered.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    ...{ asked: recent.length, answered: answered.length },
    available: shareInterval(answered.length, recent.length),
    right: recent.filter((one) => one.right).length,
    // The lower one of two in the middle, as an agent really took it.
    medianMs: times[Math.floor((times.length - 1) / 2)] ?? null,
  };
}
