// The median of any number of durations, in constant memory.

/** The number of durations that are kept exactly. */
const EXACT = 1024;
/** Beyond that, the logarithmic width of histogram classes: one percent. */
const WIDTH = Math.log(1.01);

/**
 * Collects durations in milliseconds. The median is exact up to 1,024, else within half a percent.
 */
export function createDurations() {
  /** @type {number[]} */
  let few = [];
  /** The histogram: the number of durations per class. @type {Map<number, number> | undefined} */
  let classes;
  let count = 0;

  /** @param {number} ms */
  function classify(ms) {
    const at = ms < 1 ? -1 : Math.floor(Math.log(ms) / WIDTH);
    classes ??= new Map();
    classes.set(at, (classes.get(at) ?? 0) + 1);
  }

  /**
   * Returns a function from rank to duration, for exact durations.
   *
   * @returns {(place: number) => number}
   */
  function exact() {
    const sorted = [...few].sort((a, b) => a - b);
    return (place) => sorted[place] ?? 0;
  }

  /**
   * Returns a function from rank to duration, for the histogram.
   *
   * @param {Map<number, number>} classes
   */
  function inClasses(classes) {
    const sorted = [...classes].sort(([a], [b]) => a - b);
    return (/** @type {number} */ place) => {
      let before = 0;
      const [at = -1] = sorted.find(([, size]) => (before += size) > place) ?? [];
      return at < 0 ? 0 : Math.round(Math.exp((at + 0.5) * WIDTH));
    };
  }

  return {
    /** @param {number} ms */
    add(ms) {
      count += 1;
      if (count > EXACT) classify(ms);
      else few.push(ms);
      if (count !== EXACT + 1) return;
      few.forEach(classify);
      few = [];
    },
    /**
     * Returns the median: of an even number the mean of the middle two, as in reports; `null` if
     * empty.
     */
    median() {
      if (count === 0) return null;
      const value = classes === undefined ? exact() : inClasses(classes);
      return (value(Math.floor((count - 1) / 2)) + value(Math.ceil((count - 1) / 2))) / 2;
    },
  };
}
