// The Web Worker of `verifyStream`, for pages: `new Worker(…, { type: "module" })` of this file.

import { createExamination } from "./examine.js";
import { core, ready } from "./full.js";

const scope = /** @type {any} */ (globalThis);
const examine = createExamination(core, (answer, transfer) => scope.postMessage(answer, transfer));
const started = ready();

// Messages that come before the core has started are answered after that, in their order. Where it
// does not start, each part is answered with why.
scope.onmessage = (/** @type {MessageEvent} */ { data }) =>
  void started.then(
    () => examine(data),
    ({ code, message }) => data instanceof Uint8Array && scope.postMessage({ code, message }),
  );
