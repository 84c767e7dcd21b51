// Limits the rate of requests, in total and per origin.

/** The number of origins to remember before idle ones are forgotten. */
const MOST_ORIGINS = 1_000;

/** The longest timer, in milliseconds. */
const LONGEST_TIMER = 1 << 30;

/**
 * The delay of a timer that is compensated, so that the rate does not fall short, in milliseconds.
 */
const COMPENSATED = 4;

/**
 * Creates a limiter of `rate` requests per second, evenly spaced, and `ratePerOrigin` per origin.
 *
 * A question waits for its turn before its time budget starts. Further requests of a question
 * (handshakes, redirects, polls, retries) are sent at once, so that no endpoint times out because
 * of our limit, and delay later questions instead.
 *
 * @param {{ rate?: number | undefined, ratePerOrigin?: number | undefined }} rates
 * @param {(ms: number, signal: AbortSignal | undefined) => Promise<void>} sleep
 * @param {() => number} [now] in milliseconds
 */
export function createPace({ rate, ratePerOrigin }, sleep, now = () => performance.now()) {
  const all = createTurnQueue(rate);
  /** @type {Map<string, Spacing>} */
  const origins = new Map();

  /** @param {string} origin */
  function spacingOf(origin) {
    const known = origins.get(origin);
    if (known !== undefined) return known;
    if (origins.size >= MOST_ORIGINS) {
      for (const [other, { next, waiting }] of origins)
        if (waiting === 0 && next <= now()) origins.delete(other);
    }
    const made = createTurnQueue(ratePerOrigin);
    origins.set(origin, made);
    return made;
  }

  /**
   * Waits in line, then until the earliest time. The time is read only by the first in line: times
   * that were assigned in advance would release a burst after the host was busy.
   *
   * @param {Spacing} spacing
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<() => void>} takes the turn and lets the next one continue
   */
  async function waitInLine(spacing, signal) {
    const before = spacing.last;
    let leave = () => {};
    spacing.last = new Promise((resolve) => (leave = () => resolve()));
    spacing.waiting += 1;
    await before;
    for (let wait; (wait = spacing.next - now()) > 0 && !signal?.aborted;)
      await sleep(Math.min(wait, LONGEST_TIMER), signal);
    return () => {
      takeTurn(spacing, now());
      spacing.waiting -= 1;
      leave();
    };
  }

  return {
    /**
     * Waits until a question to `origin` may be sent. The turn lasts until the returned function is
     * called.
     *
     * @param {string} origin
     * @param {AbortSignal | undefined} signal
     */
    async turn(origin, signal) {
      // Only the first in line of an origin joins the line of all origins.
      const own =
        ratePerOrigin === undefined ? () => {} : await waitInLine(spacingOf(origin), signal);
      const takeShared = rate === undefined ? () => {} : await waitInLine(all, signal);
      return () => {
        takeShared();
        own();
      };
    },
    /** Counts a request that was sent without a turn. @param {string} origin */
    extra(origin) {
      takeTurn(all, now());
      if (ratePerOrigin !== undefined) takeTurn(spacingOf(origin), now());
    },
    /** Returns the number of remembered origins. */
    remembered: () => origins.size,
  };
}

/** @typedef {ReturnType<typeof createPace>} Pace */

/**
 * The state of turns that are `ms` milliseconds apart: the earliest time of the next turn, the
 * number of waiters, and the promise that the last waiter settles.
 *
 * @typedef {{ ms: number, next: number, waiting: number, last: Promise<void> }} Spacing
 */

/** @param {number | undefined} rate per second @returns {Spacing} */
const createTurnQueue = (rate) => ({
  ms: rate === undefined ? 0 : 1000 / rate,
  ...{ next: 0, waiting: 0, last: Promise.resolve() },
});

/** Takes the earliest turn from `now` on. @param {Spacing} spacing @param {number} now */
function takeTurn(spacing, now) {
  const begins = now - spacing.next > COMPENSATED ? now : spacing.next;
  spacing.next = begins + spacing.ms;
}
