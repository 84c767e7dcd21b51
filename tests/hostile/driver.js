// Asks misbehaving endpoints in another runtime than Node: a line in, a line out.

import { createInterface } from "node:readline";
import process from "node:process";

import * as api from "../../pkg/entry/core/node.js";
import { askOnce } from "./ask.js";

/** @type {() => void} */
const collect = /** @type {any} */ (globalThis).Bun
  ? () => /** @type {any} */ (globalThis).Bun.gc(true)
  : /** @type {any} */ (globalThis).gc;

for await (const line of createInterface({ input: process.stdin })) {
  const { id, behaviour, origins } = JSON.parse(line);
  /** @param {object} answer */
  const tell = (answer) => process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`);
  if (behaviour === undefined) {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    tell({ answer: heapUsed + external });
    continue;
  }
  askOnce(api, behaviour, origins).then(
    (answer) => tell({ answer }),
    (error) => tell({ error: String(error?.stack ?? error) }),
  );
}
