import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { startSync } from "./loader.js";
import { useHasher } from "../../suite/hasher.js";

startSync(readFileSync(new URL("../../generated/suite_bg.wasm", import.meta.url)));
useHasher(() => createHash("sha256"));

export * from "./exports.js";
