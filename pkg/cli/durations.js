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
    /** The middle value; of two, the lower; of none, `null`. */
    median() {
      if (count === 0) return null;
      const middle = Math.floor((count - 1) / 2);
      if (classes === undefined) return [...few].sort((a, b) => a - b)[middle] ?? null;
      let before = 0;
      for (const [at, size] of [...classes].sort(([a], [b]) => a - b)) {
        before += size;
        if (before > middle) return at < 0 ? 0 : Math.round(Math.exp((at + 0.5) * WIDTH));
      }
      return null;
    },
  };
}
