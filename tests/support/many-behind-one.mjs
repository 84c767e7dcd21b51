// One server behind which many answer: models, agents of a broker, and tools.

import { createServer } from "node:http";

/** The reply of whoever is called `name` to a prompt: right only if that is good, else none that a question has. @param {string} name @param {string} prompt */
function replyOf(name, prompt) {
  const [, a, sign, b] = /(\d+)\s*([+−×])\s*(\d+)/.exec(prompt) ?? [];
  const sums = {
    "+": Number(a) + Number(b),
    "−": Number(a) - Number(b),
    "×": Number(a) * Number(b),
  };
  return String(name.includes("good") ? sums[/** @type {keyof typeof sums} */ (sign)] : 1e6);
}

/** Answers by path and body. `version` is what the model is called behind its name. @type {Record<string, (body: any, version: string) => object>} */
const ANSWERS = {
  "/v1/chat/completions": ({ model, messages }, version) => ({
    choices: [{ message: { content: replyOf(model, messages[0].content) }, finish_reason: "stop" }],
    model: `${model}-${version}`,
    system_fingerprint: `fp_${version}`,
  }),
  "/broker/chat/session": ({ uaid }) => ({ sessionId: uaid }),
  "/broker/chat/message": ({ sessionId, message }) => ({ content: replyOf(sessionId, message) }),
  "/mcp": ({ id, method, params }, version) => ({
    jsonrpc: "2.0",
    id,
    result:
      method === "server/discover"
        ? { supportedVersions: ["2026-07-28"], serverInfo: { name: "s", version } }
        : { content: [{ type: "text", text: replyOf(params.name, params.arguments.message) }] },
  }),
};

/**
 * Starts it, for pages of any origin too. `version` is of the models and tools; while `worse`, each gets
 * another sum than it was asked.
 */
export async function startMany() {
  const served = { version: "1", worse: false, url: "", close };
  const server = createServer(async (request, answer) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    answer.setHeader("access-control-allow-origin", "*");
    answer.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return void answer.writeHead(204).end();
    if (served.worse) body = body.replace(/\d+ ([+−×]) \d+/, "1 $1 1");
    const found = ANSWERS[request.url ?? ""]?.(JSON.parse(body || "{}"), served.version);
    answer.writeHead(found ? 200 : 404, { "content-type": "application/json" });
    answer.end(JSON.stringify(found ?? {}));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  served.url = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
  return served;

  function close() {
    server.closeAllConnections();
    server.close();
  }
}

/** The kinds of them: the protocol, the path, the option that names one, and how an id begins. */
export const KINDS = /** @type {const} */ ([
  ["models", "openai", "/v1/chat/completions", "model", "URL#model="],
  ["agents of a broker", "broker", "/broker", "uaid", ""],
  ["tools", "mcp", "/mcp", "tool", "URL#tool="],
]);
