import module from "../../generated/suite_bg.wasm?module";
import { startSync } from "./loader.js";

startSync(module);

export * from "./exports.js";
