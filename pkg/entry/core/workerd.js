import module from "../../generated/core_bg.wasm";
import { startSync } from "./loader.js";

startSync(module);

export * from "./exports.js";
