// The worker thread of `verifyStream` in Node and compatible runtimes.

import { parentPort } from "node:worker_threads";

import { createExamination } from "../../verify/examine-chunks.js";
import { startFromFile } from "../../wasm/node-file.js";
import { core, startSync, url } from "./loader.js";

startFromFile(startSync, url);
const examine = createExamination(core, (answer, transfer) =>
  parentPort?.postMessage(answer, transfer),
);
parentPort?.on("message", examine);
