import module from "../../generated/suite_bg.wasm";
import "../../wasm/public-bank-now.js";
import { startSync } from "./loader.js";

startSync(module);

export * from "./exports.js";
