import module from "../../generated/score_bg.wasm";
import { startSync } from "./loader.js";

startSync(module);

export * from "./exports.js";
