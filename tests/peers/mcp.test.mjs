// Servers of the official MCP SDKs over Streamable HTTP: with sessions, and without.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer as OldServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { McpServer, createMcpHandler } from "@modelcontextprotocol/server";
import { z } from "zod";

import { agent } from "../../pkg/entry/core/node.js";
import { allRight, answerTo, listen, outcomes } from "./answers.mjs";

/** A server with one tool, made with either generation of the SDK. */
function withTool(Server) {
  const server = new Server({ name: "peer", version: "1" });
  const inputSchema =
    Server === OldServer ? { question: z.string() } : z.object({ question: z.string() });
  server.registerTool("ask", { description: "Answers", inputSchema }, async ({ question }) => ({
    content: [{ type: "text", text: answerTo(question) }],
  }));
  return server;
}

/** Revision 2025-11-25: each client has a session, and a server of its own. */
function withSessions(enableJsonResponse) {
  const sessions = new Map();
  return async (request, response) => {
    let transport = sessions.get(request.headers["mcp-session-id"]);
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        enableJsonResponse,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await withTool(OldServer).connect(transport);
    }
    await transport.handleRequest(request, response);
  };
}

/** Revision 2026-07-28: each request says all. */
const withoutSessions = (responseMode) =>
  toNodeHandler(createMcpHandler(() => withTool(McpServer), { legacy: "reject", responseMode }));

const SERVERS = {
  "2025-11-25, events": () => withSessions(false),
  "2025-11-25, JSON": () => withSessions(true),
  "2026-07-28, events": () => withoutSessions("sse"),
  "2026-07-28, JSON": () => withoutSessions("json"),
};

for (const [name, handler] of Object.entries(SERVERS)) {
  for (const protocol of ["mcp", "auto"]) {
    test(`${name}, asked as ${protocol}`, async (t) => {
      const url = await listen(t, createServer(handler()));
      const target = { endpoint: `${url}/mcp`, tool: "ask", argument: "question", protocol };
      assert.deepEqual(await outcomes(target), allRight("mcp"));
    });
  }
}

/** Starts the reference server that has every feature, and returns its URL. */
async function everything(t) {
  const main = fileURLToPath(
    import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
  );
  const free = createServer();
  const port = new URL(await listen(t, free)).port;
  await new Promise((resolve) => free.close(resolve));
  const env = { ...process.env, PORT: port };
  const child = spawn(process.execPath, [main, "streamableHttp"], { env, stdio: "ignore" });
  t.after(() => child.kill());
  return `http://127.0.0.1:${port}/mcp`;
}

test("the reference server with every feature", async (t) => {
  const endpoint = await everything(t);
  const said = async (target) => {
    // The server may not listen yet.
    const ask = agent({ endpoint, budget: 20_000, retries: 10, publicOnly: false, ...target });
    return ask("What is 1 + 1?");
  };
  const echo = await said({ tool: "echo" });
  assert.equal(echo.text, "Echo: What is 1 + 1?");
  const wrong = await said({ tool: "echo", argument: "text" });
  assert.ok(["tool.argument", "rpc.-32602"].includes(wrong.cause), wrong.cause);
});
