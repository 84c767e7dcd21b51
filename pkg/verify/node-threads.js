// Adapts Node worker threads to the interface of Web Workers.

/** @typedef {import("./worker-pool.js").Thread} Thread */

/** Returns the number of usable cores, at most as many as one reader of a file can feed. */
export async function usableCores() {
  const { availableParallelism } = await import("node:os");
  return Math.min(availableParallelism(), 8);
}

/** Starts a worker thread. @param {URL} script @returns {Promise<Thread>} */
export async function startWorker(script) {
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(script, {
    // The default young generation would let garbage pile up.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  /** @type {Thread} */
  const thread = {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    onmessage: null,
    onerror: null,
    terminate: () => worker.terminate(),
  };
  worker.on("message", (data) => thread.onmessage?.({ data }));
  worker.on("error", (error) => thread.onerror?.(error));
  return thread;
}
