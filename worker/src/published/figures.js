// Figures of a subject's newest scheduled questions, and its availability as a signal.

import { shareInterval } from "proofmark/score";

/** @typedef {import("proofmark/score").Snapshot} Snapshot */

/**
 * Returns the figures of the questions among the signals of a snapshot.
 *
 * @param {Snapshot} snapshot
 */
export function snapshotFigures(snapshot) {
  // A question that was not asked says nothing about the agent.
  const asked = evalSignals(snapshot).filter(({ data }) => data.outcome !== "skipped");
  const answered = asked.filter(({ status }) => status === "ok");
  const times = answered.map(({ data }) => data.latencyMs).sort((a, b) => a - b);
  return {
    ...{ asked: asked.length, answered: answered.length },
    available: shareInterval(answered.length, asked.length).map(roundShare),
    right: asked.filter(({ data }) => data.score === 100).length,
    medianMs: median(times),
  };
}

/**
 * Returns the availability of a subject as a signal (`docs/signals.md`), if it was asked anything.
 *
 * @param {Snapshot} snapshot
 * @returns {import("proofmark/score").Signal[]}
 */
export function availabilitySignal(snapshot) {
  const { asked, answered, available } = snapshotFigures(snapshot);
  if (asked === 0) return [];
  const [low, high] = available;
  const fetchedAt = new Date(newestRecordTime(snapshot) ?? 0).toISOString();
  const data = { asked, answered, low, high };
  return [{ signalId: "proofmark.availability", status: "ok", fetchedAt, data }];
}

/**
 * Returns the time of the newest record, in milliseconds since 1970; null if there is none.
 *
 * @param {Snapshot} snapshot
 */
export function newestRecordTime(snapshot) {
  const times = evalSignals(snapshot).map(({ fetchedAt }) => Date.parse(fetchedAt));
  return times.length === 0 ? null : Math.max(...times);
}

/** Rounds a share to four decimals. @param {number} share */
const roundShare = (share) => Math.round(share * 10_000) / 10_000;

/** @param {Snapshot} snapshot @returns {any[]} */
const evalSignals = ({ signals }) =>
  (signals ?? []).filter(({ signalId }) => signalId.startsWith("simple-evals."));

/** Returns the median of ascending numbers as `proofmark report` does; null without any. @param {number[]} ascending */
function median(ascending) {
  const middle = (ascending.length - 1) / 2;
  const [low, high] = [ascending[Math.floor(middle)], ascending[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
