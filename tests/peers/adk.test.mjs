// An agent of Google's ADK, served over A2A. Its model thinks before it answers.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";

import { BaseLlm, LlmAgent, toA2a } from "@google/adk";
import express from "express";

import { allRight, answerTo, listen, outcomes } from "./answers.mjs";

/** The last text of a request. @param {any} request */
const promptOf = ({ contents }) => contents.at(-1).parts.at(-1).text;

class Model extends BaseLlm {
  constructor() {
    super({ model: "peer" });
  }

  /** @param {any} request */
  async *generateContentAsync(request) {
    const parts = [
      { text: "Is it 12? Or B?", thought: true },
      { text: answerTo(promptOf(request)) },
    ];
    yield { content: { role: "model", parts }, turnComplete: true };
  }
}

for (const protocol of ["a2a", "auto"]) {
  test(`an agent that thinks, asked as ${protocol}`, async (t) => {
    const app = express();
    const endpoint = await listen(t, createServer(app));
    app.use(express.json());
    const agent = new LlmAgent({ name: "peer", model: new Model(), instruction: "Answer." });
    const { hostname: host, port } = new URL(endpoint);
    await toA2a(agent, { app, host, port: Number(port), allowUnauthenticated: true });
    assert.deepEqual(await outcomes({ endpoint, protocol }), allRight("a2a"));
  });
}
