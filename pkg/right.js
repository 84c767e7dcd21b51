// Whether a reply is right by one of its readings, for counts of a run while it is under way. The core
// counts in the same way, and a test holds the two to each other.

/** @typedef {import("./index.d.ts").SignalRecord} SignalRecord */

/**
 * @param {SignalRecord["data"]} data
 * @param {import("./index.d.ts").Policy} reading
 */
export function isRight(data, reading) {
  const { answer } = data[reading] ?? {};
  if (answer === undefined || answer === null) return false;
  // What is withheld cannot be compared; the outcome is what the record vouches for.
  const withheld = [answer, data.expected].some((value) => typeof value === "object");
  return withheld ? data.outcome === "correct" : answer === data.expected;
}
