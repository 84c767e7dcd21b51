import module from "../generated/score_bg.wasm";
import { startSync } from "./full.js";

startSync(module);

export * from "./exports.js";
