// The circuit breaker of a subject: after repeated failures its endpoint is not asked for a while,
// and its records state that.

/** @typedef {{ failures: number, rests: number, rest_from: number | null, rest_until: number | null, rest_cause: string | null }} Row */

/** The longest rest in milliseconds. */
const MOST_REST = 86_400_000;

/**
 * @param {Row} row
 * @param {{ breakerAfter: number, breakerRest: number }} settings
 */
export function createBreaker(row, { breakerAfter, breakerRest }) {
  let { failures, rests, rest_from: from, rest_until: until, rest_cause: cause } = row;
  return {
    /**
     * Returns the cause if the breaker is open.
     *
     * @param {number} now
     * @returns {string | undefined}
     */
    closedTo(now) {
      // A rest that starts in the future was recorded before the clock jumped back.
      const resting = from !== null && until !== null && from <= now && now < until;
      return resting && cause !== null ? cause : undefined;
    },
    /** Counts the outcome of an asked question. @param {any} record @param {number} now */
    note({ data }, now) {
      const dead = causeIfDown(data);
      if (dead === undefined) {
        [failures, rests, from, until, cause] = [0, 0, null, null, null];
        return;
      }
      failures += 1;
      // After a rest, a single failure opens the breaker again.
      if (failures < breakerAfter && rests === 0) return;
      from = now;
      until = now + Math.min(breakerRest * 2 ** rests, MOST_REST);
      cause = dead;
      rests += 1;
    },
    /** @returns {Row} */
    row: () => ({ failures, rests, rest_from: from, rest_until: until, rest_cause: cause }),
  };
}

/**
 * Returns the breaker's cause if a record shows that the endpoint is down. An endpoint that
 * responds with an error is up.
 *
 * @param {{ outcome: string, cause?: string }} data
 */
function causeIfDown({ outcome, cause = "" }) {
  if (outcome === "timeout") return "breaker.timeout";
  if (outcome === "missing" || cause.startsWith("network.")) return "breaker.missing";
  return undefined;
}
