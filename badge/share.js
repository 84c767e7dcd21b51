// Shares results between the badges of a page.

/**
 * Returns a function that calls `work` once per key within `time` milliseconds. Failures are not kept.
 *
 * @template V, T
 * @param {number} time
 * @param {(value: V) => Promise<T>} work
 */
export function cacheResultsByKey(time, work) {
  /** @type {Map<unknown, Promise<T>>} */
  const known = new Map();
  return (/** @type {unknown} */ key, /** @type {V} */ value) => {
    const forget = () => known.delete(key);
    const result = known.get(key) ?? work(value);
    if (!known.has(key)) result.then(() => setTimeout(forget, time), forget);
    known.set(key, result);
    return result;
  };
}
