// Which target comes next, so that no origin has more of them in progress than it may.

import { iterator } from "./many.js";

/** So many targets are read ahead in search of one whose origin has room. */
const AHEAD = 1_000;

/**
 * The `targets`, in their order as far as `limit` targets of one origin at a time allow; the others
 * go first. Whoever takes a target gives it back with `done`.
 *
 * @template T
 * @param {Iterable<T> | AsyncIterable<T>} targets
 * @param {number} limit
 * @param {(target: T) => string} originOf
 */
export function fair(targets, limit, originOf) {
  /** @type {Map<string, number>} */
  const busy = new Map();
  /** @type {{ target: T, origin: string }[]} */
  const parked = [];
  let wake = () => {};

  /** @param {{ target: T, origin: string }} parked */
  const fits = ({ origin }) => (busy.get(origin) ?? 0) < limit;

  /** @param {{ target: T, origin: string }} next */
  const begin = ({ target, origin }) => {
    busy.set(origin, (busy.get(origin) ?? 0) + 1);
    return target;
  };

  async function* items() {
    const source = iterator(targets);
    let ended = false;
    try {
      for (;;) {
        const at = parked.findIndex(fits);
        const [next] = at < 0 ? [] : parked.splice(at, 1);
        if (next !== undefined) {
          yield begin(next);
        } else if (!ended && parked.length < AHEAD) {
          const { done, value } = await source.next();
          if (done) ended = true;
          else parked.push({ target: value, origin: originOf(value) });
        } else if (parked.length > 0) {
          await new Promise((resolve) => (wake = () => resolve(undefined)));
        } else {
          return;
        }
      }
    } finally {
      await source.return?.();
    }
  }

  return {
    items: items(),
    /** @param {T} target */
    done(target) {
      const origin = originOf(target);
      const left = (busy.get(origin) ?? 0) - 1;
      if (left > 0) busy.set(origin, left);
      else busy.delete(origin);
      wake();
    },
  };
}
