// A server package that speaks as providers of models do.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LLMock } from "@copilotkit/aimock";

import { ANSWERS, allRight, outcomes } from "./answers.mjs";

const PATHS = {
  openai: "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  anthropic: "/v1/messages",
};

for (const [name, path] of Object.entries(PATHS)) {
  for (const protocol of [name, "auto"]) {
    test(`${name}, asked as ${protocol}`, async (t) => {
      const peer = new LLMock({ host: "127.0.0.1", port: 0 });
      const url = await peer.start();
      t.after(() => peer.stop());
      for (const [prompt, content] of ANSWERS) peer.onMessage(prompt, { content });
      const target = { endpoint: `${url}${path}`, model: "m", protocol };
      assert.deepEqual(await outcomes(target), allRight(name));
    });
  }
}
