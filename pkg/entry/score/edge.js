import module from "../../generated/score_bg.wasm?module";
import { startSync } from "./loader.js";

startSync(module);

export * from "./exports.js";
