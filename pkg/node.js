import { readFileSync } from "node:fs";
import { startSync } from "./full.js";
import { cores, hire } from "./node-crew.js";
import { setWorkers } from "./verification.js";

startSync(readFileSync(new URL("./generated/core_bg.wasm", import.meta.url)));
setWorkers(hire, cores);

export * from "./exports.js";
