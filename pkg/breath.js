// Yields to the event loop. Without it, a tight loop of promises that settle immediately would
// block timers, and the signals that should end the loop.

/** The maximum time without yielding, for all loops together, in milliseconds. */
const LONGEST = 8;

/** The time of the last yield. */
let last = 0;
/** The pending yield. @type {Promise<void> | undefined} */
let turn;

/** Returns undefined, or a promise of the next yield if the last one was too long ago. */
export function breath() {
  if (turn === undefined && performance.now() - last >= LONGEST) {
    turn = hosts().then(() => {
      last = performance.now();
      turn = undefined;
    });
  }
  return turn;
}

/** Waits for a macrotask. Browsers delay nested timers by 4 ms, but not messages. */
const hosts = () =>
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
