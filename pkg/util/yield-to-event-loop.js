// Yields to the event loop. Without it, a tight loop of promises that settle immediately would
// block timers, and the signals that should end the loop.

/** The maximum time without yielding, for all loops together, in milliseconds. */
const MOST_MS = 8;

/** The time of the last yield. */
let lastYield = 0;

/**
 * Returns undefined, or a promise of the next yield if the last one was too long ago. Loops do not
 * share the promise: in workerd it would never settle if the request that made it is cancelled.
 */
export function yieldToEventLoop() {
  if (performance.now() - lastYield < MOST_MS) return undefined;
  return nextMacrotask().then(() => void (lastYield = performance.now()));
}

/** Waits for a macrotask. Browsers delay nested timers by 4 ms, but not messages. */
const nextMacrotask = () =>
  /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      if (typeof setImmediate === "function") setImmediate(resolve);
      else if (typeof MessageChannel === "function") {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          resolve();
        };
        port2.postMessage(null);
      } else setTimeout(resolve);
    })
  );
