// Durations of any number, of which a bounded part is kept.

/** So many are kept as they are. */
const EXACT = 1024;
/** Beyond that they are counted in classes, each one percent wider than the one before. */
const WIDTH = Math.log(1.01);

/** Durations in milliseconds, for their median: exact of up to 1,024, else to half a percent. */
export function createDurations() {
  /** @type {number[]} */
  let few = [];
  /** How many are in each class. @type {Map<number, number> | undefined} */
  let classes;
  let count = 0;

  /** @param {number} ms */
  function classify(ms) {
    const at = ms < 1 ? -1 : Math.floor(Math.log(ms) / WIDTH);
    classes ??= new Map();
    classes.set(at, (classes.get(at) ?? 0) + 1);
  }

  /** The value at a place, the least first. @returns {(place: number) => number} */
  function exact() {
    const sorted = [...few].sort((a, b) => a - b);
    return (place) => sorted[place] ?? 0;
  }

  /** The same, of what is counted. @param {Map<number, number>} classes */
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
    /** The middle value; of two, their mean, as in reports; of none, `null`. */
    median() {
      if (count === 0) return null;
      const value = classes === undefined ? exact() : inClasses(classes);
      return (value(Math.floor((count - 1) / 2)) + value(Math.ceil((count - 1) / 2))) / 2;
    },
  };
}
