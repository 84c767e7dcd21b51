// The worker thread of `verifyStream` in Node and compatible runtimes.

import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";

import { createExamination } from "../examine.js";
import { bank, core, startSync } from "./full.js";

startSync(readFileSync(new URL("../generated/verify_bg.wasm", import.meta.url)));
const post = (/** @type {unknown} */ answer, /** @type {ArrayBuffer[]} */ transfer) =>
  parentPort?.postMessage(answer, transfer);
parentPort?.on("message", createExamination(core, post, bank));
