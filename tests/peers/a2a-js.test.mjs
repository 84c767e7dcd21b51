// Agents of the official A2A SDK for JavaScript.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";

import { Role, TaskState } from "@a2a-js/sdk";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import {
  UserBuilder,
  agentCardHandler,
  jsonRpcHandler,
  restHandler,
} from "@a2a-js/sdk/server/express";
import express from "express";

import { allRight, answerTo, listen, outcomes } from "./answers.mjs";

const text = (value) => ({
  content: { $case: "text", value },
  metadata: undefined,
  filename: "",
  mediaType: "text/plain",
});

/** A message of the agent. */
const message = (value, { taskId = "", contextId }) => ({
  messageId: randomUUID(),
  role: Role.ROLE_AGENT,
  parts: [text(value)],
  ...{ taskId, contextId, metadata: undefined, extensions: [], referenceTaskIds: [] },
});

const promptOf = ({ userMessage }) =>
  userMessage.parts.map(({ content }) => content.value).join("");

/** Answers at once, with a message. */
const quick = {
  async execute(context, bus) {
    bus.publish(
      AgentEvent.message(message(answerTo(promptOf(context)), { contextId: context.contextId })),
    );
    bus.finished();
  },
  async cancelTask() {},
};

/** Works on a task, says so, and puts the answer into an artifact. */
const thorough = {
  async execute(context, bus) {
    const { taskId, contextId } = context;
    const ids = { taskId, contextId };
    const status = (state, words) => ({
      state,
      message: words === undefined ? undefined : message(words, ids),
      timestamp: new Date().toISOString(),
    });
    const task = {
      id: taskId,
      contextId,
      artifacts: [],
      history: [context.userMessage],
      metadata: undefined,
    };
    bus.publish(AgentEvent.task({ ...task, status: status(TaskState.TASK_STATE_SUBMITTED) }));
    bus.publish(
      AgentEvent.statusUpdate({
        ...ids,
        status: status(TaskState.TASK_STATE_WORKING, "working on 1 of 2"),
        metadata: undefined,
      }),
    );
    await sleep(20);
    const artifact = {
      artifactId: "answer",
      name: "answer",
      description: "",
      metadata: undefined,
      extensions: [],
    };
    bus.publish(
      AgentEvent.artifactUpdate({
        ...ids,
        artifact: { ...artifact, parts: [text(answerTo(promptOf(context)))] },
        append: false,
        lastChunk: true,
        metadata: undefined,
      }),
    );
    bus.publish(
      AgentEvent.statusUpdate({
        ...ids,
        status: status(TaskState.TASK_STATE_COMPLETED),
        metadata: undefined,
      }),
    );
    bus.finished();
  },
  async cancelTask() {},
};

const BINDINGS = {
  "1.0 JSONRPC": { path: "/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  "1.0 HTTP+JSON": { path: "/rest", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
  "0.3 JSONRPC": { path: "/rpc", protocolBinding: "JSONRPC", protocolVersion: "0.3" },
};

/** Starts an agent that is reached by one binding. */
async function agent(t, executor, { path, ...binding }) {
  const app = express();
  const url = await listen(t, createServer(app));
  const card = {
    name: "Peer",
    description: "Knows the answers",
    version: "1",
    supportedInterfaces: [{ url: `${url}${path}`, tenant: "", ...binding }],
    capabilities: { streaming: false, pushNotifications: false, extensions: [] },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    ...{
      provider: undefined,
      securitySchemes: {},
      securityRequirements: [],
      skills: [],
      signatures: [],
    },
  };
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const userBuilder = UserBuilder.noAuthentication;
  const legacyCompat = { enabled: binding.protocolVersion === "0.3" };
  const options = { requestHandler, userBuilder, legacyCompat };
  app.use(
    "/.well-known/agent-card.json",
    agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }),
  );
  app.use("/rpc", jsonRpcHandler(options));
  app.use("/rest", restHandler(options));
  return url;
}

for (const [name, binding] of Object.entries(BINDINGS)) {
  for (const [kind, executor] of Object.entries({ quick, thorough })) {
    for (const protocol of ["a2a", "auto"]) {
      test(`${name}, a ${kind} agent, asked as ${protocol}`, async (t) => {
        const endpoint = await agent(t, executor, binding);
        assert.deepEqual(await outcomes({ endpoint, protocol }), allRight("a2a"));
      });
    }
  }
}
