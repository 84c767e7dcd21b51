// Scores of runs over time, by agent. Merges neighbouring runs if there are too many points.

/** @typedef {import("proofmark/suite").Listing} Listing */
/** @typedef {import("proofmark/suite").OpenRecords} OpenRecords */
/** @typedef {import("proofmark/suite").Tally} Tally */
/** A point: `run` is the number of its run, from 1, unless it merges several. @typedef {{ time: number, runs: number, run: number | undefined, score: Tally }} Point */
/** @typedef {{ subject: string, points: Point[] }} Series */

const MAX_POINTS = 60;
/** The maximum number of agents in one chart. */
const MAX_SERIES = 6;

/**
 * Returns the history of the agents with the most runs.
 *
 * @param {OpenRecords} records
 * @param {Uint32Array} numbers the number of each row's run
 * @param {Uint32Array} places the rows to include
 * @returns {Series[]}
 */
export function scoreHistory({ listing, summarize }, numbers, places) {
  /** @type {Map<number, Map<number, { time: number, run: number, lines: number[] }>>} */
  const agents = new Map();
  for (const place of places) {
    const row = listing.rows[place];
    if (row === undefined) continue;
    const run = numbers[place] ?? 0;
    const runs = agents.get(row.subject) ?? new Map();
    agents.set(row.subject, runs);
    const known = runs.get(run);
    if (known) known.lines.push(row.line);
    else runs.set(run, { time: Date.parse(row.fetchedAt), run: run + 1, lines: [row.line] });
  }
  const longest = [...agents].sort(([, a], [, b]) => b.size - a.size).slice(0, MAX_SERIES);
  return longest.map(([subject, runs]) => {
    const ordered = [...runs.values()].sort((a, b) => a.time - b.time);
    const each = Math.max(1, Math.ceil(ordered.length / MAX_POINTS));
    const points = [];
    for (let at = 0; at < ordered.length; at += each) {
      const group = ordered.slice(at, at + each);
      const { score } = summarize({ lines: group.flatMap(({ lines }) => lines) });
      const middle = group[group.length >> 1];
      const run = group.length === 1 ? group[0]?.run : undefined;
      if (middle && score.total > 0)
        points.push({ time: middle.time, runs: group.length, run, score });
    }
    return { subject: listing.subjects[subject] ?? "", points };
  });
}
