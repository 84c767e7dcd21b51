import { readFileSync } from "node:fs";
import { startSync } from "./loader.js";

startSync(readFileSync(new URL("../../generated/score_bg.wasm", import.meta.url)));

export * from "./exports.js";
