// Agents of the official A2A SDK for Python, each in a process of its own.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { ANSWERS, allRight, outcomes } from "./answers.mjs";
import { PYTHON } from "./set-up.mjs";

const AGENT = fileURLToPath(new URL("agent.py", import.meta.url));

/** Starts an agent; what it says first is where it listens. */
async function agent(t, binding, kind) {
  const child = spawn(PYTHON, [AGENT, binding, kind], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill());
  child.stdin.end(JSON.stringify(Object.fromEntries(ANSWERS)));
  const [url] = await once(createInterface({ input: child.stdout }), "line");
  return url;
}

for (const binding of ["1.0 JSONRPC", "1.0 HTTP+JSON", "0.3 JSONRPC"]) {
  for (const kind of ["quick", "thorough"]) {
    for (const protocol of ["a2a", "auto"]) {
      test(`${binding}, a ${kind} agent, asked as ${protocol}`, async (t) => {
        const endpoint = await agent(t, binding, kind);
        assert.deepEqual(await outcomes({ endpoint, protocol }), allRight("a2a"));
      });
    }
  }
}
