// Worker threads as Web Workers are spoken to.

/** @typedef {import("./crew.js").Hand} Hand */

/** How many cores this machine has for us; not more than a reader of one file can feed. */
export async function cores() {
  const { availableParallelism } = await import("node:os");
  return Math.min(availableParallelism(), 8);
}

/** @param {URL} script what the worker thread runs @returns {Promise<Hand>} */
export async function hire(script) {
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(script, {
    // It has little to remember, and would let garbage pile up.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  /** @type {Hand} */
  const hand = {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    onmessage: null,
    onerror: null,
    terminate: () => worker.terminate(),
  };
  worker.on("message", (data) => hand.onmessage?.({ data }));
  worker.on("error", (error) => hand.onerror?.(error));
  return hand;
}
