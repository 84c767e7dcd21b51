import module from "../../generated/verify_bg.wasm?module";
import { startSync } from "./loader.js";

startSync(module);

export * from "./exports.js";
