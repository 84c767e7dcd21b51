// proofmark run: how fast it asks, and where what it was given may lead.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";

import { listen } from "../../support/listen.mjs";
import { createContext, main } from "../../../pkg/cli/main.js";
import * as api from "../../../pkg/entry/core/node.js";
import { ownTime } from "../../support/time.mjs";
import { proofmark, readRecords, scratch } from "../support.mjs";

const MATH = ["--family", "math", "--format", "json", "--out", "r.ndjson"];

/** @param {import("node:test").TestContext} t @param {import("node:http").RequestListener} listener */
async function serve(t, listener) {
  const server = createServer(listener);
  return await listen(server, t);
}

/** Twenty agents of one origin. @param {string} cwd @param {string} url */
function listed(cwd, url) {
  const targets = Array.from(
    { length: 20 },
    (_, n) => `{"endpoint":"${url}/${n}","protocol":"json"}\n`,
  );
  writeFileSync(join(cwd, "t.ndjson"), targets.join(""));
  return ["run", "--targets", join(cwd, "t.ndjson"), "--allow-private", "--concurrency", "20"];
}

for (const option of ["--rate", "--rate-per-origin"]) {
  test(`${option} is kept`, async (t) => {
    const words = listed(scratch(t), "http://127.0.0.1:9");
    /** @type {number[]} */
    const times = [];
    const fetch = async () => {
      times.push(performance.now());
      return Response.json({ response: "7" });
    };
    const evaluateAll = (/** @type {any} */ targets, /** @type {any} */ options) =>
      api.evaluateAll(targets, { ...options, fetch });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const host = /** @type {any} */ ({ stdin: [], stdout, stderr, env: {} });
    const context = { ...createContext(host), api: async () => ({ ...api, evaluateAll }) };
    // On the other side of a connection requests do not come as far apart as they were sent.
    t.after(ownTime());
    const code = await main([...words, "--family", "math", option, "20"], context);
    assert.equal(code, 0, String(stderr.read()));
    assert.equal(times.length, 20);
    const spaces = times.slice(1).map((time, n) => time - (times[n] ?? 0));
    assert.ok(Math.min(...spaces) >= 50, `${spaces} ms`);
  });

  test(`with ${option}, each request says who asks`, async (t) => {
    const cwd = scratch(t);
    /** @type {(string | undefined)[]} */
    const agents = [];
    const url = await serve(t, (request, response) => {
      agents.push(request.headers["user-agent"]);
      response.setHeader("content-type", "application/json");
      response.end('{"response":"7"}');
    });
    await proofmark([...listed(cwd, url), option, "100", ...MATH], {
      cwd,
    });
    assert.equal(agents.length, 20);
    assert.deepEqual(new Set(agents).size, 1);
    assert.match(`${agents[0]}`, /^proofmark\/\d+\.\d+\.\d+ \(\+https:/);
  });
}

test("a URL that was typed may be private, and what its agent card leads to may not", async (t) => {
  const cwd = scratch(t);
  const card = {
    name: "away",
    supportedInterfaces: [
      { url: "http://10.255.255.1/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    ],
  };
  const url = await serve(t, (_, response) => void response.end(JSON.stringify(card)));
  const words = ["run", url, "--protocol", "a2a", "--allow-unreachable", ...MATH];
  await proofmark(words, { cwd });
  assert.deepEqual(
    readRecords(join(cwd, "r.ndjson")).map(({ data }) => data.cause),
    ["address.refused"],
  );
});

test("--per-origin leaves room for the others", async (t) => {
  const cwd = scratch(t);
  /** @type {import("node:http").ServerResponse[]} */
  let waiting = [];
  let asked = 0;
  let most = 0;
  const url = await serve(t, (_, response) => {
    asked += 1;
    waiting.push(response);
    most = Math.max(most, waiting.length);
    // Three are asked together, to the last; a fourth would have come by then.
    if (waiting.length < 3) return;
    setTimeout(() => {
      for (const one of waiting.splice(0))
        one.setHeader("content-type", "application/json").end('{"response":"7"}');
    }, 20);
  });
  const targets = Array.from(
    { length: 12 },
    (_, n) => `{"endpoint":"${url}/${n}","protocol":"json"}\n`,
  );
  writeFileSync(join(cwd, "t.ndjson"), targets.join(""));
  const words = ["run", "--targets", "t.ndjson", "--allow-private", "--per-origin", "3", ...MATH];
  await proofmark(words, { cwd });
  assert.deepEqual([asked, most], [12, 3]);
});

test("headers come from a file, and stand nowhere", async (t) => {
  const cwd = scratch(t);
  /** @type {(string | undefined)[]} */
  const seen = [];
  const url = await serve(t, ({ headers }, response) => {
    seen.push(headers.authorization, headers["x-tenant"]?.toString());
    response.setHeader("content-type", "application/json");
    response.end('{"response":"7"}');
  });
  writeFileSync(join(cwd, "h.txt"), "Authorization: Bearer sk-1\n\nX-Tenant: a\n");
  const words = ["run", url, "--protocol", "json", "--header", "@h.txt", ...MATH];
  const { stdout, stderr } = await proofmark(words, { cwd });
  assert.deepEqual(seen, ["Bearer sk-1", "a"]);
  assert.ok(
    !(stdout + stderr + JSON.stringify(readRecords(join(cwd, "r.ndjson")))).includes("sk-1"),
  );
  await proofmark(`run ${url} --header @none.txt`, { cwd, code: 2 });
});
