import { startFromFile } from "../../wasm/node-file.js";
import { core, startSync, url } from "./loader.js";
import { setUp } from "./node-setup.js";

startFromFile(startSync, url);
setUp(core);

export * from "./exports.js";
