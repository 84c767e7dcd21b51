// Refusals of the API, all in one form; and its description, which is true of it.

import assert from "node:assert/strict";
import { request as rawRequest } from "node:http";

import Ajv from "ajv/dist/2020.js";

import { WINDOW, storeRequestOnce } from "../../worker/src/api/replay.js";
import { ADMIN, startAgents, startWorld, test } from "./support/world.mjs";

/** @type {Record<string, string>} Tokens by subject. */
const tokens = {};

const agents = await startAgents();
const world = await startWorld();
for (const id of ["a", "b"]) {
  const answer = await world.post("/subjects", { id, endpoint: `${agents.url}/honest/${id}` });
  tokens[id] = /** @type {any} */ (await answer.json()).token;
}
await world.settle();

const bearer = (/** @type {string | undefined} */ token) => ({ authorization: `Bearer ${token}` });
const AUTHORITY = /** @type {const} */ ({ authorization: "" });

const ONCE = () => ({
  ...{ "idempotency-key": crypto.randomUUID(), "proofmark-time": String(Date.now()) },
});

/**
 * @param {Response} answer
 * @param {number} status
 * @param {string} code
 */
async function refuses(answer, status, code) {
  const text = await answer.text();
  assert.equal(answer.status, status, text);
  assert.equal(answer.headers.get("content-type"), "application/json");
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  const body = JSON.parse(text);
  assert.deepEqual(Object.keys(body), ["code", "message"]);
  assert.equal(body.code, code, body.message);
  return /** @type {string} */ (body.message);
}

test("no token, and tokens that are not known", async () => {
  const wrong = ADMIN.replace(/.$/, "6");
  const others = tokens.a?.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const headers of [
    AUTHORITY,
    bearer(""),
    bearer("x"),
    bearer(wrong),
    bearer(others),
    bearer(`${ADMIN}0`),
    bearer(`pm_${"f".repeat(16)}_${"0".repeat(64)}`),
    { authorization: ADMIN },
    { authorization: `Basic ${ADMIN}` },
  ]) {
    for (const [path, body] of /** @type {const} */ ([
      ["/runs", { subject: "a" }],
      ["/subjects", { id: "a", endpoint: `${agents.url}/honest/a` }],
    ])) {
      const answer = await world.post(path, body, headers);
      assert.match(answer.headers.get("www-authenticate") ?? "", /^Bearer/);
      await refuses(answer, 401, "token.refused");
    }
  }
  await refuses(await world.get("/status"), 401, "token.refused");
  const none = await fetch(`${world.url}/runs`, { method: "POST", body: "{}" });
  await refuses(none, 401, "token.refused");
});

test("another subject's token, and a subject's where the admin's is needed", async () => {
  const own = bearer(tokens.a);
  await refuses(await world.post("/runs", { subject: "b" }, own), 403, "token.subject");
  const taken = { id: "b", endpoint: `${agents.url}/honest/b` };
  await refuses(await world.post("/subjects", taken, own), 403, "token.subject");
  const fresh = { id: "c", endpoint: `${agents.url}/honest/c` };
  await refuses(await world.post("/subjects", fresh, own), 403, "token.admin");
  await refuses(await world.get("/status", { headers: own }), 403, "token.admin");
});

test("a subject's own token, until it has another", async () => {
  const body = { id: "a", endpoint: `${agents.url}/honest/a`, newToken: true };
  const answer = await world.post("/subjects", body, bearer(tokens.a));
  assert.equal(answer.status, 200);
  const { token } = /** @type {any} */ (await answer.json());
  await refuses(
    await world.post("/runs", { subject: "a" }, bearer(tokens.a)),
    401,
    "token.refused",
  );
  tokens.a = token;
  assert.equal((await world.post("/runs", { subject: "a" }, bearer(token))).status, 202);
  await world.settle();
});

test("tokens are not stored, and told once", async () => {
  const { results } = await world.db.prepare("SELECT * FROM tokens").all();
  const stored = JSON.stringify(results);
  for (const token of Object.values(tokens))
    assert.ok(!stored.includes(/** @type {string} */ (token.split("_")[2])));
  const again = await world.post("/subjects", { id: "b", endpoint: `${agents.url}/honest/b` });
  assert.deepEqual(Object.keys(/** @type {any} */ (await again.json())), ["subject", "everyMs"]);
});

test("a request that was carried out, and one that was made at another time", async () => {
  const key = crypto.randomUUID();
  const body = { id: "a", endpoint: `${agents.url}/honest/a` };
  const post = (/** @type {Record<string, string>} */ headers) =>
    world.post("/subjects", body, headers);
  assert.equal((await post({ "idempotency-key": key })).status, 200);
  await refuses(await post({ "idempotency-key": key }), 409, "request.replayed");
  const other = await world.post("/runs", { subject: "a" }, { "idempotency-key": key });
  await refuses(other, 409, "request.replayed");
  // A request is on its way for a while, and so comes later than it says.
  for (const off of [-301_000, 600_000]) {
    const headers = { "proofmark-time": String(Date.now() + off) };
    await refuses(await post(headers), 409, "request.stale");
  }
  const DB = world.db;
  for (const off of [-WINDOW - 1, -WINDOW, WINDOW, WINDOW + 1]) {
    const headers = { "idempotency-key": crypto.randomUUID(), "proofmark-time": 1e12 + off };
    const told = storeRequestOnce(/** @type {any} */ ({ DB }), headers, "token", 1e12);
    if (Math.abs(off) <= WINDOW) await told;
    else await assert.rejects(told, { status: 409, code: "request.stale" });
  }
  // Many at once: one is carried out.
  const same = { "idempotency-key": crypto.randomUUID() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(same)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [
    200,
    ...Array.from({ length: 7 }, () => 409),
  ]);
  for (const [name, value] of [
    ["idempotency-key", "short"],
    ["idempotency-key", "x".repeat(129)],
    ["idempotency-key", "'; DROP TABLE runs; --"],
    ["proofmark-time", "now"],
    ["proofmark-time", "1e12"],
    ["proofmark-time", "0x10"],
    ["proofmark-time", "-1"],
  ])
    await refuses(await post({ [`${name}`]: `${value}` }), 400, "request.malformed");
});

test("bodies that are too large, of another type, or of another form", async () => {
  const endpoint = `${agents.url}/honest/a`;
  const large = JSON.stringify({ id: "a", endpoint, registry: "x".repeat(20_000) });
  await refuses(await world.post("/subjects", large), 413, "request.too-large");
  // Also where its length is not told before.
  const chunked = await fetch(
    `${world.url}/subjects`,
    /** @type {any} */ ({
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", ...bearer(ADMIN) },
        ...{ "idempotency-key": crypto.randomUUID(), "proofmark-time": String(Date.now()) },
      },
      body: new ReadableStream({
        start(controller) {
          for (let at = 0; at < 5; at++) controller.enqueue(new Uint8Array(8_192).fill(32));
          controller.close();
        },
      }),
      duplex: "half",
    }),
  );
  await refuses(chunked, 413, "request.too-large");
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=x",
  ])
    await refuses(
      await world.post("/subjects", { id: "a", endpoint }, { "content-type": type }),
      415,
      "request.type",
    );
  for (const body of [
    "",
    "{",
    "null",
    "[]",
    "1.5",
    '"a"',
    `{"id":"a","id":"b","endpoint":"${endpoint}"}`,
    `{"id":"\\ud800","endpoint":"${endpoint}"}`,
    `{"id":"a","endpoint":"${endpoint}","every":6e4}`,
    `{"id":"a","endpoint":"${endpoint}","every":60000.5}`,
    `\ufeff{"id":"a","endpoint":"${endpoint}"}`,
    "[".repeat(8_000),
    { id: "a" },
    { endpoint },
    { id: "", endpoint },
    { id: 1, endpoint },
    { id: "a\u0000", endpoint },
    { id: "a\r\nX-Evil: 1", endpoint },
    { id: "x".repeat(513), endpoint },
    // No address has these in it.
    { id: ".", endpoint },
    { id: "..", endpoint },
    { id: "中".repeat(450), endpoint },
    { id: "a", endpoint, every: 1 },
    { id: "a", endpoint, every: "60000" },
    { id: "a", endpoint, protocol: "gopher" },
    { id: "a", endpoint, newToken: "yes" },
  ])
    await refuses(await world.post("/subjects", body), 400, "request.malformed");
});

test("unknown fields and unknown parameters", async () => {
  const endpoint = `${agents.url}/honest/a`;
  for (const name of ["allowPrivate", "seed", "__proto__", "constructor", "toString"]) {
    const body = `{"id":"a","endpoint":"${endpoint}","${name}":true}`;
    const message = await refuses(await world.post("/subjects", body), 400, "request.malformed");
    assert.match(message, /expected members out of id, endpoint/);
    const run = `{"subject":"a","${name}":1}`;
    await refuses(await world.post("/runs", run), 400, "request.malformed");
  }
  for (const path of ["/checkpoint?x=1", "/records.ndjson?subject=a", "/consistency?from=1&from=2"])
    await refuses(await world.get(path), 400, "request.malformed");
});

test("endpoints that cannot be asked", async () => {
  for (const endpoint of [
    "ftp://agent.example/",
    "agent.example",
    "javascript:alert(1)",
    "http://",
  ]) {
    const answer = await world.post("/subjects", { id: "a", endpoint });
    assert.equal(answer.status, 422, endpoint);
  }
  const bad = { id: "a", endpoint: `${agents.url}/`, protocol: "mcp" };
  assert.equal((await world.post("/subjects", bad)).status, 422);
});

test("private addresses, where they are not allowed", async () => {
  await world.set({ bindings: { ALLOW_PRIVATE: "false" } });
  const endpoints = [
    ...["http://127.0.0.1:1/", "http://localhost/", "http://10.0.0.1/", "http://[::1]/"],
    ...["http://169.254.169.254/latest/meta-data", "http://0x7f.1/"],
  ];
  for (const [at, endpoint] of endpoints.entries()) {
    const answer = await world.post("/subjects", { id: `p${at}`, endpoint, protocol: "json" });
    assert.equal(answer.status, 201, endpoint);
  }
  await world.settle();
  for (const [at, endpoint] of endpoints.entries()) {
    const signals = await world.evals(`p${at}`);
    assert.equal(signals.length, 2, endpoint);
    for (const { data } of signals)
      assert.deepEqual([data.cause, data.attempts.length], ["address.refused", 0], endpoint);
  }
  await world.set({ bindings: {} });
});

test("an admin's token whose digest is none is no token that is refused", async () => {
  const digest = `${"0".repeat(64)} -`;
  await world.set({ bindings: { ADMIN_TOKEN_SHA256: digest } });
  const answer = await world.get("/status", { headers: bearer(ADMIN) });
  await refuses(answer, 503, "worker.misconfigured");
  await refuses(await world.get("/status", { headers: bearer("x") }), 401, "token.refused");
  await world.set({ bindings: {} });
});

const INJECTIONS = [
  ...["' OR '1'='1", "a'; DROP TABLE records; --", 'a" UNION SELECT seed FROM runs --'],
  ...["%' OR id LIKE '%", "a\\", "${7*7}", "../../etc/passwd", "<script>alert(1)</script>"],
];

test("SQL in ids is an id", async () => {
  for (const text of INJECTIONS) {
    const id = encodeURIComponent(text);
    await refuses(await world.get(`/subjects/${id}/signals`), 404, "subject.unknown");
    await refuses(await world.get(`/scores/${id}`), 404, "subject.unknown");
    await refuses(await world.get(`/records/${id}`), 400, "request.malformed");
    await refuses(await world.post("/runs", { subject: text }), 404, "subject.unknown");
    const made = await world.post("/subjects", {
      ...{ id: text, endpoint: `${agents.url}/honest/x`, protocol: "json" },
    });
    assert.equal(made.status, 201, text);
    assert.equal((await world.json(`/subjects/${id}/signals`)).subject.id, text);
  }
  const { results } = await world.db.prepare("SELECT count(*) AS n FROM subjects").all();
  assert.equal(/** @type {any} */ (results[0]).n, 8 + INJECTIONS.length);
  await world.settle();
});

test("no header is made out of what was sent", async () => {
  for (const path of [
    "/subjects/a%0d%0aX-Evil:%201/signals",
    "/runs/%0d%0aSet-Cookie:%20a=b",
    "/nowhere%0d%0aX-Evil:%201",
  ]) {
    const answer = await world.get(path);
    assert.ok(answer.status === 400 || answer.status === 404, path);
    for (const name of ["x-evil", "set-cookie"]) assert.equal(answer.headers.get(name), null);
    await answer.arrayBuffer();
  }
  const secret = await world.get("/status", { headers: { authorization: `Bearer ${ADMIN}` } });
  assert.equal(secret.headers.get("access-control-allow-origin"), null);
  assert.equal(secret.headers.get("cache-control"), "no-store");
});

test("paths and methods that there are none of", async () => {
  for (const path of ["/nowhere", "/records", "/records/", "/subjects//signals", "/Runs/x", "//"])
    await refuses(await world.get(path), 404, "path.unknown");
  await refuses(await world.get("/subjects/%ff/signals"), 400, "request.malformed");
  await refuses(await world.get(`/scores/${"x".repeat(5_000)}`), 400, "request.malformed");
  for (const [method, path, allow] of [
    ["GET", "/runs", "POST"],
    ["PUT", "/subjects", "POST, GET"],
    ["GET", "/subjects/a", "DELETE"],
    ["DELETE", "/records/x", "GET"],
    ["PATCH", "/checkpoint", "GET"],
  ]) {
    const answer = await world.get(`${path}`, { method: `${method}` });
    assert.equal(answer.headers.get("allow"), allow);
    await refuses(answer, 405, "request.method");
  }
  const head = await world.get("/checkpoint", { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
});

test("a malformed request line does not stop it", async () => {
  await new Promise((resolve) => {
    const { port } = new URL(world.url);
    const request = rawRequest({ host: "127.0.0.1", port, path: "/checkpoint", method: "TRACE" });
    request.on("response", (answer) => answer.resume().on("end", resolve));
    request.on("error", resolve);
    request.end();
  });
  assert.equal((await world.get("/checkpoint")).status, 200);
});

test("/openapi.json is true of the API: every operation, every status, every answer", async () => {
  const document = await world.json("/openapi.json");
  const ajv = new Ajv.default({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "api", ...document });
  /** @param {string} template @param {string} method @param {Response} answer */
  const holds = async (template, method, answer) => {
    const operation = document.paths[template][method];
    const described = operation.responses[answer.status];
    assert.ok(described, `${method} ${template}: ${answer.status} is not described`);
    const type = answer.headers.get("content-type") ?? "";
    assert.ok(described.content[type], `${method} ${template}: ${type} is not described`);
    if (type !== "application/json") return void (await answer.text());
    const at = ["paths", template, method, "responses", answer.status, "content", type, "schema"];
    const escaped = at.map((part) =>
      encodeURIComponent(String(part).replace(/~/g, "~0").replace(/\//g, "~1")),
    );
    const validate = ajv.compile({ $ref: `api#/${escaped.join("/")}` });
    const value = await answer.json();
    assert.ok(validate(value), `${method} ${template}: ${ajv.errorsText(validate.errors)}`);
  };
  const seen = new Set();
  /** @param {string} template @param {string} path @param {RequestInit} [init] */
  const get = async (template, path, init) => {
    seen.add(`get ${template}`);
    await holds(template, "get", await world.get(path, init));
  };
  const { signals } = await world.json("/subjects/a/signals");
  const { runId } = signals[0].data;
  const file = await (await world.get("/records.ndjson")).text();
  const sizes = [...file.matchAll(/"note":"[^\\]*\\n(\d+)\\n/g)].map(([, size]) => size);
  const api = await import("../../pkg/entry/core/node.js");
  for (const [template, ...paths] of [
    ["/subjects/{id}/signals", "/subjects/a/signals", "/subjects/nobody/signals"],
    ["/scores/{id}", "/scores/a", "/scores/nobody"],
    ["/records/{id}", `/records/${api.recordId(signals[0])}`, `/records/${"0".repeat(64)}`],
    ["/records/{id}", "/records/x"],
    ["/runs/{id}", `/runs/${runId}`, `/runs/${"0".repeat(64)}`, "/runs/x"],
    ["/checkpoint", "/checkpoint", "/checkpoint?a=b"],
    ["/consistency", `/consistency?from=${sizes[0]}`, "/consistency?from=999", "/consistency"],
    ["/records.ndjson", "/records.ndjson", "/records.ndjson?from=1", "/records.ndjson?from=x"],
    ...["records.ndjson", "runs", "badge.svg", "shield.json"].map((name) => [
      `/subjects/{id}/${name}`,
      ...["a", "nobody", "a%00"].map((id) => `/subjects/${id}/${name}`),
    ]),
    ["/trust.json", "/trust.json"],
    ["/agents.json", "/agents.json"],
    ["/openapi.json", "/openapi.json"],
    ["/status", "/status"],
  ])
    for (const path of paths) await get(`${template}`, path);
  const admin = { headers: { authorization: `Bearer ${ADMIN}` } };
  await get("/status", "/status", admin);
  for (const path of ["/subjects", "/subjects?after=a", "/subjects?before=a"])
    await get("/subjects", path, admin);
  await get("/subjects", "/subjects");
  for (const [template, body] of /** @type {const} */ ([
    ["/subjects", { id: "a", endpoint: `${agents.url}/honest/a` }],
    ["/subjects", { id: "new", endpoint: `${agents.url}/honest/new` }],
    ["/subjects", { id: "new" }],
    ["/subjects", { id: "new", endpoint: "ftp://x/" }],
    ["/runs", { subject: "a" }],
    ["/runs", { subject: "a" }],
    ["/runs", { subject: "nobody" }],
    ["/runs", {}],
  ])) {
    seen.add(`post ${template}`);
    await holds(template, "post", await world.post(template, body));
    await holds(template, "post", await world.post(template, body, AUTHORITY));
  }
  for (const headers of [ONCE(), {}]) {
    seen.add("delete /subjects/{id}");
    const init = { method: "DELETE", headers: { ...bearer(ADMIN), ...headers } };
    await holds("/subjects/{id}", "delete", await world.get("/subjects/new", init));
  }
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(/** @type {object} */ (methods)).map((method) => `${method} ${path}`),
  );
  assert.deepEqual([...seen].sort(), all.sort());
});
