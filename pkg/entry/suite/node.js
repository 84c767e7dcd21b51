import { createHash } from "node:crypto";
import { startFromFile } from "../../wasm/node-file.js";
import { startSync, url } from "./loader.js";
import { useHasher } from "../../suite/hasher.js";

startFromFile(startSync, url);
useHasher(() => createHash("sha256"));

export * from "./exports.js";
