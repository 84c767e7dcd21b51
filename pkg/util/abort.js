// Ends waiting early, by a signal or a deadline.

/**
 * Creates a controller that aborts after `ms` or with `signal`, and a function to dispose of it.
 *
 * @param {number} ms
 * @param {AbortSignal | undefined} signal
 */
export function abortAfter(ms, signal) {
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
 * Runs `work`, and rejects once `signal` aborts, even if `work` ignores it. If `work` throws
 * immediately on abort, rejects with that error. Later results are ignored.
 *
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {() => T | PromiseLike<T>} work
 * @returns {Promise<T>}
 */
export function rejectOnAbort(signal, work) {
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
 * Like {@link rejectOnAbort}, but resolves to undefined once `signal` has aborted.
 *
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {() => T | PromiseLike<T>} work
 * @returns {Promise<T | undefined>}
 */
export async function undefinedOnAbort(signal, work) {
  try {
    return await rejectOnAbort(signal, work);
  } catch (error) {
    if (signal?.aborted) return undefined;
    throw error;
  }
}

/**
 * Like {@link rejectOnAbort}, but throws the signal's reason once it has aborted.
 *
 * @template T
 * @param {AbortSignal | null | undefined} signal
 * @param {() => T | PromiseLike<T>} work
 * @returns {Promise<T>}
 */
export async function throwOnAbort(signal, work) {
  try {
    return await rejectOnAbort(signal ?? undefined, work);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
