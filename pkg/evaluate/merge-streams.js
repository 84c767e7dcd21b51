// Runs several async generators concurrently and merges their events into one stream.

import { yieldToEventLoop } from "../util/yield-to-event-loop.js";
import { closeSource, toIterator } from "../util/iterate.js";
import { undefinedOnAbort } from "../util/abort.js";

/**
 * Runs `work` over `items`, at most `limit` at a time, and yields its events as they occur. A
 * generator continues only after its event was consumed, so nothing piles up. Ending the stream
 * early aborts the work by its signal. So does `signal`, after which no further item starts.
 *
 * @template T, E
 * @param {Iterable<T> | AsyncIterable<T>} items
 * @param {number} limit
 * @param {(item: T, signal: AbortSignal) => AsyncIterable<E>} work
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<E, void, void>}
 */
export async function* runConcurrently(items, limit, work, signal) {
  const source = toIterator(items);
  /** One controller per worker, because a signal with hundreds of listeners removes them slowly. */
  const controllers = Array.from({ length: limit }, () => new AbortController());
  const stop = () => controllers.forEach((controller) => controller.abort());
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  /** Whether the consumer has stopped. */
  let left = false;
  /** @type {{ event: E, taken: () => void }[]} */
  let waiting = [];
  /** The events that are being yielded. */
  let batch = waiting;
  /** @type {{ error: unknown } | undefined} */
  let failure;
  let active = limit;
  let wake = () => {};
  /** The number of workers that wait for an item. */
  let reading = 0;

  const read = async () => {
    reading += 1;
    try {
      return await source.next();
    } finally {
      reading -= 1;
    }
  };

  const give = (/** @type {E} */ event) =>
    new Promise((resolve) => {
      waiting.push({ event, taken: () => resolve(undefined) });
      wake();
    });

  /** @param {AbortController} controller */
  async function worker({ signal: ended }) {
    try {
      for (; !ended.aborted; await yieldToEventLoop()) {
        const item = await undefinedOnAbort(ended, read);
        if (item === undefined || item.done) return;
        for await (const event of work(item.value, ended)) {
          if (left) return;
          await give(event);
        }
      }
    } catch (error) {
      failure ??= { error };
    } finally {
      active -= 1;
      wake();
    }
  }

  for (const controller of controllers) void worker(controller);
  try {
    for (;;) {
      batch = waiting;
      waiting = [];
      for (const { event, taken } of batch) {
        yield event;
        taken();
      }
      if (batch.length > 0) continue;
      if (failure) throw failure.error;
      if (active === 0) return;
      await new Promise((resolve) => (wake = () => resolve(undefined)));
    }
  } finally {
    left = true;
    signal?.removeEventListener("abort", stop);
    stop();
    for (const { taken } of [...batch, ...waiting]) taken();
    await closeSource(source, reading > 0);
  }
}
