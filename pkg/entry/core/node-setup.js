// Adds what only Node can do: several cores, and checking the address before connecting.

import { workers } from "./api.js";
import { cores, startWorker } from "../../verify/node-threads.js";
import { sendAsNode } from "../../evaluate/node-fetch.js";

/** @param {typeof import("./loader.js").core} core */
export function setUp(core) {
  workers.startWorker = () => startWorker(new URL("./node-worker.js", import.meta.url));
  workers.cores = cores;
  sendAsNode(core.is_public_address);
}
