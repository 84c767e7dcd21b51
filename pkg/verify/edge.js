import module from "../generated/verify_bg.wasm?module";
import { startSync } from "./full.js";

startSync(module);

export * from "./exports.js";
