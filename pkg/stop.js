// What ends a wait before its time: a signal, or a deadline.

/**
 * A signal that comes after `ms` or with `signal`, and what drops it.
 *
 * @param {number} ms
 * @param {AbortSignal | undefined} signal
 */
export function until(ms, signal) {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, Math.max(0, ms));
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  const drop = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  };
  return { stop: controller, drop };
}

/**
 * What `work` comes to; an error once `signal` comes, whether `work` heeds it or not. That is its own
 * error where it has one at once. Nobody hears of what else it comes to by then.
 *
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {() => T | PromiseLike<T>} work
 * @returns {Promise<T>}
 */
export function before(signal, work) {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error("stopped"));
    if (signal?.aborted) return refuse();
    const stop = () => void setTimeout(refuse);
    const drop = () => signal?.removeEventListener("abort", stop);
    signal?.addEventListener("abort", stop, { once: true });
    (async () => work())().then(
      (value) => {
        if (signal?.aborted) return;
        drop();
        resolve(value);
      },
      (error) => {
        drop();
        reject(error);
      },
    );
  });
}

/**
 * The same; undefined once `signal` has come, whatever came of the work.
 *
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {() => T | PromiseLike<T>} work
 * @returns {Promise<T | undefined>}
 */
export async function unless(signal, work) {
  try {
    return await before(signal, work);
  } catch (error) {
    if (signal?.aborted) return undefined;
    throw error;
  }
}

/**
 * The same; the reason of `signal` is thrown once that has come, whatever came of the work.
 *
 * @template T
 * @param {AbortSignal | null | undefined} signal
 * @param {() => T | PromiseLike<T>} work
 * @returns {Promise<T>}
 */
export async function heeding(signal, work) {
  try {
    return await before(signal ?? undefined, work);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
