// The Web Worker of `verifyStream`; start it with `new Worker(…, { type: "module" })`.

import { serve } from "../../verify/examine-chunks.js";
import { core, ready } from "./loader.js";

const scope = /** @type {any} */ (globalThis);
const postToPage = (/** @type {unknown} */ answer, /** @type {ArrayBuffer[]} */ transfer) =>
  scope.postMessage(answer, transfer);
const answer = serve(core, ready, postToPage);
scope.onmessage = (/** @type {MessageEvent} */ { data }) => answer(data);
