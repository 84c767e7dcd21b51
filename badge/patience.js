// A timeout for network operations, so that no badge shows "Checking…" for ever.

import { UnreadableError } from "./unread.js";

/** The maximum time without progress, in milliseconds. */
export const IDLE = 15_000;

/**
 * Runs `work`, and rejects if it calls `onProgress` less often than every IDLE ms. `signal` aborts
 * when the work ends or times out.
 *
 * @template T
 * @param {(signal: AbortSignal, heard: () => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withTimeout(work) {
  const controller = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {() => void} */
  let giveUp = () => {};
  const silence = new Promise((_, reject) => {
    const cause = new DOMException("nothing came", "TimeoutError");
    giveUp = () =>
      reject(new UnreadableError("stalled", { seconds: String(IDLE / 1000) }, { cause }));
  });
  const onProgress = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, IDLE);
  };
  onProgress();
  try {
    return await Promise.race([work(controller.signal, onProgress), silence]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
