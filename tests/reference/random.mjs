// Chance that can be repeated, for tests that make their data.

/** Returns a source of random numbers that gives the same ones for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(random() * count);
  const pick = (list) => list[below(list.length)];
  const chance = (share) => random() < share;
  const shuffled = (list) => {
    const order = list.map((item) => [random(), item]).sort(([a], [b]) => a - b);
    return order.map(([, item]) => item);
  };
  return { random, below, pick, chance, shuffled };
}
