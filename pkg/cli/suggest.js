// Suggests the intended name for a mistyped one.

/**
 * Returns the closest of `names`, if any is close enough.
 *
 * @param {string} typed
 * @param {Iterable<string>} names
 * @returns {string | undefined}
 */
export function nearestName(typed, names) {
  const most = typed.length < 4 ? 1 : 2;
  let best;
  let least = most + 1;
  for (const name of names) {
    const steps = name.startsWith(typed) && typed.length > 1 ? 1 : editDistance(typed, name, least);
    if (steps < least) [best, least] = [name, steps];
  }
  return best;
}

/**
 * Returns the Damerau-Levenshtein distance of `a` and `b`, capped at `limit`.
 *
 * @param {string} a
 * @param {string} b
 * @param {number} limit
 */
function editDistance(a, b, limit) {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        cellOrInfinity(row, j) + 1,
        cellOrInfinity(next, j - 1) + 1,
        cellOrInfinity(row, j - 1) + (same ? 0 : 1),
        swapped ? cellOrInfinity(before, j - 2) + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return Math.min(cellOrInfinity(row, b.length), limit);
}

/** @param {number[]} row @param {number} column */
const cellOrInfinity = (row, column) => row[column] ?? Infinity;
