// The variables of providers' clients: which URL is asked, and who gets a key.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";

import { baseUrl, addProviderKey } from "../../pkg/cli/run/providers.js";
import { proofmark } from "./support.mjs";

/** @type {[protocol: string | undefined, env: Record<string, string>, url: string | undefined][]} */
const BASES = [
  ["openai", { OPENAI_BASE_URL: "http://a.example/v1" }, "http://a.example/v1"],
  ["openai", { OPENAI_API_KEY: "k" }, "https://api.openai.com/v1"],
  ["openai-responses", { OPENAI_API_KEY: "k" }, "https://api.openai.com/v1"],
  ["anthropic", { ANTHROPIC_API_KEY: "k" }, "https://api.anthropic.com/v1"],
  ["anthropic", { ANTHROPIC_BASE_URL: "http://a.example/" }, "http://a.example/v1"],
  ["anthropic", { ANTHROPIC_BASE_URL: "http://a.example/v1" }, "http://a.example/v1"],
  ["openai", { ANTHROPIC_API_KEY: "k" }, undefined],
  ["json", { OPENAI_API_KEY: "k" }, undefined],
  [undefined, { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://a.example" }, undefined],
];

test("a named protocol has the base URL of its provider", () => {
  for (const [protocol, env, url] of BASES) assert.equal(baseUrl(protocol, env), url);
});

test("a key goes to the provider's own origin only, and a typed header comes first", () => {
  const env = { OPENAI_API_KEY: "sk-1", ANTHROPIC_API_KEY: "sk-2" };
  const err = /** @type {any} */ ({ tell() {} });
  /** @type {[string, string | undefined, Record<string, string> | undefined, Record<string, string>][]} */
  const cases = [
    ["https://api.openai.com/v1", "openai", undefined, { authorization: "Bearer sk-1" }],
    ["https://api.anthropic.com/v1", "anthropic", { x: "1" }, { x: "1", "x-api-key": "sk-2" }],
    ["https://agent.example/v1", "openai", undefined, {}],
    ["https://api.openai.com.agent.example/v1", "openai", undefined, {}],
    ["http://api.openai.com/v1", "openai", undefined, {}],
    ["https://api.openai.com/v1", "json", undefined, {}],
    ["https://api.openai.com/v1", "openai", { authorization: "x" }, { authorization: "x" }],
  ];
  for (const [url, protocol, given, headers] of cases)
    assert.deepEqual(addProviderKey(url, protocol, given, { env, err }), headers, url);
});

test("a run without a URL asks the base URL, with the key", async (t) => {
  /** @type {(string | undefined)[]} */
  const seen = [];
  const server = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`);
    const choices = [{ message: { role: "assistant", content: "7" }, finish_reason: "stop" }];
    request.resume().on("end", () => {
      response.setHeader("content-type", "application/json").end(JSON.stringify({ choices }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const base = `http://127.0.0.1:${port}/v1`;
  const env = { OPENAI_BASE_URL: base, OPENAI_API_KEY: "sk-12345678" };
  const words = ["run", "--protocol", "openai", "--family", "math", "--json"];
  const { stdout, stderr } = await proofmark(words, { env });
  assert.match(stderr, /^proofmark: sending OPENAI_API_KEY to http:\/\/127\.0\.0\.1:\d+$/m);
  assert.deepEqual(seen, ["/v1/chat/completions Bearer sk-12345678"]);
  assert.equal(JSON.parse(stdout).subjects[0].subject, `${base}/chat/completions`);
});
