// Agents made with Fastify.

import { Readable } from "node:stream";

import fastify from "fastify";

import { answerTo } from "./answers.mjs";

/** Validates the body by a schema. */
export function validating() {
  const app = fastify();
  const properties = { question: { type: "string" } };
  const schema = { body: { type: "object", required: ["question"], properties } };
  app.post("/ask", { schema }, async ({ body }) => ({
    id: "a1",
    answer: answerTo(/** @type {any} */ (body).question),
  }));
  return app;
}

/** Streams one JSON value per line. */
export function lines() {
  const app = fastify();
  app.post("/generate", async ({ body }, reply) => {
    const { input } = /** @type {any} */ (body);
    if (typeof input !== "string") return reply.code(422).send("missing field `input`");
    const parts = [...answerTo(input)].map((content) => `${JSON.stringify({ content })}\n`);
    return reply.type("application/x-ndjson").send(Readable.from(parts));
  });
  return app;
}
