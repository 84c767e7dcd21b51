// proofmark run: how fast it asks, and where what it was given may lead.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";

import { proofmark, readRecords, scratch } from "./support.mjs";

const MATH = ["--family", "math", "--format", "json", "--out", "r.ndjson"];

/** @param {import("node:test").TestContext} t @param {import("node:http").RequestListener} listener */
async function serve(t, listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}

for (const option of ["--rate", "--rate-per-origin"]) {
  test(`${option} is kept, and each request says who asks`, async (t) => {
    const cwd = scratch(t);
    /** @type {number[]} */
    const times = [];
    const agents = new Set();
    const url = await serve(t, (request, response) => {
      times.push(performance.now());
      agents.add(request.headers["user-agent"]);
      response.setHeader("content-type", "application/json");
      response.end('{"response":"7"}');
    });
    const targets = Array.from(
      { length: 20 },
      (_, n) => `{"endpoint":"${url}/${n}","protocol":"json"}\n`,
    );
    writeFileSync(join(cwd, "t.ndjson"), targets.join(""));
    const words = ["run", "--targets", "t.ndjson", "--allow-private", "--concurrency", "20"];
    const { code, stderr } = await proofmark([...words, option, "20", ...MATH], { cwd });
    assert.equal(code, 0, stderr);
    assert.equal(times.length, 20);
    // Nineteen spaces of 50 ms, seen from the other side, where the first request comes late: a
    // connection is made for it. Without a rate all of them come within milliseconds.
    const took = (times.at(-1) ?? 0) - (times[0] ?? 0);
    assert.ok(took >= 19 * 50 - 200, `${took} ms`);
    assert.deepEqual(agents.size, 1);
    assert.match(`${[...agents]}`, /^proofmark\/\d+\.\d+\.\d+ \(\+https:/);
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
  const ran = await proofmark(["run", url, "--protocol", "a2a", ...MATH], { cwd });
  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(
    readRecords(join(cwd, "r.ndjson")).map(({ data }) => data.cause),
    ["address.refused"],
  );
});

test("--per-origin leaves room for the others", async (t) => {
  const cwd = scratch(t);
  let now = 0;
  let most = 0;
  const url = await serve(t, (_, response) => {
    most = Math.max(most, ++now);
    setTimeout(() => {
      now -= 1;
      response.setHeader("content-type", "application/json");
      response.end('{"response":"7"}');
    }, 20);
  });
  const targets = Array.from(
    { length: 12 },
    (_, n) => `{"endpoint":"${url}/${n}","protocol":"json"}\n`,
  );
  writeFileSync(join(cwd, "t.ndjson"), targets.join(""));
  const words = ["run", "--targets", "t.ndjson", "--allow-private", "--per-origin", "3", ...MATH];
  assert.equal((await proofmark(words, { cwd })).code, 0);
  assert.equal(most, 3);
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
  const { code, stdout, stderr } = await proofmark(words, { cwd });
  assert.equal(code, 0, stderr);
  assert.deepEqual(seen, ["Bearer sk-1", "a"]);
  assert.ok(
    !(stdout + stderr + JSON.stringify(readRecords(join(cwd, "r.ndjson")))).includes("sk-1"),
  );
  const missing = await proofmark(["run", url, "--header", "@none.txt"], { cwd });
  assert.equal(missing.code, 2);
});
