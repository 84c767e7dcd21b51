// Agents that repeat what they were sent: no byte of a key in anything that a command writes.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../pkg/cli/main.js", import.meta.url));
const HEADER = "sk-hostile/KEY+1234567890";
const QUERY = "qs-hostile/KEY 0987654321";
const JSON_TYPE = { "content-type": "application/json" };

/** Every form of a key that no output may hold. @param {string} key */
const formsOf = (key) => {
  const bytes = Buffer.from(key);
  // Of base64 within a longer text, the characters that depend on nothing before or behind the key.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift + 1, -4),
  );
  const url = shifted.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), ...shifted, ...url];
};
const FORMS = [HEADER, QUERY].flatMap(formsOf);

/** @typedef {(request: { url: string, header: string, body: string, origin: string }) => {
 *   status?: number, headers?: Record<string, string>, body?: string }} Agent */

/** @param {unknown} text */
const says = (text) => ({ headers: JSON_TYPE, body: JSON.stringify({ response: text }) });

/** @type {Record<string, Agent>} */
const AGENTS = {
  "/raw": ({ url, header }) => says(`You asked ${url} with ${header}.`),
  "/decoded": ({ url }) => says(decodeURIComponent(url)),
  "/base64": ({ url, header }) => says(Buffer.from(`${header} ${url}`).toString("base64")),
  "/base64url": ({ header }) => says(Buffer.from(`?${header}`).toString("base64url")),
  "/escaped": ({ url, header }) => says(JSON.stringify({ url, header })),
  "/plain": ({ url, header }) => ({
    headers: { "content-type": "text/plain" },
    body: `${header} ${url}`,
  }),
  "/refused": ({ header, url }) => ({ status: 401, headers: JSON_TYPE, body: `${header} ${url}` }),
  "/away": ({ url, header }) =>
    url.startsWith("/away/")
      ? says(`again ${url} ${header}`)
      : { status: 307, headers: { location: `/away/${encodeURIComponent(header)}?${url}` } },
  "/a2a": ({ url, header, body, origin }) => {
    if (url.includes("agent-card.json")) {
      const to = { protocolBinding: "JSONRPC", protocolVersion: "1.0" };
      const supportedInterfaces = [
        { ...to, url: `${origin}/a2a/rpc?${encodeURIComponent(header)}` },
      ];
      const card = { name: header, version: header, description: url, supportedInterfaces };
      return { headers: JSON_TYPE, body: JSON.stringify(card) };
    }
    const { id } = JSON.parse(body);
    const message = { contextId: header, parts: [{ text: header }] };
    return {
      headers: JSON_TYPE,
      body: JSON.stringify({ jsonrpc: "2.0", id, result: { message } }),
    };
  },
  "/mcp": ({ header, url, body }) => {
    const { id, method } = JSON.parse(body);
    const event = { "content-type": "text/event-stream" };
    const of = (/** @type {unknown} */ result) =>
      `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`;
    if (method === "server/discover")
      return { headers: event, body: of({ supportedVersions: ["2026-07-28"] }) };
    return { headers: event, body: of({ content: [{ type: "text", text: `${header} ${url}` }] }) };
  },
};

/** @type {import("node:http").Server} */
let server;
let origin = "";
let folder = "";

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "proofmark-secrets-"));
  server = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    const url = req.url ?? "";
    const name = Object.keys(AGENTS).find((name) => url.startsWith(name)) ?? "";
    const header = String(req.headers["x-upstream"] ?? "").replace("Bearer ", "");
    const answer = AGENTS[name]?.({ url, header, body, origin }) ?? { status: 404 };
    res.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  origin = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
});

after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** @param {string[]} args @returns {Promise<string>} What the command printed. */
const proofmark = (...args) =>
  new Promise((resolve) => {
    const env = { ...process.env, HEADER, QUERY: encodeURIComponent(QUERY) };
    execFile(process.execPath, [MAIN, ...args], { env, cwd: folder }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });

/** @param {string} text @param {string} where */
function holdsNoKey(text, where) {
  for (const form of FORMS) assert.ok(!text.includes(form), `${where} holds ${form}`);
}

for (const path of Object.keys(AGENTS)) {
  test(`an agent at ${path} repeats what it was sent`, async () => {
    const out = `${path.slice(1)}.ndjson`;
    const url = `${origin}${path}?key=\${QUERY}`;
    const tool = path === "/mcp" ? ["--tool", "ask"] : [];
    const protocol = [
      "--protocol",
      AGENTS[path] && ["/a2a", "/mcp"].includes(path) ? path.slice(1) : "json",
    ];
    const common = ["--header", "x-upstream: Bearer ${HEADER}", "--subject", "urn:hostile"];
    const printed = [
      await proofmark("run", url, ...common, ...protocol, ...tool, "--runs", "1", "--out", out),
      await proofmark("verify", out),
      await proofmark("verify", out, "--format", "json"),
      await proofmark("report", out, "--format", "html"),
      await proofmark("report", out, "--format", "json"),
    ];
    const records = readFileSync(join(folder, out), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ data }) => data);
    assert.equal(records.length, 2);
    for (const { data } of records) {
      assert.equal(data.cause, path === "/refused" ? "http.401" : "reply.secret");
      assert.deepEqual([data.outcome, data.score, data.response], ["error", 0, undefined]);
    }
    printed.forEach((text) => holdsNoKey(text, "output"));
    for (const name of readdirSync(folder))
      holdsNoKey(readFileSync(join(folder, name), "utf8"), name);
  });
}
