// Agents made with Express.

import { createServer } from "node:http";

import express from "express";

import { KEY, answerTo } from "./answers.mjs";

/** @param {(app: import("express").Express) => void} route */
function withJson(route) {
  const app = express();
  // Logs no stack traces.
  app.set("env", "test");
  app.use(express.json());
  route(app);
  return createServer(app);
}

/** The most common tutorial: a message in, a reply out. */
export const tutorial = () =>
  withJson((app) => {
    app.post("/chat", (req, res) => void res.json({ reply: answerTo(req.body.message) }));
  });

/** Says in words which field is missing. */
export const strict = () =>
  withJson((app) => {
    app.post("/api/ask", (req, res) => {
      const { prompt } = req.body;
      if (!prompt) return void res.status(400).json({ error: "prompt is required" });
      res.json({ ok: true, result: { text: answerTo(prompt), tokens: 3 } });
    });
  });

/** Crashes if the field is missing. */
export const careless = () =>
  withJson((app) => {
    app.post(
      "/",
      (req, res) => void res.json({ data: { answer: answerTo(req.body.query.trim()) } }),
    );
  });

/** Wants a key, and streams server-sent events. */
export const streaming = () =>
  withJson((app) => {
    app.use((req, res, next) => {
      if (req.headers.authorization === `Bearer ${KEY}`) return next();
      res.status(401).set("www-authenticate", "Bearer").json({ error: "unauthorized" });
    });
    app.post("/chat", (req, res) => {
      res.set("content-type", "text/event-stream");
      for (const letter of answerTo(req.body.message))
        res.write(`data: ${JSON.stringify({ token: letter })}\n\n`);
      res.end("data: [DONE]\n\n");
    });
  });

/** Speaks as OpenAI does, wants a key, knows one model, and always streams. */
export const completions = () =>
  withJson((app) => {
    app.use((req, res, next) => {
      if (req.headers.authorization === `Bearer ${KEY}`) return next();
      res.status(401).json({ error: { message: "Incorrect API key provided." } });
    });
    app.get("/v1/models", (_, res) => void res.json({ object: "list", data: [{ id: "tiny" }] }));
    app.post("/v1/chat/completions", (req, res) => {
      const { model, messages } = req.body;
      if (model !== "tiny")
        return void res
          .status(404)
          .json({ error: { message: `The model ${model} does not exist` } });
      res.set("content-type", "text/event-stream");
      for (const content of answerTo(messages[0].content))
        res.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
      res.end("data: [DONE]\n\n");
    });
  });
