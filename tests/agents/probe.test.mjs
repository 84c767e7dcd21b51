// The probe against small agents: the command that it prints gets every question answered.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { LLMock } from "@copilotkit/aimock";

import { BINARY, proofmark } from "../cli/support.mjs";
import { listen } from "../support/listen.mjs";
import { ANSWERS, KEY, QUESTIONS, SEED, SUBJECT } from "./answers.mjs";
import * as expressAgents from "./express.mjs";
import * as fastifyAgents from "./fastify.mjs";
import * as honoAgents from "./hono.mjs";
import * as sdkAgents from "./sdks.mjs";
import { PYTHON } from "./set-up.mjs";

/** @typedef {import("node:test").TestContext} TestContext */
/** @typedef {(t: TestContext) => Promise<string>} Start Starts an agent, and returns its origin. */

const BEARER = "authorization: Bearer ${API_KEY}";

/** @param {() => import("node:http").Server} create @returns {Start} */
const node = (create) => (t) => listen(create(), t);

/** @param {() => import("fastify").FastifyInstance} create @returns {Start} */
const fastify = (create) => async (t) => {
  const app = create();
  t.after(() => app.close());
  return app.listen({ host: "127.0.0.1", port: 0 });
};

/** @param {string} name @returns {Start} */
const python = (name) => async (t) => {
  const path = fileURLToPath(new URL("agents.py", import.meta.url));
  const child = spawn(PYTHON, [path, name], { stdio: ["pipe", "pipe", "ignore"] });
  t.after(() => child.kill());
  child.stdin.end(JSON.stringify({ answers: Object.fromEntries(ANSWERS), key: KEY }));
  const [url] = await once(createInterface({ input: child.stdout }), "line");
  return url;
};

/** A server that speaks as providers of models do. @type {Start} */
const provider = async (t) => {
  const mock = new LLMock({ host: "127.0.0.1", port: 0 });
  const url = await mock.start();
  t.after(() => mock.stop());
  for (const [prompt, content] of ANSWERS) mock.onMessage(prompt, { content });
  return url;
};

/**
 * The agents: the path that a user types, with options; the header that the agent wants; and the
 * path and the options that the probe finds.
 *
 * @type {{ name: string, start: Start, path: string, typed?: string[], header?: string, finds: string }[]}
 */
const AGENTS = [
  {
    name: "Express, a message in and a reply out",
    ...{ start: node(expressAgents.tutorial), path: "/chat" },
    finds: "/chat --protocol json",
  },
  {
    name: "Express, prompt is required",
    ...{ start: node(expressAgents.strict), path: "/api/ask" },
    finds: `/api/ask --protocol json --json-body '{"prompt":"{{prompt}}"}'`,
  },
  {
    name: "Express, crashes without query",
    ...{ start: node(expressAgents.careless), path: "" },
    finds: ` --protocol json --json-body '{"query":"{{prompt}}"}'`,
  },
  {
    name: "Express, a key and a stream of tokens",
    ...{ start: node(expressAgents.streaming), path: "/chat", header: BEARER },
    finds: "/chat --protocol json",
  },
  {
    name: "Express, chat completions that always stream, the base URL",
    ...{ start: node(expressAgents.completions), path: "/v1", header: BEARER },
    finds: "/v1/chat/completions --protocol openai --model tiny",
  },
  {
    name: "Fastify, a JSON schema",
    ...{ start: fastify(fastifyAgents.validating), path: "/ask" },
    finds: `/ask --protocol json --json-body '{"question":"{{prompt}}"}'`,
  },
  {
    name: "Fastify, lines of JSON",
    ...{ start: fastify(fastifyAgents.lines), path: "/generate" },
    finds: `/generate --protocol json --json-body '{"input":"{{prompt}}"}'`,
  },
  {
    name: "Hono, Zod and a key in a header of its own",
    ...{ start: node(honoAgents.validating), path: "/agent", header: "x-api-key: ${API_KEY}" },
    finds: `/agent --protocol json --json-body '{"conversation_id":"{{sessionId}}","text":"{{prompt}}"}'`,
  },
  {
    name: "Ollama's chat, the origin alone",
    ...{ start: node(honoAgents.ollama), path: "" },
    finds: `/api/chat --protocol json --model tiny:latest --json-body '{"messages":[{"content":"{{prompt}}","role":"user"}],"model":"{{model}}","stream":false}'`,
  },
  {
    name: "llama.cpp's server, the origin alone",
    ...{ start: node(honoAgents.llamaServer), path: "" },
    finds: "/v1/chat/completions --protocol openai",
  },
  {
    name: "vLLM, the base URL",
    ...{ start: node(honoAgents.vllm), path: "/v1" },
    finds: "/v1/chat/completions --protocol openai --model org/tiny-instruct",
  },
  {
    name: "a route handler in plain text, the origin alone",
    ...{ start: node(honoAgents.plainRoute), path: "" },
    finds: "/api/chat --protocol json",
  },
  {
    name: "a route handler for the AI SDK",
    ...{ start: node(honoAgents.chatRoute), path: "/api/chat" },
    finds: `/api/chat --protocol json --json-body '{"messages":[{"parts":[{"text":"{{prompt}}","type":"text"}],"role":"user"}]}'`,
  },
  {
    name: "OpenAI-compatible, the base URL",
    ...{ start: provider, path: "/v1" },
    finds: "/v1/chat/completions --protocol openai",
  },
  {
    name: "OpenAI-compatible responses",
    ...{ start: provider, path: "/v1", typed: ["--protocol", "openai-responses", "--model", "m"] },
    finds: "/v1 --protocol openai-responses --model m",
  },
  {
    name: "Anthropic-compatible, without a model",
    ...{ start: provider, path: "/v1/messages" },
    finds: "/v1/messages --protocol anthropic --model default",
  },
  {
    name: "A2A SDK for JavaScript",
    ...{ start: node(sdkAgents.a2a), path: "" },
    finds: " --protocol a2a",
  },
  {
    name: "MCP SDK for JavaScript, the origin alone",
    ...{ start: node(sdkAgents.mcp), path: "" },
    finds: "/mcp --protocol mcp --tool ask_agent --argument question",
  },
  {
    name: "FastAPI, a model of two fields",
    ...{ start: python("fastapi_model"), path: "/generate" },
    finds: `/generate --protocol json --json-body '{"prompt":"{{prompt}}","session_id":"{{sessionId}}"}'`,
  },
  {
    name: "FastAPI, a bearer token and a stream of events",
    ...{ start: python("fastapi_stream"), path: "/stream", header: BEARER },
    finds: `/stream --protocol json --json-body '{"messages":[{"content":"{{prompt}}","role":"user"}]}'`,
  },
  {
    name: "LangServe, the prefix alone",
    ...{ start: python("langserve"), path: "/chain" },
    finds: `/chain/invoke --protocol json --json-body '{"input":{"question":"{{prompt}}"}}'`,
  },
  {
    name: "Flask, a KeyError",
    ...{ start: python("flask_key_error"), path: "/answer" },
    finds: `/answer --protocol json --json-body '{"user_input":"{{prompt}}"}' --reply-pointer /generated`,
  },
  {
    name: "http.server, plain text",
    ...{ start: python("plain_http"), path: "/" },
    finds: `/ --protocol json --json-body '{"text":"{{prompt}}"}'`,
  },
  {
    name: "A2A SDK for Python",
    ...{ start: python("a2a_agent"), path: "" },
    finds: " --protocol a2a",
  },
  {
    name: "MCP SDK for Python",
    ...{ start: python("mcp_server"), path: "/mcp", typed: ["--protocol", "mcp"] },
    finds: "/mcp --protocol mcp --tool answer --argument question",
  },
];

const execute = promisify(execFile);

/** Runs a printed command in a shell, with `proofmark` as a function. @param {string} command */
async function shell(command) {
  const script = `proofmark() { "${process.execPath}" "${BINARY}" "$@"; }; ${command}`;
  const env = { PATH: process.env.PATH, TERM: "dumb", API_KEY: KEY };
  const { stdout } = await execute("sh", ["-c", script], { env, timeout: 900_000 });
  return stdout;
}

/** Runs `proofmark probe`. @param {string[]} words @param {number} [code] the exit code that is expected */
const probe = (words, code) => proofmark(["probe", ...words], { env: { API_KEY: KEY }, code });

for (const { name, start, path, typed = [], header, finds } of AGENTS) {
  test(name, async (t) => {
    const origin = await start(t);
    const words = [`${origin}${path}`, ...typed];
    if (header !== undefined) {
      const { stdout } = await probe(words, 1);
      assert.ok(stdout.includes(`Add --header '${header}'`), stdout);
      words.push("--header", header);
    }
    const probed = await probe(words);
    assert.ok(!probed.stdout.includes(KEY), probed.stdout);
    const command = /^ {2}(proofmark run .*)$/m.exec(probed.stdout)?.[1] ?? probed.stdout;
    const more = header === undefined ? "" : ` --header '${header}'`;
    assert.equal(command, `proofmark run ${origin}${finds}${more}`);

    const terms = `--seed ${SEED} --subject ${SUBJECT} --questions ${QUESTIONS} --format json`;
    const ran = JSON.parse(await shell(`${command} ${terms}`));
    assert.deepEqual(ran.outcomes, { correct: 2 * QUESTIONS });
  });
}
