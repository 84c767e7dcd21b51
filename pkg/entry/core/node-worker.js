// The worker thread of `verifyStream` in Node and compatible runtimes.

import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";

import { createExamination } from "../../verify/examine-chunks.js";
import { core, startSync } from "./loader.js";

startSync(readFileSync(new URL("../../generated/core_bg.wasm", import.meta.url)));
const examine = createExamination(core, (answer, transfer) =>
  parentPort?.postMessage(answer, transfer),
);
parentPort?.on("message", examine);
