// How fast requests may go, in all and to one origin.

/** So many origins are remembered before those that are at rest are let go. */
const MOST_AT_REST = 1_000;

/** The longest that a timer is set for, in milliseconds. */
const LONGEST = 1 << 30;

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
  const all = rate === undefined ? undefined : createSpacing(1000 / rate);
  /** @type {Map<string, ReturnType<typeof createSpacing>>} */
  const origins = new Map();

  /** @param {string} origin */
  function spacingOf(origin) {
    if (ratePerOrigin === undefined) return undefined;
    let spacing = origins.get(origin);
    if (spacing === undefined) {
      if (origins.size >= MOST_AT_REST) {
        for (const [other, { rests }] of origins) if (rests(now())) origins.delete(other);
      }
      spacing = createSpacing(1000 / ratePerOrigin);
      origins.set(origin, spacing);
    }
    return spacing;
  }

  return {
    /**
     * Waits until a question to `origin` may go out.
     *
     * @param {string} origin
     * @param {AbortSignal | undefined} signal
     */
    async turn(origin, signal) {
      // One after the other, so that a place in the common order is not taken by one who waits.
      for (const spacing of [spacingOf(origin), all]) {
        const at = spacing?.take(now()) ?? 0;
        for (let wait; (wait = at - now()) > 0 && !signal?.aborted;)
          await sleep(Math.min(wait, LONGEST), signal);
      }
    },
    /** Notes a request that went out without a turn. @param {string} origin */
    extra(origin) {
      spacingOf(origin)?.take(now());
      all?.take(now());
    },
  };
}

/** @typedef {ReturnType<typeof createPace>} Pace */

/** Times at least `ms` apart. @param {number} ms */
function createSpacing(ms) {
  let next = 0;
  return {
    /** The time of the next request, from `now` on. @param {number} now */
    take(now) {
      const at = Math.max(now, next);
      next = at + ms;
      return at;
    },
    /** @param {number} now */
    rests: (now) => next <= now,
  };
}
