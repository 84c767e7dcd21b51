// proofmark run against an OpenAI-compatible server that is not ours.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { LLMock } from "@copilotkit/aimock";

import { generate } from "../../../pkg/entry/core/node.js";
import { proofmark, readRecords, scratch } from "../support.mjs";

test("an OpenAI-compatible server that knows the answers is right twenty times", async (t) => {
  const cwd = scratch(t);
  const peer = new LLMock({ host: "127.0.0.1", port: 0 });
  const url = await peer.start();
  t.after(() => peer.stop());
  const endpoint = `${url}/v1/chat/completions`;
  const subject = `${endpoint}#model=m`;
  for (const { prompt, expected } of generate({ seed: "peer", subject, count: 20 })) {
    peer.onMessage(prompt, { content: expected });
  }
  const words = `run ${endpoint} --protocol openai --model m --family math --questions 20`.split(
    " ",
  );
  await proofmark([...words, "--seed", "peer", "--out", "r.ndjson"], { cwd });

  const records = readRecords(join(cwd, "r.ndjson"));
  assert.deepEqual(
    records.map(({ data }) => data.draw.index),
    [...Array(20).keys()],
  );
  for (const { data } of records) {
    assert.equal(data.outcome, "correct");
    assert.ok(data.latencyMs > 0);
  }
  await proofmark("verify r.ndjson", { cwd });
});
