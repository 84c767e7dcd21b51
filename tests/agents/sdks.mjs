// Agents made with the official SDKs of A2A and MCP.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

import { Role } from "@a2a-js/sdk";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { UserBuilder, agentCardHandler, jsonRpcHandler } from "@a2a-js/sdk/server/express";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";
import { z } from "zod";

import { answerTo } from "./answers.mjs";

/** An agent with a card, over JSON-RPC. */
export function a2a() {
  const app = express();
  const server = createServer(app);
  server.once("listening", () => {
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    const url = `http://127.0.0.1:${port}/rpc`;
    const card = /** @type {any} */ ({
      ...{ name: "Agent", description: "Knows the answers", version: "1" },
      supportedInterfaces: [
        { url, tenant: "", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      ],
      capabilities: { streaming: false, pushNotifications: false, extensions: [] },
      ...{ defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] },
      ...{ provider: undefined, securitySchemes: {}, securityRequirements: [] },
      ...{ skills: [], signatures: [] },
    });
    const text = (/** @type {string} */ value) => ({
      content: { $case: "text", value },
      ...{ metadata: undefined, filename: "", mediaType: "text/plain" },
    });
    const executor = {
      async execute(/** @type {any} */ { userMessage, contextId }, /** @type {any} */ bus) {
        const [part] = userMessage.parts;
        const message = {
          ...{ messageId: randomUUID(), role: Role.ROLE_AGENT, taskId: "", contextId },
          parts: [text(answerTo(part.content.value))],
          ...{ metadata: undefined, extensions: [], referenceTaskIds: [] },
        };
        bus.publish(AgentEvent.message(/** @type {any} */ (message)));
        bus.finished();
      },
      async cancelTask() {},
    };
    const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
    const userBuilder = UserBuilder.noAuthentication;
    const cardHandler = agentCardHandler({ agentCardProvider: requestHandler });
    app.use("/.well-known/agent-card.json", cardHandler);
    app.use("/rpc", jsonRpcHandler({ requestHandler, userBuilder }));
  });
  return server;
}

/** A server with two tools, of which one takes a question. */
export function mcp() {
  const app = express();
  app.use(express.json());
  app.post("/mcp", async (request, response) => {
    const server = new McpServer({ name: "agent", version: "1" });
    const reply = (/** @type {string} */ text) => ({
      content: [/** @type {const} */ ({ type: "text", text })],
    });
    server.registerTool(
      "add",
      { description: "Adds", inputSchema: { a: z.number(), b: z.number() } },
      async ({ a, b }) => reply(String(a + b)),
    );
    server.registerTool(
      "ask_agent",
      {
        description: "Answers",
        inputSchema: { question: z.string(), style: z.string().optional() },
      },
      async ({ question }) => reply(answerTo(question)),
    );
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.on("close", () => void transport.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  return createServer(app);
}
