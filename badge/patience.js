// How long a badge waits for what others have to send. A badge that waited without end would say
// "Checking…" for ever.

import { Unread } from "./unread.js";

/** How long nothing may come, in milliseconds, before it is given up. */
export const IDLE = 15_000;

/**
 * What `work` comes to, given up when nothing is heard of it for too long. `signal` then drops
 * whatever is still to come, as it does when the work is done.
 *
 * @template T
 * @param {(signal: AbortSignal, heard: () => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function patiently(work) {
  const giving = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {() => void} */
  let giveUp = () => {};
  const silence = new Promise((_, reject) => {
    const cause = new DOMException("nothing came", "TimeoutError");
    giveUp = () => reject(new Unread("stalled", { seconds: String(IDLE / 1000) }, { cause }));
  });
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, IDLE);
  };
  heard();
  try {
    return await Promise.race([work(giving.signal, heard), silence]);
  } finally {
    clearTimeout(timer);
    giving.abort();
  }
}
