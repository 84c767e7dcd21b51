// Deno and Bun, each as a process that asks what it is told to.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { bun, deno, installTools } from "../packaging/tools.mjs";

const DRIVER = fileURLToPath(new URL("driver.js", import.meta.url));

export async function startDeno() {
  await installTools();
  return started(deno(), "run", "--allow-all", "--no-remote", "--v8-flags=--expose-gc", DRIVER);
}

export async function startBun() {
  await installTools();
  return started(bun(), "run", DRIVER);
}

/** @param {string} program @param {string[]} words */
function started(program, ...words) {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let last = 0;
  child.once("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${program}: ended with ${code}`));
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, answer, error } = JSON.parse(line);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(error));
  });

  /** @param {object} what */
  const tell = (what) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ id, ...what })}\n`);
    });
  return {
    /** @param {object} behaviour @param {Record<string, string>} origins */
    ask: (behaviour, origins) => tell({ behaviour, origins }),
    memory: () => tell({}),
    dispose() {
      child.stdin.end();
      child.kill();
    },
  };
}
