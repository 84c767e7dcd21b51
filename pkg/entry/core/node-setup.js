// Adds what only Node can do: several cores, and checking the address before connecting.

import { existsSync } from "node:fs";

import { workers } from "./api.js";
import { usableCores, startWorker } from "../../verify/node-threads.js";
import { createNodeFetch } from "../../evaluate/node-fetch.js";

/**
 * Returns the URL of a module next to this one, or `undefined` in a bundle. The name is an
 * argument, so that bundlers do not copy a module without its imports.
 *
 * @param {string} name
 */
function locate(name) {
  const { url } = import.meta;
  const found = url && new URL(name, url);
  return found && existsSync(found) ? found : undefined;
}

/** @param {typeof import("./loader.js").core} core */
export function setUp(core) {
  const script = locate("./node-worker.js");
  // Without the worker, files are verified on one core.
  if (script) {
    workers.startWorker = () => startWorker(script);
    workers.cores = usableCores;
  }
  createNodeFetch(core.is_public_address);
}
