// Where items come from: read one by one, and told when nobody takes them any more.

import { heeding } from "./stop.js";

/** @template T @typedef {Iterable<T> | AsyncIterable<T> | import("./index.d.ts").Readable<T>} Items */

/** @param {any} items A text is a list too, and has nothing that `in` could be asked about. */
const isIterable = (items) =>
  typeof (items?.[Symbol.asyncIterator] ?? items?.[Symbol.iterator]) === "function";

/** Whether these are items. @param {any} items */
export const areItems = (items) => isIterable(items) || typeof items?.getReader === "function";

/**
 * The items as `for await` takes them: not every browser can iterate over its own streams.
 *
 * @template T
 * @param {Items<T>} items
 * @returns {Iterable<T> | AsyncIterable<T>}
 */
export const iterable = (items) =>
  isIterable(items)
    ? /** @type {any} */ (items)
    : { [Symbol.asyncIterator]: () => reading(/** @type {any} */ (items).getReader()) };

/** @param {ReadableStreamDefaultReader<any>} reader @returns {AsyncIterator<any>} */
const reading = (reader) => ({
  next: /** @type {any} */ (() => reader.read()),
  async return() {
    await reader.cancel();
    return { done: true, value: undefined };
  },
});

/**
 * The items one by one, wherever they come from.
 *
 * @template T
 * @param {Items<T>} items
 * @returns {Iterator<T> | AsyncIterator<T>}
 */
export function iterator(items) {
  const source = /** @type {any} */ (iterable(items));
  return source[Symbol.asyncIterator]?.() ?? source[Symbol.iterator]();
}

/**
 * Tells a source that nobody takes its items any more. One that is being read may never hear of it.
 *
 * @param {Iterator<unknown> | AsyncIterator<unknown>} source
 * @param {boolean} reading
 */
export async function close(source, reading) {
  const closed = (async () => source.return?.())();
  if (reading) closed.catch(() => {});
  else await closed;
}

/**
 * The items, as `for await` has them, until `signal` comes: then its reason is thrown, also where the
 * source is silent.
 *
 * @template T
 * @param {Items<T>} items
 * @param {AbortSignal | null | undefined} signal
 * @returns {AsyncGenerator<T, void, void>}
 */
export async function* each(items, signal) {
  const source = iterator(items);
  let reading = false;
  /** Whether the source has nothing more to say, and knows it. */
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
      const value = await heeding(signal, read);
      if (over) return;
      yield value;
    }
  } finally {
    // Whoever leaves early has an error of their own to tell.
    if (!over) await close(source, reading || signal?.aborted === true).catch(() => {});
  }
}
