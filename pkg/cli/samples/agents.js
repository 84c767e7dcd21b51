// The sample agents and their behaviour.

import { createKnowledge, formatReply } from "./knowledge.js";

/**
 * @typedef {object} Agent
 * @property {string} name
 * @property {string} does
 * @property {(prompt: string) => string} reply
 * @property {(response: import("node:http").ServerResponse) => void} [behave] Replaces the reply.
 * @property {false} [pages] Sends no CORS headers.
 */

const replyNothing = () => "";

/**
 * @param {typeof import("../../index.d.ts")} api
 * @returns {Agent[]}
 */
export function createAgents(api) {
  const { solve, guess } = createKnowledge(api);
  return [
    {
      name: "honest",
      does: "answers right, in the form that was asked for",
      reply: (prompt) => formatReply(prompt, solve(prompt)),
    },
    {
      name: "verbose",
      does: "answers right, in long prose that repeats the question",
      reply: (prompt) =>
        `Happy to help! You asked: ${prompt.split("\n").at(-1)} Let me take it step by step. ` +
        `I looked at it twice to be sure. The answer is ${solve(prompt)}.`,
    },
    {
      name: "always-a",
      does: "answers A, whatever was asked",
      reply: () => "A",
    },
    {
      name: "refusing",
      does: "refuses to answer",
      reply: () => "I'm sorry, but I can't help with that.",
    },
    {
      name: "wrong",
      does: "answers in good form, and wrong",
      reply: (prompt) => formatReply(prompt, guess(prompt)),
    },
    {
      name: "echo",
      does: "echoes the prompt",
      reply: (prompt) => prompt,
    },
    {
      name: "slow",
      does: "answers after more than the time budget",
      reply: replyNothing,
      behave: () => {},
    },
    {
      name: "broken",
      does: "answers HTTP 500",
      reply: replyNothing,
      behave: (response) => void response.writeHead(500).end("Internal Server Error"),
    },
    {
      name: "closing",
      does: "closes the connection without answering",
      reply: replyNothing,
      behave: (response) => void response.destroy(),
    },
    {
      name: "no-pages",
      does: "answers right, but without CORS, so no web page can read it",
      reply: (prompt) => formatReply(prompt, solve(prompt)),
      pages: false,
    },
  ];
}
