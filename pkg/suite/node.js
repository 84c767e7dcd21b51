import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { startSync } from "./full.js";
import { useHasher } from "./hasher.js";

startSync(readFileSync(new URL("../generated/suite_bg.wasm", import.meta.url)));
useHasher(() => createHash("sha256"));

export * from "./exports.js";
