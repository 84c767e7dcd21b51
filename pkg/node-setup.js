// What Node can do that other hosts cannot: several cores, and a look at the address that it is
// about to connect to.

import { workers } from "./api.js";
import { cores, hire } from "./node-crew.js";
import { sendAsNode } from "./node-host.js";

/** @param {typeof import("./full.js").core} core */
export function setUp(core) {
  workers.hire = () => hire(new URL("./node-worker.js", import.meta.url));
  workers.cores = cores;
  sendAsNode(core.is_public_address);
}
