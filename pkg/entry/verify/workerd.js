import module from "../../generated/verify_bg.wasm";
import { startSync } from "./loader.js";

startSync(module);

export * from "./exports.js";
