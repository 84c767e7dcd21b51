import module from "../../generated/suite_bg.wasm";
import { startSync } from "./loader.js";

startSync(module);

export * from "./exports.js";
