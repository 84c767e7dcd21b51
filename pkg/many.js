// Several async generators at a time, their events in one stream.

import { breath } from "./breath.js";
import { close, iterator } from "./source.js";
import { unless } from "./stop.js";

/**
 * Runs `work` over `items`, at most `limit` at a time, and yields what they yield as it comes. A
 * worker goes on only when its event was taken, so nothing piles up. Ending the stream early ends
 * the work by its signal; so does `signal`, after which no further item is begun.
 *
 * @template T, E
 * @param {Iterable<T> | AsyncIterable<T>} items
 * @param {number} limit
 * @param {(item: T, signal: AbortSignal) => AsyncIterable<E>} work
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<E, void, void>}
 */
export async function* many(items, limit, work, signal) {
  const source = iterator(items);
  /** One for each worker: a signal with hundreds of listeners would be slow to drop them. */
  const controllers = Array.from({ length: limit }, () => new AbortController());
  const stop = () => controllers.forEach((controller) => controller.abort());
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  /** Whether nobody takes events any more. */
  let left = false;
  /** @type {{ event: E, taken: () => void }[]} */
  let waiting = [];
  /** Those of them that are being yielded. */
  let batch = waiting;
  /** @type {{ error: unknown } | undefined} */
  let failure;
  let active = limit;
  let wake = () => {};
  /** How many workers wait for an item. */
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
      for (; !ended.aborted; await breath()) {
        const item = await unless(ended, read);
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
    await close(source, reading > 0);
  }
}
