import { readFileSync } from "node:fs";
import { core, startSync } from "./loader.js";
import { setUp } from "./node-setup.js";

startSync(readFileSync(new URL("../../generated/core_bg.wasm", import.meta.url)));
setUp(core);

export * from "./exports.js";
