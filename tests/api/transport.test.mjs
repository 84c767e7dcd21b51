// Tests the transport of Node: which addresses it connects to, what it makes of broken answers,
// and what it keeps.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createPlainServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { toFault } from "../../pkg/evaluate/fault.js";
import { core } from "../../pkg/entry/core/loader.js";
import { evaluate } from "../../pkg/entry/core/node.js";
import { createNodeTransport } from "../../pkg/evaluate/node-transport.js";
import { ended, readRecords, scratch, start } from "../cli/support.mjs";

const NAME = "agent.example";

/** @param {import("node:test").TestContext} t @param {import("node:http").RequestListener} listener */
async function serve(t, listener, host = "127.0.0.1", port = 0) {
  const server = createServer(listener);
  let connections = 0;
  server.on("connection", () => (connections += 1));
  server.listen(port, host);
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { port: address.port, connections: () => connections };
}

/** A resolver that says the next of `answers` each time it is asked. @param {string[][]} answers */
function resolver(...answers) {
  let asked = 0;
  const lookup = /** @type {any} */ (
    (
      /** @type {string} */ _name,
      /** @type {unknown} */ _options,
      /** @type {(error: null, found: { address: string, family: number }[]) => void} */ callback,
    ) => {
      const found = answers[asked++] ?? [];
      process.nextTick(() =>
        callback(
          null,
          found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
        ),
      );
    }
  );
  return { lookup, asked: () => asked };
}

/** @param {import("../../pkg/evaluate/transport.js").Transport} transport @param {string} url @param {boolean} publicOnly */
async function get(transport, url, publicOnly) {
  const { signal } = new AbortController();
  const answer = await transport(url, { method: "GET", headers: [], signal, publicOnly });
  const reader = answer.body?.getReader();
  const parts = [];
  for (let part; (part = await reader?.read()) && !part.done;)
    parts.push(Buffer.from(part.value ?? []));
  return { status: answer.status, text: Buffer.concat(parts).toString() };
}

for (const [what, addresses] of Object.entries({
  "an address of this machine": ["127.0.0.1"],
  "a private address beside a public one": ["203.0.114.7", "10.0.0.1"],
  "a mapped address": ["::ffff:127.0.0.1"],
  "the address of a cloud's metadata": ["169.254.169.254"],
})) {
  test(`a name from data that resolves to ${what} is not connected to`, async (t) => {
    const { port, connections } = await serve(t, (_, response) => void response.end("x"));
    const { lookup } = resolver(addresses);
    const transport = createNodeTransport(core.is_public_address, lookup);
    const error = await get(transport, `http://${NAME}:${port}/`, true).catch((e) => e);
    assert.equal(toFault(error), "address");
    assert.equal(connections(), 0);
  });
}

test("a name that resolves to nothing is a fault of names", async () => {
  const transport = createNodeTransport(core.is_public_address, resolver([]).lookup);
  assert.equal(toFault(await get(transport, `http://${NAME}/`, true).catch((e) => e)), "dns");
});

test("the address that was judged is the one that is connected to", async (t) => {
  const inside = await serve(t, (_, response) => void response.end("inside"));
  await serve(t, (_, response) => void response.end("outside"), "127.0.0.2", inside.port);
  const { lookup, asked } = resolver(["127.0.0.2"], ["127.0.0.1"]);
  // Were the name resolved again after it was judged, the second answer would lead inside.
  const transport = createNodeTransport((address) => address === "127.0.0.2", lookup);
  const url = `http://${NAME}:${inside.port}/`;
  assert.deepEqual(await get(transport, url, true), { status: 200, text: "outside" });
  assert.equal(asked(), 1);
  assert.equal(inside.connections(), 0);
});

test("a connection made without judging is not used where there is to be judged", async (t) => {
  const { port, connections } = await serve(t, (_, response) => void response.end("x"));
  const { lookup } = resolver(["127.0.0.1"], ["127.0.0.1"]);
  const transport = createNodeTransport(core.is_public_address, lookup);
  assert.equal((await get(transport, `http://${NAME}:${port}/`, false)).status, 200);
  const error = await get(transport, `http://${NAME}:${port}/`, true).catch((e) => e);
  assert.equal(toFault(error), "address");
  assert.equal(connections(), 1);
});

test("a connection is kept for the next request", async (t) => {
  const { port, connections } = await serve(t, (_, response) => void response.end("x"));
  const transport = createNodeTransport(core.is_public_address);
  for (let i = 0; i < 5; i++) await get(transport, `http://127.0.0.1:${port}/`, false);
  assert.equal(connections(), 1);
});

const ANSWER = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 7\r\n\r\nno idea";

/**
 * A run of five questions, without retries, over a server to which bytes are all the same.
 *
 * @param {import("node:test").TestContext} t
 * @param {(socket: import("node:net").Socket, asked: number) => void} answer told how many requests
 *   came over the same connection
 */
async function causesOver(t, answer) {
  let connections = 0;
  let questions = 0;
  const server = createPlainServer((socket) => {
    connections += 1;
    let asked = 0;
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      if (!bytes.includes("POST ")) return;
      questions += 1;
      answer(socket, ++asked);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => void server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const { records } = await evaluate({
    ...{ endpoint: `http://127.0.0.1:${port}/`, protocol: "json", subject: "urn:a", seed: "s" },
    ...{ families: ["math"], questions: 5, retries: 0, budget: 60_000 },
  });
  assert.ok(records.every(({ data }) => data.attempts.length === 1));
  return { causes: records.map(({ data }) => data.cause), connections, questions };
}

test("a connection that was kept and is closed by now fails no question", async (t) => {
  const { causes } = await causesOver(t, (socket) => void socket.end(ANSWER));
  assert.deepEqual(causes, Array(5).fill(undefined));
});

test("a request is sent again over no connection that is new, or said anything to it", async (t) => {
  const reset = "network.reset";
  const fresh = await causesOver(t, (socket) => void socket.destroy());
  assert.deepEqual(fresh, { causes: Array(5).fill(reset), connections: 5, questions: 5 });
  const begun = await causesOver(t, (socket, asked) =>
    asked === 1 ? socket.write(ANSWER) : socket.end("HTTP/1.1 2"),
  );
  const causes = [undefined, reset, undefined, reset, undefined];
  assert.deepEqual(begun, { causes, connections: 3, questions: 5 });
});

test("an address that is slow to connect is not given up at once for another", async (t) => {
  const { port } = await serve(t, (_, response) => void response.end("slow"));
  // Nothing listens on the second address. This process is busy, once it connects to the first, for
  // longer than Node waits unless told: what is due by then comes before the word of a connection.
  const { lookup: found, asked } = resolver(["127.0.0.1", "127.0.0.2"]);
  const lookup = /** @type {any} */ (
    (/** @type {string} */ name, /** @type {unknown} */ options, /** @type {any} */ callback) =>
      found(name, options, (/** @type {any[]} */ ...given) => {
        callback(...given);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
      })
  );
  const transport = createNodeTransport(core.is_public_address, lookup);
  const answer = await get(transport, `http://${NAME}:${port}/`, false);
  assert.deepEqual(answer, { status: 200, text: "slow" });
  assert.equal(asked(), 1);
});

test("of several addresses, one that only took long says the least", () => {
  const error = (/** @type {string} */ code, /** @type {Error[]} */ ...errors) =>
    Object.assign(errors.length > 0 ? new AggregateError(errors) : new Error(), { code });
  const [late, refused] = [error("ETIMEDOUT"), error("ECONNREFUSED")];
  assert.equal(toFault(error("ETIMEDOUT", late, refused)), "refused");
  assert.equal(toFault(error("ETIMEDOUT", late, error("ENETUNREACH"))), "connect-timeout");
});

test("whatever is wrong with a compressed answer is a fault of its coding", async (t) => {
  const bodies = [Buffer.from("this is not it"), Buffer.alloc(64, 0xff), gzipSync("no idea")];
  const { port } = await serve(t, ({ url }, response) => {
    response.setHeader("content-encoding", "br");
    response.end(bodies[Number(url?.slice(1))]);
  });
  const transport = createNodeTransport(core.is_public_address);
  for (const number of bodies.keys()) {
    const asked = get(transport, `http://127.0.0.1:${port}/${number}`, false);
    assert.equal(toFault(await asked.catch((e) => e)), "encoding", String(number));
  }
});

test("a compressed answer is read whole, or not at all", async (t) => {
  const whole = gzipSync(Buffer.alloc(5000, "x"));
  const { port } = await serve(t, ({ url, headers }, response) => {
    assert.equal(headers["accept-encoding"], "gzip, br");
    response.setHeader("content-encoding", "gzip");
    response.end(url === "/cut" ? whole.subarray(0, -9) : whole);
  });
  const transport = createNodeTransport(core.is_public_address);
  assert.equal((await get(transport, `http://127.0.0.1:${port}/`, false)).text, "x".repeat(5000));
  const error = await get(transport, `http://127.0.0.1:${port}/cut`, false).catch((e) => e);
  assert.equal(toFault(error), "encoding");
});

test("a fetch of the caller's own is told what it must not connect to", async () => {
  /** @type {unknown[]} */
  const seen = [];
  const fetch = async (/** @type {unknown} */ _, /** @type {any} */ init) => {
    seen.push(init.publicOnly);
    return Response.json({ response: "x" });
  };
  const target = { endpoint: "https://agent.example/", protocol: /** @type {const} */ ("json") };
  const options = { families: /** @type {["math"]} */ (["math"]), fetch };
  await evaluate({ ...target, ...options, publicOnly: true });
  await evaluate({ ...target, ...options });
  await evaluate({ ...target, ...options, publicOnly: true, allowPrivate: true });
  assert.deepEqual(seen, [true, false, false]);
});

test("the command line connects to no private address that a name in a file leads to", async (t) => {
  const cwd = scratch(t);
  const { port, connections } = await serve(t, (_, response) => void response.end("42"));
  const endpoint = `http://${NAME}:${port}/`;
  writeFileSync(join(cwd, "t.ndjson"), `${JSON.stringify({ endpoint, protocol: "json" })}\n`);
  // The resolver of the process itself says that the name is this machine.
  const preload = `
    import dns from "node:dns";
    import { syncBuiltinESMExports } from "node:module";
    dns.lookup = (name, options, callback) =>
      options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);
    syncBuiltinESMExports();`;
  const args = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
  const words = ["--family", "math", "--format", "json", "--out"];
  const more = ["r.ndjson", "--allow-unreachable"];
  const listed = start(["run", "--targets", "t.ndjson", ...words, ...more], { cwd, args });
  assert.equal((await ended(listed)).code, 0);
  const [record] = readRecords(join(cwd, "r.ndjson"));
  assert.equal(record.data.cause, "address.refused");
  assert.equal(connections(), 0);

  const typed = start(["run", endpoint, "--protocol", "json", ...words, "s.ndjson"], { cwd, args });
  assert.equal((await ended(typed)).code, 0);
  assert.equal(readRecords(join(cwd, "s.ndjson"))[0].data.response, "42");
  assert.ok(!readFileSync(join(cwd, "s.ndjson"), "utf8").includes("127.0.0.1"));
});
