import module from "../../badge/verify_bg.wasm?module";
import { startSync } from "./loader.js";

startSync(module);

export * from "./exports.js";
