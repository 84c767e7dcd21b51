// The Web Worker of `verifyStream`, for pages: `new Worker(…, { type: "module" })` of this file.

import { createExamination } from "../examine.js";
import { bank, core, ready } from "./full.js";

const scope = /** @type {any} */ (globalThis);
const post = (/** @type {unknown} */ answer, /** @type {ArrayBuffer[]} */ transfer) =>
  scope.postMessage(answer, transfer);
const examine = createExamination(core, post, bank);
const started = ready();

// Messages that come before the core has started are answered after that, in their order.
scope.onmessage = (/** @type {MessageEvent} */ { data }) => void started.then(() => examine(data));
