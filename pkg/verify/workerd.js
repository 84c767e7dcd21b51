import module from "../generated/verify_bg.wasm";
import { startSync } from "./full.js";

startSync(module);

export * from "./exports.js";
