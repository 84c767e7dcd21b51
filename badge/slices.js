// Splits the rendering of many badges into short tasks.

/** The time to render before yielding to other tasks, in milliseconds. */
const SLICE = 8;

/** The end of the slice of the current task; 0 if none has begun. */
let end = 0;
/** The last update in the queue. */
let queue = Promise.resolve();

/** Resolves after earlier updates, in this task if its slice is not used up. */
export const nextSlice = () =>
  (queue = queue.then(async () => {
    if (end > 0 && performance.now() < end) return;
    if (end > 0) await yieldToEventLoop();
    end = performance.now() + SLICE;
    void yieldToEventLoop().then(() => (end = 0));
  }));

/** Yields to the event loop, so that messages arrive and the page stays responsive. */
export const yieldToEventLoop = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
