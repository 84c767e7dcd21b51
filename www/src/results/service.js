// The worker that holds the open file.

import { connectWorker } from "../parts/worker-rpc.js";

/** @type {import("../parts/worker-rpc.js").Remote<import("./worker/worker.js").FileMethods> & { endWorker: () => void }} */
export const service = /** @type {any} */ (
  connectWorker(
    () => new Worker(new URL("./worker/worker.js", import.meta.url), { type: "module" }),
  )
);
