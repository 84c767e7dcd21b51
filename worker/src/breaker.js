// The circuit breaker of one subject: an endpoint at which nothing answers is not asked for a while,
// and its records say so.

/** @typedef {{ failures: number, rests: number, rest_from: number | null, rest_until: number | null, rest_cause: string | null }} Row */

/** The longest rest, in milliseconds. */
const MOST_REST = 86_400_000;

/**
 * @param {Row} row
 * @param {{ breakerAfter: number, breakerRest: number }} settings
 */
export function createBreaker(row, { breakerAfter, breakerRest }) {
  let { failures, rests, rest_from: from, rest_until: until, rest_cause: cause } = row;
  return {
    /** Why nothing is asked now, if so. @param {number} now @returns {string | undefined} */
    closedTo(now) {
      // A rest that has not begun yet is of a clock that has jumped back.
      const resting = from !== null && until !== null && from <= now && now < until;
      return resting && cause !== null ? cause : undefined;
    },
    /** Notes what came of a question that was asked. @param {any} record @param {number} now */
    note({ data }, now) {
      const dead = deadBy(data);
      if (dead === undefined) {
        [failures, rests, from, until, cause] = [0, 0, null, null, null];
        return;
      }
      failures += 1;
      // After a rest one question is asked; it decides.
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
 * What a record says of an endpoint at which nothing answers. One that answers with an error is
 * alive.
 *
 * @param {{ outcome: string, cause?: string }} data
 */
function deadBy({ outcome, cause = "" }) {
  if (outcome === "timeout") return "breaker.timeout";
  if (outcome === "missing" || cause.startsWith("network.")) return "breaker.missing";
  return undefined;
}
