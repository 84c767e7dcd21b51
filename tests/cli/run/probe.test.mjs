// proofmark probe, and a run whose first question gets no reply, against plain servers on loopback.

import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";

import { generate } from "../../../pkg/entry/core/node.js";
import { listen } from "../../support/listen.mjs";
import { proofmark, readRecords, scratch } from "../support.mjs";

const SEED = "probe";
const ANSWERS = new Map([
  ["What is 58 + 67? Reply with only the number.", "125"],
  ...generate({ seed: SEED, subject: "urn:a", count: 3 }).map(
    ({ prompt, expected }) => /** @type {[string, string]} */ ([prompt, expected]),
  ),
]);
const TERMS = ["--seed", SEED, "--subject", "urn:a", "--family", "math", "-n", "3"];

/**
 * Starts an agent: a function from the body and the headers of a request to a status and a value.
 *
 * @param {import("node:test").TestContext} t
 * @param {(body: any, headers: import("node:http").IncomingHttpHeaders) => [number, unknown]} answer
 */
async function agent(t, answer) {
  const requests = { count: 0 };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (request.method !== "POST") return void response.writeHead(404).end();
    requests.count += 1;
    const [status, value] = answer(JSON.parse(text), request.headers);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  });
  return { url: `${await listen(server, t)}/chat`, requests };
}

const answerTo = (/** @type {string} */ prompt) => ANSWERS.get(prompt) ?? "what?";

/** An agent with an unusual field and an unusual reply. @param {any} body @returns {[number, unknown]} */
const unusual = ({ utterance }) =>
  utterance === undefined
    ? [400, { error: "'utterance' is required" }]
    : [200, { said: { words: answerTo(utterance) } }];

test("a run finds out how to ask, and records it", async (t) => {
  const cwd = scratch(t);
  const { url } = await agent(t, unusual);
  const ran = await proofmark(["run", url, ...TERMS, "--out", "r.ndjson"], { cwd });
  assert.match(ran.stdout, /3 of 3 questions right/);
  const words = `--protocol json --json-body '{"utterance":"{{prompt}}"}' --reply-pointer /said/words`;
  assert.ok(ran.stderr.includes(`proofmark run ${url} ${words}`), ran.stderr);
  const records = readRecords(join(cwd, "r.ndjson"));
  assert.deepEqual(
    records.map(({ data }) => data.terms.request),
    Array(3).fill({ jsonBody: '{"utterance":"{{prompt}}"}', replyPointer: "/said/words" }),
  );
  await proofmark("verify r.ndjson", { cwd });
});

test("a common reply needs no probe", async (t) => {
  const { url, requests } = await agent(t, ({ message }) => [200, { reply: answerTo(message) }]);
  const ran = await proofmark(["run", url, ...TERMS]);
  assert.deepEqual([ran.stderr, requests.count], ["", 3]);
});

test("nothing is recorded if nobody answers", async (t) => {
  const cwd = scratch(t);
  const { url, requests } = await agent(t, () => [503, { error: "down" }]);
  for (const [target, more, code, message] of /** @type {const} */ ([
    ["http://127.0.0.1:9/chat", [], "contact.refused", "The connection was refused."],
    ["http://agent.invalid/chat", [], "contact.dns", "could not be resolved"],
    [url, ["--retries", "0"], "contact.failed", "(http.503). The server failed"],
  ])) {
    const words = ["run", target, ...TERMS, ...more, "--format", "json"];
    const ran = await proofmark([...words, "--out", "r.ndjson"], { cwd, code: 1 });
    assert.equal(ran.stderr.replace(/\s+/g, " ").split(message).length, 2, ran.stderr);
    assert.ok(ran.stderr.includes(`(${code})`), ran.stderr);
    assert.equal(JSON.parse(ran.stdout).code, code);
    assert.equal(existsSync(join(cwd, "r.ndjson")), false);
  }
  assert.equal(requests.count, 2, "one question and one probe");
  const more = "--retries 0 --allow-unreachable --out r.ndjson".split(" ");
  await proofmark(["run", url, ...TERMS, ...more], { cwd });
  assert.equal(readRecords(join(cwd, "r.ndjson")).length, 3);
});

test("of many agents, those that are configured wrongly are told apart", async (t) => {
  const cwd = scratch(t);
  const { url } = await agent(t, ({ message }) => [200, { reply: answerTo(message) }]);
  const locked = await agent(t, () => [401, {}]);
  const failing = await agent(t, () => [503, {}]);
  const targets = [url, locked.url, "http://127.0.0.1:9/", failing.url].map((endpoint, index) =>
    JSON.stringify({ endpoint, subject: `urn:${index}`, protocol: "json" }),
  );
  writeFileSync(join(cwd, "t.ndjson"), targets.join("\n"));
  const terms = ["--family", "math", "-n", "3", "--retries", "0", "--allow-private"];
  const words = ["run", "--targets", "t.ndjson", ...terms, "--out", "r.ndjson"];
  const subjects = () => readRecords(join(cwd, "r.ndjson")).map(({ subject }) => subject.id);
  const ran = await proofmark([...words, "--json"], { cwd, code: 1 });
  assert.match(
    ran.stderr,
    /^proofmark: No reply from .*Send a valid key.*\(contact\.credential\)$/m,
  );
  assert.match(
    ran.stderr,
    /^proofmark: No reply from .*connection was refused.*\(contact\.refused\)$/m,
  );
  assert.match(ran.stderr, /^proofmark: nothing was recorded of 2 agents; --allow-unreachable/m);
  const { passed, unreached } = JSON.parse(ran.stdout);
  assert.deepEqual([passed, unreached.length], [false, 2]);
  assert.deepEqual([...new Set(subjects())].sort(), ["urn:0", "urn:3"]);
  await proofmark([...words, "--resume", "--allow-unreachable"], { cwd });
  assert.equal(subjects().length, 12);
  await proofmark("verify r.ndjson", { cwd });
});

test("an agent that fails once is asked again", async (t) => {
  let count = 0;
  const { url } = await agent(t, ({ message }) =>
    (count += 1) === 1 ? [500, {}] : [200, { reply: answerTo(message) }],
  );
  const ran = await proofmark(["run", url, ...TERMS]);
  assert.match(ran.stdout, /3 of 3 questions right/);
});

test("a missing credential is named, and a given one is hidden", async (t) => {
  const { url } = await agent(t, ({ message }, { "x-api-key": key }) =>
    key === "the-secret-key"
      ? [200, { reply: answerTo(message) }]
      : [401, { error: `${key} is no valid x-api-key` }],
  );
  const without = await proofmark(`probe ${url}`, { code: 1 });
  assert.match(without.stdout, /Add --header 'x-api-key: \$\{API_KEY\}'/);
  const header = "x-api-key: ${API_KEY}";
  for (const key of ["another-secret-key", "the-secret-key"]) {
    const probed = await proofmark(["probe", url, "--header", header], {
      env: { API_KEY: key },
      code: "any",
    });
    assert.equal(probed.code, key === "the-secret-key" ? 0 : 1);
    assert.match(probed.stdout, /x-api-key: \(hidden\)/);
    assert.ok(!`${probed.stdout}${probed.stderr}`.includes(key));
  }
});

test("a provider's variables come first, and its models are listed", async (t) => {
  const server = createServer(async (request, response) => {
    const { authorization } = request.headers;
    const models = { data: ["small", "tiny"].map((id) => ({ id })) };
    const [status, value] =
      authorization === undefined
        ? [401, { error: { message: "You didn't provide an API key." } }]
        : request.url === "/v1/models"
          ? [200, models]
          : [
              404,
              { error: { code: "model_not_found", message: "The model `big` does not exist" } },
            ];
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    });
  });
  const base = `${await listen(server, t)}/v1`;
  const words = ["probe", base, "--protocol", "openai", "--model", "big"];
  const without = await proofmark(words, { code: 1 });
  assert.match(
    without.stdout,
    /^ {2}Set OPENAI_API_KEY and OPENAI_BASE_URL and name --protocol openai, or add --header/m,
  );
  const env = { OPENAI_BASE_URL: base, OPENAI_API_KEY: "sk-12345678" };
  const unknown = await proofmark(words, { env, code: 1 });
  assert.match(
    unknown.stdout,
    /The server has no model "big"\.\n {2}Its models:\n {4}small\n {4}tiny\n/,
  );
  const ran = await proofmark(["run", ...words.slice(1)], { env, code: 1 });
  assert.match(ran.stderr, /^ {2}The server has no model "big"\.\n[^]*\(contact\.request\)$/m);
});

test("an id that the URL does not give is explained", async (t) => {
  const { url } = await agent(t, ({ message }) => [200, { reply: answerTo(message) }]);
  const probed = await proofmark(`probe ${url}?bot=7`);
  assert.match(probed.stdout, /--subject ID\n\n {2}Replace ID by a name for this agent/);
  const ran = await proofmark(`run ${url}?bot=7`, { code: 2 });
  assert.match(ran.stderr, /the URL has a query, so the URL alone .* \(--subject my-agent\)/);
});

test("a committed plan is not started again", async (t) => {
  const cwd = scratch(t);
  const { url } = await agent(t, unusual);
  const terms = ["--subject", "urn:a", "--family", "math"];
  const words = ["run", url, ...terms, "--commit", "--out", "r.ndjson"];
  const ran = await proofmark(words, { cwd, code: 1 });
  assert.ok(ran.stderr.includes("--json-body"), ran.stderr);
  assert.equal(readRecords(join(cwd, "r.ndjson")).length, 0);
  const found = ["--json-body", '{"utterance":"{{prompt}}"}', "--reply-pointer", "/said/words"];
  await proofmark(["run", url, ...terms, ...found, "--out", "r.ndjson", "--resume"], {
    cwd,
  });
});

test("the findings are JSON", async (t) => {
  const { url } = await agent(t, unusual);
  const { stdout } = await proofmark(`probe ${url} --format json`);
  const { reply, right, options, response } = JSON.parse(stdout);
  assert.deepEqual([reply, right, response.status], ["125", true, 200]);
  assert.equal(options.replyPointer, "/said/words");
});
