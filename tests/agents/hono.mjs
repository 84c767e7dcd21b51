// Agents made with Hono, and route handlers in the form of Next.js.

import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";

import { KEY, answerTo } from "./answers.mjs";

/** @param {(request: Request) => Response | Promise<Response>} fetch */
const serve = (fetch) => /** @type {import("node:http").Server} */ (createAdaptorServer({ fetch }));

/** Validates with Zod, and wants a key in a header of its own. */
export function validating() {
  const app = new Hono();
  const shape = z.object({ text: z.string(), conversation_id: z.string() });
  app.post("/agent", async (c) => {
    if (c.req.header("x-api-key") !== KEY) return c.json({ error: "x-api-key is missing" }, 403);
    const parsed = shape.safeParse(await c.req.json());
    if (!parsed.success) return c.json({ error: { issues: parsed.error.issues } }, 400);
    return c.json({ completion: answerTo(parsed.data.text) });
  });
  return serve(app.fetch);
}

/** Speaks as Ollama does, on its own paths alone. */
export function ollama() {
  const app = new Hono();
  app.get("/", (c) => c.text("Ollama is running"));
  app.get("/api/tags", (c) => c.json({ models: [{ name: "tiny:latest" }] }));
  app.post("/api/chat", async (c) => {
    const { model, messages, stream = true } = await c.req.json();
    if (!model) return c.json({ error: "model is required" }, 400);
    if (model !== "tiny:latest") return c.json({ error: `model '${model}' not found` }, 404);
    const content = answerTo(messages[0].content);
    const message = { role: "assistant", content };
    if (!stream) return c.json({ model, message, done: true });
    return c.body(`${JSON.stringify({ message, done: true })}\n`, 200, {
      "content-type": "application/x-ndjson",
    });
  });
  return serve(app.fetch);
}

/** Speaks as `llama-server` of llama.cpp does: a page at the root, any model, thoughts of their own. */
export function llamaServer() {
  const app = new Hono();
  app.get("/", (c) => c.html("<!DOCTYPE html><title>llama.cpp</title>"));
  app.get("/health", (c) => c.json({ status: "ok" }));
  app.post("/v1/chat/completions", async (c) => {
    const { messages, model = "gpt-3.5-turbo" } = await c.req.json();
    const content = answerTo(messages[0].content);
    const message = { role: "assistant", reasoning_content: "Is it 12? Or B?", content };
    return c.json({
      choices: [{ finish_reason: "stop", index: 0, message }],
      ...{ created: 1795194000, model, system_fingerprint: "b6900-3f3a4fb9", id: "chatcmpl-x" },
      object: "chat.completion",
      usage: { completion_tokens: 4, prompt_tokens: 30, total_tokens: 34 },
      timings: { prompt_n: 30, prompt_ms: 11.2, predicted_n: 4, predicted_ms: 20.5 },
    });
  });
  const error = { code: 404, message: "File Not Found", type: "not_found_error" };
  app.notFound((c) => c.json({ error }, 404));
  return serve(app.fetch);
}

/** Speaks as vLLM does: it knows its own model only, and writes out what is absent as null. */
export function vllm() {
  const app = new Hono();
  const own = "org/tiny-instruct";
  app.get("/v1/models", (c) =>
    c.json({ object: "list", data: [{ id: own, object: "model", owned_by: "vllm", root: own }] }),
  );
  app.post("/v1/chat/completions", async (c) => {
    const { model, messages } = await c.req.json();
    const message = `The model \`${model}\` does not exist.`;
    if (model !== own)
      return c.json({ error: { message, type: "NotFoundError", param: "model", code: 404 } }, 404);
    const content = answerTo(messages[0].content);
    const absent = { refusal: null, annotations: null, audio: null, function_call: null };
    return c.json({
      ...{ id: "chatcmpl-x", object: "chat.completion", created: 1795194000, model },
      choices: [
        {
          index: 0,
          message: { role: "assistant", content, ...absent, tool_calls: [], reasoning: null },
          ...{ logprobs: null, finish_reason: "stop", stop_reason: null, token_ids: null },
        },
      ],
      usage: { prompt_tokens: 30, total_tokens: 34, completion_tokens: 4 },
      ...{ service_tier: null, system_fingerprint: null, prompt_logprobs: null },
    });
  });
  app.notFound((c) => c.json({ detail: "Not Found" }, 404));
  return serve(app.fetch);
}

/** A route handler that answers in plain text. */
export function plainRoute() {
  async function POST(/** @type {Request} */ request) {
    const { message } = await request.json();
    return new Response(answerTo(message));
  }
  return serve((request) =>
    request.method === "POST" && new URL(request.url).pathname === "/api/chat"
      ? POST(request)
      : new Response("<!DOCTYPE html><title>404</title>", {
          status: 404,
          headers: { "content-type": "text/html" },
        }),
  );
}

/** A route handler for the chat of the AI SDK: messages of parts in, a stream of parts out. */
export function chatRoute() {
  async function POST(/** @type {Request} */ request) {
    const { messages } = await request.json();
    const text = messages
      .at(-1)
      .parts.map((/** @type {any} */ part) => part.text)
      .join("");
    const parts = [
      { type: "start" },
      { type: "text-start", id: "1" },
      ...[...answerTo(text)].map((delta) => ({ type: "text-delta", id: "1", delta })),
      { type: "text-end", id: "1" },
      { type: "finish" },
    ];
    const events = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join("");
    return new Response(`${events}data: [DONE]\n\n`, {
      headers: { "content-type": "text/event-stream", "x-vercel-ai-ui-message-stream": "v1" },
    });
  }
  return serve(async (request) => {
    try {
      return await POST(request);
    } catch {
      return new Response("Internal Server Error", { status: 500 });
    }
  });
}
