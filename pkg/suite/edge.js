import module from "../generated/suite_bg.wasm?module";
import { startSync } from "./full.js";

startSync(module);

export * from "./exports.js";
