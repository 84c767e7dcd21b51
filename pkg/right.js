// Whether a reply is right by one of its readings, for counts of a run while it is under way.

/** @typedef {import("./index.d.ts").SignalRecord} SignalRecord */

/**
 * @param {SignalRecord["data"]} data
 * @param {import("./index.d.ts").Policy} reading
 */
export function isRight(data, reading) {
  const { answer } = data[reading] ?? {};
  // What is withheld cannot be compared; the outcome is what the record vouches for.
  const withheld = [answer, data.expected].some(
    (value) => value !== null && typeof value === "object",
  );
  return withheld ? data.outcome === "correct" : answer === data.expected && answer !== undefined;
}
