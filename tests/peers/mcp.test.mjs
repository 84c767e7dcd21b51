// Servers of the official MCP SDKs over Streamable HTTP: with sessions, and without.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
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

/** Has a process listen on a free port of loopback alone, and print the port. */
const ANY_PORT = `data:text/javascript,${encodeURIComponent(`
import { Server } from "node:net";
const { listen } = Server.prototype;
Server.prototype.listen = function (_, ...given) {
  this.once("listening", () => console.log(this.address().port));
  return listen.call(this, 0, "127.0.0.1", ...given);
};`)}`;

/** Starts the reference server that has every feature, and returns its URL. */
async function everything(t) {
  const main = fileURLToPath(
    import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
  );
  const words = ["--import", ANY_PORT, main, "streamableHttp"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
  t.after(() => child.kill());
  const lines = createInterface({ input: child.stdout });
  const port = await new Promise((resolve) =>
    lines.on("line", (line) => /^\d+$/.test(line) && resolve(line)),
  );
  return `http://127.0.0.1:${port}/mcp`;
}

test("the reference server with every feature", async (t) => {
  const endpoint = await everything(t);
  const ask = (target) =>
    agent({ endpoint, budget: 300_000, publicOnly: false, ...target })("What is 1 + 1?");
  const echo = await ask({ tool: "echo" });
  assert.equal(echo.text, "Echo: What is 1 + 1?");
  const wrong = await ask({ tool: "echo", argument: "text" });
  assert.ok(["tool.argument", "rpc.-32602"].includes(wrong.cause), wrong.cause);
});
