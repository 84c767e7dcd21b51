// Lets the host do what else there is to do. A loop of promises that settle at once would keep it from
// that, and so from whatever could end the loop: timers, and the signals that they send.

/** How long all loops together go on at most before the host has a turn, in milliseconds. */
const LONGEST = 8;

/** When the host was last seen to have had one. */
let last = 0;
/** The turn that is waited for. @type {Promise<void> | undefined} */
let turn;

/** Nothing to wait for, or the end of a turn of the host where it was long without one. */
export function breath() {
  if (turn === undefined && performance.now() - last >= LONGEST) {
    turn = hosts().then(() => {
      last = performance.now();
      turn = undefined;
    });
  }
  return turn;
}

/** A turn of the host. A browser lets nested timers wait for 4 ms, and messages not. */
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
