// A queue that limits the number of targets in progress per origin.

import { closeSource, toIterator } from "../util/iterate.js";

/** The number of targets to read ahead while looking for an origin below its limit. */
const AHEAD = 1_000;

/**
 * Yields `targets` in order, except that targets of an origin with `limit` targets in progress
 * wait. Consumers release a target with `done`.
 *
 * @template T
 * @param {Iterable<T> | AsyncIterable<T>} targets
 * @param {number} limit
 * @param {(target: T) => string} originOf
 */
export function limitPerOrigin(targets, limit, originOf) {
  /** @type {Map<string, number>} */
  const busy = new Map();
  /** @type {{ target: T, origin: string }[]} */
  const parked = [];
  const source = toIterator(targets);
  let wake = () => {};
  /** Whether the consumer has stopped. */
  let closed = false;

  /** @param {{ target: T, origin: string }} parked */
  const fits = ({ origin }) => (busy.get(origin) ?? 0) < limit;

  /** @param {{ target: T, origin: string }} next */
  const begin = ({ target, origin }) => {
    busy.set(origin, (busy.get(origin) ?? 0) + 1);
    return target;
  };

  let reading = false;
  let ended = false;
  /** @type {{ error: unknown } | undefined} */
  let failure;

  /** Reads one target ahead, without blocking targets that were released in the meantime. */
  async function read() {
    reading = true;
    try {
      const { done, value } = await source.next();
      if (done) ended = true;
      else parked.push({ target: value, origin: originOf(value) });
    } catch (error) {
      failure = { error };
    }
    reading = false;
    wake();
  }

  async function* next() {
    while (!closed) {
      const at = parked.findIndex(fits);
      const [next] = at < 0 ? [] : parked.splice(at, 1);
      if (next !== undefined) {
        yield begin(next);
        continue;
      }
      if (failure) throw failure.error;
      if (!reading && !ended && parked.length < AHEAD) void read();
      if (!reading && parked.length === 0) return;
      await new Promise((resolve) => (wake = () => resolve(undefined)));
    }
  }

  const queue = next();
  return {
    /** @type {AsyncIterable<T>} */
    items: {
      [Symbol.asyncIterator]: () => ({
        next: () => queue.next(),
        // `queue.return()` would wait for a pending `next()`.
        async return() {
          closed = true;
          wake();
          await closeSource(source, reading);
          return { done: true, value: undefined };
        },
      }),
    },
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
