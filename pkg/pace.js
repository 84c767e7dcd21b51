// How fast requests may go, in all and to one origin.

/** So many origins are remembered before those that are at rest are let go. */
const MOST_AT_REST = 1_000;

/** The longest that a timer is set for, in milliseconds. */
const LONGEST = 1 << 30;

/** As late as this a timer may be without the rate falling short, in milliseconds. */
const LATE = 4;

/**
 * A pace of at most `rate` requests a second, evenly spaced, and of `ratePerOrigin` to one origin.
 *
 * A question waits for its turn before its time budget begins. The further requests that it takes
 * (handshakes, redirects, polls, retries) go out at once, so that no endpoint fails for our own
 * slowness, and questions that follow wait the longer.
 *
 * @param {{ rate?: number | undefined, ratePerOrigin?: number | undefined }} rates
 * @param {(ms: number, signal: AbortSignal | undefined) => Promise<void>} sleep
 * @param {() => number} [now] in milliseconds
 */
export function createPace({ rate, ratePerOrigin }, sleep, now = () => performance.now()) {
  const all = createSpacing(rate);
  /** @type {Map<string, Spacing>} */
  const origins = new Map();

  /** @param {string} origin */
  function spacingOf(origin) {
    const known = origins.get(origin);
    if (known !== undefined) return known;
    if (origins.size >= MOST_AT_REST) {
      for (const [other, { next, waiting }] of origins)
        if (waiting === 0 && next <= now()) origins.delete(other);
    }
    const made = createSpacing(ratePerOrigin);
    origins.set(origin, made);
    return made;
  }

  /**
   * Waits behind those that came before, and then until the earliest time. That is read when one is
   * first there: a time given out before would let all go at once who find it passed, after the host
   * was busy.
   *
   * @param {Spacing} spacing
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<() => void>} to be called by whoever goes, and lets the next one come
   */
  async function placeIn(spacing, signal) {
    const before = spacing.last;
    let leave = () => {};
    spacing.last = new Promise((resolve) => (leave = () => resolve()));
    spacing.waiting += 1;
    await before;
    for (let wait; (wait = spacing.next - now()) > 0 && !signal?.aborted;)
      await sleep(Math.min(wait, LONGEST), signal);
    return () => {
      take(spacing, now());
      spacing.waiting -= 1;
      leave();
    };
  }

  return {
    /**
     * Waits until a question to `origin` may go out. Nobody else goes before what this comes to is
     * called.
     *
     * @param {string} origin
     * @param {AbortSignal | undefined} signal
     */
    async turn(origin, signal) {
      // Only who is first within its origin takes a place among all.
      const own = ratePerOrigin === undefined ? () => {} : await placeIn(spacingOf(origin), signal);
      const among = rate === undefined ? () => {} : await placeIn(all, signal);
      return () => {
        among();
        own();
      };
    },
    /** Notes a request that went out without a turn. @param {string} origin */
    extra(origin) {
      take(all, now());
      if (ratePerOrigin !== undefined) take(spacingOf(origin), now());
    },
    /** How many origins are remembered. */
    remembered: () => origins.size,
  };
}

/** @typedef {ReturnType<typeof createPace>} Pace */

/**
 * Times that are `ms` apart, the earliest of which is `next`; how many wait for one, and the end of
 * the last of them.
 *
 * @typedef {{ ms: number, next: number, waiting: number, last: Promise<void> }} Spacing
 */

/** @param {number | undefined} rate in times a second @returns {Spacing} */
const createSpacing = (rate) => ({
  ms: rate === undefined ? 0 : 1000 / rate,
  ...{ next: 0, waiting: 0, last: Promise.resolve() },
});

/** Takes the earliest time from `now` on. @param {Spacing} spacing @param {number} now */
function take(spacing, now) {
  const begins = now - spacing.next > LATE ? now : spacing.next;
  spacing.next = begins + spacing.ms;
}
