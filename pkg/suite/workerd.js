import module from "../generated/suite_bg.wasm";
import { startSync } from "./full.js";

startSync(module);

export * from "./exports.js";
