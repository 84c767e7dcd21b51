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
  const all = createSpacing(rate);
  /** @type {Map<string, Spacing & { waiting: number, last: Promise<void> }>} */
  const origins = new Map();

  /** @param {string} origin */
  function spacingOf(origin) {
    const known = origins.get(origin);
    if (known !== undefined) return known;
    if (origins.size >= MOST_AT_REST) {
      for (const [other, { next, waiting }] of origins)
        if (waiting === 0 && next <= now()) origins.delete(other);
    }
    const made = { ...createSpacing(ratePerOrigin), waiting: 0, last: Promise.resolve() };
    origins.set(origin, made);
    return made;
  }

  /** @param {number} time @param {AbortSignal | undefined} signal */
  async function until(time, signal) {
    for (let wait; (wait = time - now()) > 0 && !signal?.aborted;)
      await sleep(Math.min(wait, LONGEST), signal);
  }

  return {
    /**
     * Waits until a question to `origin` may go out.
     *
     * @param {string} origin
     * @param {AbortSignal | undefined} signal
     */
    async turn(origin, signal) {
      if (ratePerOrigin === undefined) return until(take(all, now()), signal);
      const spacing = spacingOf(origin);
      const before = spacing.last;
      let leave = () => {};
      spacing.last = new Promise((resolve) => (leave = () => resolve()));
      spacing.waiting += 1;
      // One after the other within an origin; only who is first there takes a place among all.
      await before;
      await until(spacing.next, signal);
      await until(take(all, now()), signal);
      take(spacing, now());
      spacing.waiting -= 1;
      leave();
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

/** Times that are `ms` apart, the earliest of which is `next`. @typedef {{ ms: number, next: number }} Spacing */

/** @param {number | undefined} rate in times a second @returns {Spacing} */
const createSpacing = (rate) => ({ ms: rate === undefined ? 0 : 1000 / rate, next: 0 });

/** Takes the earliest time from `now` on. @param {Spacing} spacing @param {number} now */
function take(spacing, now) {
  const at = Math.max(now, spacing.next);
  spacing.next = at + spacing.ms;
  return at;
}
