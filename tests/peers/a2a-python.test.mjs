// Agents of the official A2A SDK for Python, of FastA2A, ADK and LangGraph, each in a process of its
// own.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { ANSWERS, allRight, outcomes } from "./answers.mjs";
import { PYTHON } from "./set-up.mjs";

const program = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Starts an agent, and returns the URL that it prints. */
async function agent(t, name, ...options) {
  const command = [program(name), ...options];
  const child = spawn(PYTHON, command, { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill());
  child.stdin.end(JSON.stringify(Object.fromEntries(ANSWERS)));
  const [url] = await once(createInterface({ input: child.stdout }), "line");
  return url;
}

for (const binding of ["1.0 JSONRPC", "1.0 HTTP+JSON", "0.3 JSONRPC", "0.3 HTTP+JSON"]) {
  for (const kind of ["quick", "thorough"]) {
    test(`${binding}, a ${kind} agent`, async (t) => {
      const endpoint = await agent(t, "agent.py", binding, kind);
      for (const protocol of ["a2a", "auto"])
        assert.deepEqual(await outcomes({ endpoint, protocol }), allRight("a2a"), protocol);
    });
  }
}

for (const [name, file] of [
  ["FastA2A", "fasta2a_agent.py"],
  ["an agent of ADK that thinks", "adk_agent.py"],
  ["a graph on LangGraph's server", "langgraph_agent.py"],
]) {
  test(`${name}, asked without an option`, async (t) => {
    const endpoint = await agent(t, file);
    assert.deepEqual(await outcomes({ endpoint }), allRight("a2a"));
  });
}
