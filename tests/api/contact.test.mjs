// A first question without a reply: what the caller did wrong is an error, not the agent's score.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";

import { evaluate, evaluateAll, explainCause, probe } from "../../pkg/entry/core/node.js";
import { listen } from "../support/listen.mjs";

const MATH = /** @type {["math"]} */ (["math"]);
const endpoint = "https://agent.example/chat";
const protocol = /** @type {const} */ ("json");

/** @param {number} status @param {unknown} body @returns {any} */
const answering = (status, body) => async () => Response.json(body, { status });

/** @param {string} code @returns {any} */
const failing = (code) => async () => {
  throw Object.assign(new Error("no"), { code });
};

test("mistakes of the caller reject, faults of the agent are recorded", async () => {
  for (const [fetch, code] of /** @type {const} */ ([
    [failing("ECONNREFUSED"), "contact.refused"],
    [failing("ENOTFOUND"), "contact.dns"],
    [failing("CERT_HAS_EXPIRED"), "contact.tls"],
    [failing("EUNKNOWN"), "contact.unreachable"],
    [answering(401, {}), "contact.credential"],
    [answering(403, {}), "contact.credential"],
    [answering(404, {}), "contact.path"],
    [answering(422, {}), "contact.request"],
    [answering(200, { said: "4" }), "contact.reply"],
    [answering(500, {}), undefined],
    [answering(200, { error: "overloaded" }), undefined],
  ])) {
    const options = { endpoint, protocol, families: MATH, retries: 0, fetch };
    const asked = evaluate(options);
    if (code === undefined) assert.equal((await asked).records.length, 1);
    else await assert.rejects(asked, { name: "ProofmarkError", code });
    const { records } = await evaluate({ ...options, firstContact: "record" });
    assert.equal(records.length, 1);
    await assert.rejects(evaluate({ ...options, firstContact: "answered" }));
  }
});

test("only the first question counts", async () => {
  let count = 0;
  const fetch = async () =>
    (count += 1) === 1 ? Response.json({ reply: "4" }) : Response.json({}, { status: 404 });
  const { records } = await evaluate({ endpoint, protocol, families: MATH, questions: 2, fetch });
  assert.equal(records[1]?.data.cause, "http.404");
});

test("an exception of ask keeps its message and stack", async () => {
  const thrown = new TypeError("boom");
  const ask = async () => {
    throw thrown;
  };
  await assert.rejects(evaluate({ ask, subject: "urn:a", families: MATH }), (error) => {
    const { code, message, cause } = /** @type {any} */ (error);
    assert.deepEqual([code, cause], ["contact.ask", thrown]);
    return message.includes("boom");
  });
  let count = 0;
  /** @type {unknown[]} */
  const errors = [];
  await evaluate({
    ask: () => ((count += 1) === 1 ? "4" : ask()),
    ...{ subject: "urn:a", families: MATH, questions: 3 },
    onEvent: (event) => event.type === "record" && errors.push(event.error),
  });
  assert.deepEqual(errors, [undefined, thrown, thrown]);
});

test("a local endpoint is allowed in code, and refused as data", async (t) => {
  const server = createServer((_, response) => void response.end("4"));
  const local = { endpoint: await listen(server, t), protocol: /** @type {"json"} */ ("json") };
  const { records } = await evaluate({ ...local, families: MATH });
  assert.equal(records[0]?.data.response, "4");
  await assert.rejects(evaluate({ ...local, publicOnly: true }), { code: "contact.private" });
  /** @type {(string | undefined)[]} */
  const causes = [];
  const recorded = /** @type {const} */ ({ families: MATH, firstContact: "record" });
  for await (const event of evaluateAll([local], recorded))
    if (event.type === "record") causes.push(event.record.data.cause);
  assert.deepEqual(causes, ["address.refused"]);
});

test("of many targets, those that are configured wrongly are refused, and the others asked", async () => {
  const fetch = async (/** @type {string} */ url) =>
    url === endpoint ? Response.json({}, { status: 401 }) : Response.json({ reply: "4" });
  const targets = [endpoint, "https://agent.example/other"].map((url) => ({
    ...{ endpoint: url, protocol },
  }));
  const options = { families: MATH, concurrency: 1, fetch: /** @type {any} */ (fetch) };
  const types = [];
  for await (const event of evaluateAll(targets, options))
    types.push(event.type === "refused" ? event.error.code : event.type);
  const [asked, other] = [
    ["run", "question", "contact.credential"],
    ["run", "question", "record", "close"],
  ];
  assert.deepEqual(types, [...asked, ...other]);
});

test("a probe can be aborted", async () => {
  const controller = new AbortController();
  const fetch = async () => {
    controller.abort();
    return Response.json({}, { status: 400 });
  };
  const { signal } = controller;
  await assert.rejects(probe({ endpoint, protocol, fetch, signal }), { name: "AbortError" });
});

test("causes are explained", () => {
  assert.equal(explainCause("no.cause"), undefined);
  const { mistake, message } = explainCause("http.429", endpoint) ?? {};
  assert.equal(mistake, false);
  const sentences = explainCause("http.429")?.message;
  assert.equal(message, `No reply from ${endpoint} (http.429). ${sentences}`);
});
