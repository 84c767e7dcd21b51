import { startFromFile } from "../../wasm/node-file.js";
import { startSync, url } from "./loader.js";

startFromFile(startSync, url);

export * from "./exports.js";
