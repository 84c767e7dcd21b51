// A histogram of latencies with bins of 1, 2 and 5 times powers of ten.

/** @typedef {import("proofmark/suite").Listing} Listing */
/** @typedef {{ from: number, to: number, count: number }} Step */

/** @param {Listing} listing @param {Uint32Array} places @returns {Step[]} */
export function latencyHistogram({ rows }, places) {
  const edges = [0];
  for (let power = 1; power <= 1e6; power *= 10) edges.push(power, 2 * power, 5 * power);
  const counts = new Uint32Array(edges.length);
  let some = false;
  for (const place of places) {
    const ms = rows[place]?.latencyMs;
    if (ms === undefined || ms === null) continue;
    some = true;
    let at = edges.length - 1;
    while (at > 0 && ms < (edges[at] ?? 0)) at--;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  if (!some) return [];
  const steps = edges.map((from, at) => ({
    from,
    to: edges[at + 1] ?? Infinity,
    count: counts[at] ?? 0,
  }));
  const first = steps.findIndex(({ count }) => count > 0);
  const last = steps.findLastIndex(({ count }) => count > 0);
  return steps.slice(Math.max(0, first - 1), last + 2);
}
