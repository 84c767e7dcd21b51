import { readFileSync } from "node:fs";
import { cores, startWorker } from "../node-crew.js";
import { workers } from "./api.js";
import { startSync } from "./full.js";

startSync(readFileSync(new URL("../generated/verify_bg.wasm", import.meta.url)));
workers.startWorker = () => startWorker(new URL("./node-worker.js", import.meta.url));
workers.cores = cores;

export * from "./exports.js";
