import module from "../../badge/verify_bg.wasm";
import { startSync } from "./loader.js";

startSync(module);

export * from "./exports.js";
