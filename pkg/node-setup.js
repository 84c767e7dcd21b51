// What Node can do that other hosts cannot: several cores, and a look at the address that it is
// about to connect to.

import { cores, hire } from "./node-crew.js";
import { sendAsNode } from "./node-host.js";
import { setWorkers } from "./verification.js";

/** @param {typeof import("./full.js").core} core */
export function setUp(core) {
  setWorkers(hire, cores);
  sendAsNode(core.is_public_address);
}
