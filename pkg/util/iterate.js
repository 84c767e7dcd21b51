// Helpers for iterables, async iterables and streams.

import { throwOnAbort } from "./abort.js";

/** @template T @typedef {Iterable<T> | AsyncIterable<T> | import("../index.d.ts").Readable<T>} Items */

/** Strings are iterable, too. @param {any} items */
const isIterable = (items) =>
  typeof (items?.[Symbol.asyncIterator] ?? items?.[Symbol.iterator]) === "function";

/** Reports whether `items` is iterable or a stream. @param {any} items */
export const isIterableOrStream = (items) =>
  isIterable(items) || typeof items?.getReader === "function";

/**
 * Returns an iterable of the items, since some browsers cannot iterate over streams.
 *
 * @template T
 * @param {Items<T>} items
 * @returns {Iterable<T> | AsyncIterable<T>}
 */
export const toIterable = (items) =>
  isIterable(items)
    ? /** @type {any} */ (items)
    : { [Symbol.asyncIterator]: () => streamIterator(/** @type {any} */ (items).getReader()) };

/** @param {ReadableStreamDefaultReader<any>} reader @returns {AsyncIterator<any>} */
const streamIterator = (reader) => ({
  next: /** @type {any} */ (() => reader.read()),
  async return() {
    await reader.cancel();
    return { done: true, value: undefined };
  },
});

/**
 * Returns an iterator of the items.
 *
 * @template T
 * @param {Items<T>} items
 * @returns {Iterator<T> | AsyncIterator<T>}
 */
export function toIterator(items) {
  const source = /** @type {any} */ (toIterable(items));
  return source[Symbol.asyncIterator]?.() ?? source[Symbol.iterator]();
}

/**
 * Closes a source. Does not wait for it if a read is pending, because that may never end.
 *
 * @param {Iterator<unknown> | AsyncIterator<unknown>} source
 * @param {boolean} reading
 */
export async function closeSource(source, reading) {
  const closed = (async () => source.return?.())();
  if (reading) closed.catch(() => {});
  else await closed;
}

/**
 * Yields the items until `signal` aborts, and then throws its reason, even if the source is stuck.
 *
 * @template T
 * @param {Items<T>} items
 * @param {AbortSignal | null | undefined} signal
 * @returns {AsyncGenerator<T, void, void>}
 */
export async function* iterateUntilAborted(items, signal) {
  const source = toIterator(items);
  let reading = false;
  /** Whether the source has ended or thrown. */
  let over = false;
  const read = async () => {
    reading = true;
    try {
      const { done, value } = await source.next();
      over = done === true;
      return await value;
    } catch (error) {
      over = true;
      throw error;
    } finally {
      reading = false;
    }
  };
  try {
    for (;;) {
      const value = await throwOnAbort(signal, read);
      if (over) return;
      yield value;
    }
  } finally {
    // An error of the consumer takes precedence over one of closing.
    if (!over) await closeSource(source, reading || signal?.aborted === true).catch(() => {});
  }
}
