// A project for Node has no library of the DOM; the entries that it imports ask for none.

import * as proofmark from "proofmark";
import * as score from "proofmark/score";
import * as suite from "proofmark/suite";
import * as verification from "proofmark/verify";

export const starts: Promise<void>[] = [
  proofmark.ready(new Uint8Array()),
  score.ready(new ArrayBuffer(0)),
  suite.ready(new URL("https://a.example/core.wasm")),
  verification.ready(fetch("core.wasm")),
];
const worker = () => ({ postMessage() {}, onmessage: null, onerror: null, terminate() {} });
export const report = proofmark.verifyStream([], {
  worker,
} satisfies proofmark.VerifyStreamOptions);
