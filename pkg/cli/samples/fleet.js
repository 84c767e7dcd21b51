// Serves the sample agents on 127.0.0.1, with one path per agent.

import { createServer } from "node:http";
import { ExecutionError, describeSystemError } from "../exit.js";
import { createAgents } from "./agents.js";

/** The maximum size of a request. */
const MOST_BODY = 1024 ** 2;

/** The CORS headers that allow any page to ask. */
const PAGES = /** @type {const} */ ([
  ["access-control-allow-origin", "*"],
  ["access-control-allow-methods", "GET, POST, OPTIONS"],
  ["access-control-allow-headers", "*, authorization"],
]);

/** @typedef {{ name: string, url: string, does: string }} RunningAgent */
/** @typedef {{ url: string, agents: RunningAgent[], close: () => Promise<void> }} Fleet */

/**
 * Starts the agents. Port 0 chooses a free one.
 *
 * @param {typeof import("../../index.d.ts")} api
 * @param {{ port?: number }} [options]
 * @returns {Promise<Fleet>}
 */
export async function startFleet(api, { port = 0 } = {}) {
  const agents = createAgents(api);
  const byName = new Map(agents.map((agent) => [agent.name, agent]));
  const server = createServer((request, response) => {
    const [, name = "", ...rest] = (request.url ?? "").split("?", 1)[0]?.split("/") ?? [];
    const path = rest.join("/");
    const agent = byName.get(name);
    if (agent === undefined || (path !== "" && path !== "v1/chat/completions")) {
      return sendJson(response, 404, { error: "there is no such agent" });
    }
    if (agent.pages !== false) {
      for (const [name, value] of PAGES) response.setHeader(name, value);
      if (request.method === "OPTIONS") return void response.writeHead(204).end();
    }
    answerQuestion(agent, path !== "", request, response).catch(() => response.destroy());
  });
  await new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    server.once("error", (error) => {
      reject(
        new ExecutionError(
          "cli.port",
          `port ${port}: expected to listen on 127.0.0.1, found ${describeSystemError(error)}; --port 0 takes any that is free`,
        ),
      );
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: actual } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${actual}`;
  return {
    url,
    agents: agents.map(({ name, does }) => ({ name, does, url: `${url}/${name}` })),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Answers one question.
 *
 * @param {import("./agents.js").Agent} agent
 * @param {boolean} chat True if the request is an OpenAI chat.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
async function answerQuestion({ behave, reply }, chat, request, response) {
  if (request.method !== "POST") return sendJson(response, 405, { error: "POST a question" });
  const body = await readBody(request);
  if (behave !== undefined) return behave(response);
  const prompt = extractPrompt(body, chat);
  if (prompt === undefined)
    return sendJson(response, 400, { error: "there is no question in that" });
  const text = reply(prompt);
  if (!chat) return sendJson(response, 200, { response: text });
  const message = { role: "assistant", content: text };
  sendJson(response, 200, {
    id: "chatcmpl-sample",
    object: "chat.completion",
    created: 0,
    model: "sample",
    choices: [{ index: 0, message, finish_reason: "stop" }],
  });
}

/** @param {string} body @param {boolean} chat @returns {string | undefined} */
function extractPrompt(body, chat) {
  try {
    const found = JSON.parse(body);
    const prompt = chat ? found.messages.at(-1).content : found.message;
    return typeof prompt === "string" ? prompt : undefined;
  } catch {
    return undefined;
  }
}

/** @param {import("node:http").IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BODY) throw new Error("the question is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {object} body
 */
export function sendJson(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
