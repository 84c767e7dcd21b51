import { readFileSync } from "node:fs";
import { core, startSync } from "./full.js";
import { cores, hire } from "./node-crew.js";
import { sendAsNode } from "./node-host.js";
import { setWorkers } from "./verification.js";

startSync(readFileSync(new URL("./generated/core_bg.wasm", import.meta.url)));
setWorkers(hire, cores);
sendAsNode(core.is_public_address);

export * from "./exports.js";
