// Several async generators at a time, their events in one stream.

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
  const source =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  /** Whether nobody takes events any more. */
  let left = false;
  /** @type {{ event: E, taken: () => void }[]} */
  let waiting = [];
  /** @type {{ error: unknown } | undefined} */
  let failure;
  let active = limit;
  let wake = () => {};

  const give = (/** @type {E} */ event) =>
    new Promise((resolve) => {
      waiting.push({ event, taken: () => resolve(undefined) });
      wake();
    });

  async function worker() {
    try {
      while (!controller.signal.aborted) {
        const { done, value } = await source.next();
        if (done) return;
        for await (const event of work(value, controller.signal)) {
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

  for (let i = 0; i < limit; i++) void worker();
  try {
    for (;;) {
      const batch = waiting;
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
    for (const { taken } of waiting) taken();
    await source.return?.();
  }
}
