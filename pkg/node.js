import { readFileSync } from "node:fs";
import { core, startSync } from "./full.js";
import { sendAsNode } from "./node-host.js";

startSync(readFileSync(new URL("./generated/core_bg.wasm", import.meta.url)));
sendAsNode(core.is_public_address);

export * from "./exports.js";
