// Scores of runs over time. Merges neighbouring runs if there are too many points.

/** @typedef {import("proofmark/suite").Listing} Listing */
/** @typedef {import("proofmark/suite").OpenRecords} OpenRecords */
/** @typedef {import("proofmark/suite").Tally} Tally */
/** @typedef {{ time: number, runs: number, score: Tally }} Point */

const MOST = 60;

/**
 * @param {OpenRecords} records
 * @param {Uint32Array} numbers the number of each row's run
 * @param {Uint32Array} places the rows to include
 * @returns {Point[]}
 */
export function history({ listing, summarize }, numbers, places) {
  /** @type {Map<number, { time: number, lines: number[] }>} */
  const runs = new Map();
  for (const place of places) {
    const row = listing.rows[place];
    if (row === undefined) continue;
    const key = numbers[place] ?? 0;
    const run = runs.get(key);
    if (run) run.lines.push(row.line);
    else runs.set(key, { time: Date.parse(row.fetchedAt), lines: [row.line] });
  }
  const ordered = [...runs.values()].sort((a, b) => a.time - b.time);
  const each = Math.max(1, Math.ceil(ordered.length / MOST));
  const points = [];
  for (let at = 0; at < ordered.length; at += each) {
    const group = ordered.slice(at, at + each);
    const { score } = summarize({ lines: group.flatMap(({ lines }) => lines) });
    const middle = group[group.length >> 1];
    if (middle && score.total > 0) points.push({ time: middle.time, runs: group.length, score });
  }
  return points;
}
