// Behaviours of agents that speak a protocol: streams, sessions and notices that are no reply.

/** @typedef {import("./server.mjs").Behaviour} Behaviour */

const JSON_TYPE = { "content-type": "application/json" };
const STREAM = { "content-type": "text/event-stream" };

/** @param {unknown} value @returns {Behaviour} */
const json = (value) => (res) => void res.writeHead(200, JSON_TYPE).end(JSON.stringify(value));

/** @param {...unknown} events */
const events = (...events) =>
  events
    .map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`)
    .join("");

/**
 * Sends `first`, then `again` every 100 ms until the other side closes the connection, at most for
 * a minute.
 *
 * @param {import("node:http").ServerResponse} res
 * @param {string} first
 * @param {string} [again]
 */
function keepOpen(res, first, again = "") {
  res.write(first);
  let left = 600;
  const timer = setInterval(() => {
    if (left-- <= 0 || res.destroyed) clearInterval(timer);
    else if (again) res.write(again);
  }, 100);
  res.on("close", () => clearInterval(timer));
}

/** @param {string} body @param {Record<string, string>} [headers] @returns {Behaviour} */
const stream =
  (body, headers = STREAM) =>
  (res) =>
    void res.writeHead(200, headers).end(body);

/** @param {object} delta @param {string | null} [finish] */
const chunk = (delta, finish = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** @param {object} message @param {string} [finish] */
const completion = (message, finish = "stop") => ({
  choices: [{ index: 0, message, finish_reason: finish }],
});

const SAYS_NOTHING = events(chunk({ content: "no idea" }), chunk({}, "stop"), "[DONE]");

/** @type {Record<string, Behaviour>} */
const MODELS = {
  "/openai/stream": stream(SAYS_NOTHING),
  "/openai/stream-open": (res) => keepOpen(res.writeHead(200, STREAM), SAYS_NOTHING),
  "/openai/stream-cut": stream(events(chunk({ content: "no idea" }))),
  "/openai/stream-endless": (res) =>
    keepOpen(res.writeHead(200, STREAM), ": ping\n\n", events(chunk({ content: "2" }))),
  "/openai/stream-pings": (res) => keepOpen(res.writeHead(200, STREAM), ": ping\n\n", ": ping\n\n"),
  "/openai/stream-error": stream(events(chunk({ content: "2" }), { error: { code: 502 } })),
  "/openai/stream-as-json": stream(SAYS_NOTHING, JSON_TYPE),
  "/openai/stream-flood": stream(events(chunk({ content: "2".repeat(300_000) }), "[DONE]")),
  "/openai/length": json(completion({ content: "2" }, "length")),
  "/openai/filter": json(completion({ content: "2" }, "SAFETY")),
  "/openai/reasoning": json(completion({ content: null, reasoning_content: "2" })),
  "/openai/no-message": json({ choices: [{ index: 0 }] }),
  "/openai/wrong-path": json({ error: "Unexpected endpoint or method. (POST /2)" }),
  "/openai/loading": (res) =>
    void res
      .writeHead(503, { ...JSON_TYPE, "retry-after": "60" })
      .end('{"error":{"message":"Loading model"}}'),
  "/responses/stream-cut": stream(events({ type: "response.output_text.delta", delta: "2" })),
  "/messages/stream": stream(
    events(
      { type: "message_start", message: { model: "m" } },
      { type: "ping" },
      { type: "content_block_delta", delta: { type: "text_delta", text: "no idea" } },
      { type: "message_delta", delta: { stop_reason: "end_turn" } },
      { type: "message_stop" },
    ),
  ),
};

/** @type {Record<string, Behaviour>} */
const BODIES = {
  "/spaces": (res) => {
    res.writeHead(200, JSON_TYPE);
    let left = 4;
    const timer = setInterval(() => {
      if (left-- > 0) return void res.write(" ");
      clearInterval(timer);
      res.end('{"response":"no idea"}');
    }, 100);
    res.on("close", () => clearInterval(timer));
  },
  "/spaces-endless": (res) => keepOpen(res.writeHead(200, JSON_TYPE), " ", " "),
  "/graphql": json({ data: { ask: { __typename: "Reply", text: "no idea" } } }),
  "/graphql-errors": json({ data: { ask: null }, errors: [{ message: "2" }] }),
  "/json-twice": json(JSON.stringify({ response: "no idea" })),
  "/base64": json({ response: "Mg==" }),
  "/lambda": json({ statusCode: 200, body: '{"response":"no idea"}' }),
  "/lambda-failed": json({ statusCode: 502, body: "2" }),
};

/**
 * A server of MCP 2025-11-25.
 *
 * @param {(res: import("node:http").ServerResponse, id: unknown) => void} onCall
 * @param {(res: import("node:http").ServerResponse) => void} [onGet]
 * @returns {Behaviour}
 */
const mcp = (onCall, onGet) => (res, req, body) => {
  if (req.method === "GET") return onGet ? onGet(res) : void res.writeHead(405).end();
  const { id, method } = JSON.parse(body);
  const answer = (/** @type {object} */ members) => json({ jsonrpc: "2.0", id, ...members });
  const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "x" } };
  if (method === "initialize") return answer({ result })(res, req, body);
  if (method === "notifications/initialized") return void res.writeHead(202).end();
  if (method === "tools/call") return onCall(res, id);
  return answer({ error: { code: -32601, message: "x" } })(res, req, body);
};

/** @param {unknown} id @param {object} result */
const result = (id, result) => ({ jsonrpc: "2.0", id, result });
const text = (/** @type {string} */ text) => [{ type: "text", text }];

/** @param {number} retry @returns {Behaviour} */
function resumable(retry) {
  /** The id of the call whose stream is to be resumed. @type {unknown} */
  let resumed;
  return mcp(
    (res, id) => {
      resumed = id;
      res.writeHead(200, STREAM).end(`id: 1\nretry: ${retry}\ndata:\n\n`);
    },
    (res) => {
      res.writeHead(200, STREAM).end(events(result(resumed, { content: text("no idea") })));
    },
  );
}

/** @type {Record<string, Behaviour>} */
const TOOLS = {
  "/mcp/resumed": resumable(50),
  "/mcp/resumed-never": resumable(99_999),
  "/mcp/pings": mcp((res) => keepOpen(res.writeHead(200, STREAM), ": ping\n\n", ": ping\n\n")),
  "/mcp/structured": mcp((res, id) => {
    const said = result(id, { content: [], structuredContent: { answer: "no idea" } });
    res.writeHead(200, JSON_TYPE).end(JSON.stringify(said));
  }),
  "/mcp/argument": mcp((res, id) => {
    const said = result(id, { content: text("Missing required argument: q2"), isError: true });
    res.writeHead(200, JSON_TYPE).end(JSON.stringify(said));
  }),
};

/**
 * An A2A agent: its card, and its answer to a message.
 *
 * @param {string} path
 * @param {(req: import("node:http").IncomingMessage) => string} url
 * @param {object} said
 * @returns {Record<string, Behaviour>}
 */
const a2a = (path, url, said) => ({
  [`${path}/.well-known/agent-card.json`]: (res, req, body) =>
    json({
      name: "x",
      supportedInterfaces: [{ url: url(req), protocolBinding: "JSONRPC" }],
    })(res, req, body),
  [`${path}/rpc`]: (res, req, body) => json(result(JSON.parse(body).id, said))(res, req, body),
});

/** @param {string} host @param {string} path */
const at = (host, path) => (/** @type {import("node:http").IncomingMessage} */ req) =>
  `http://${host}:${req.socket.localPort}${path}`;

/** @type {Record<string, Behaviour>} */
const AGENTS = {
  ...a2a("/a2a-zeros", at("0.0.0.0", "/a2a-zeros/rpc"), {
    message: { parts: [{ text: "no idea" }] },
  }),
  ...a2a("/a2a-thoughts", () => "/a2a-thoughts/rpc", {
    message: { parts: [{ text: "2", metadata: { adk_thought: true } }] },
  }),
  ...a2a("/a2a-metadata", () => "http://169.254.169.254/", {}),
  ...a2a("/a2a-working", () => "/a2a-working/rpc", {
    task: { id: "1", status: { state: "TASK_STATE_WORKING", message: { parts: [{ text: "2" }] } } },
  }),
};

/**
 * A broker, by the members of its answer to a message.
 *
 * @param {string} path
 * @param {object} said
 * @param {Behaviour} [onEnd]
 * @returns {Record<string, Behaviour>}
 */
const broker = (path, said, onEnd = (res) => void res.writeHead(204).end()) => ({
  [`${path}/chat/session`]: json({ sessionId: "session-1", agent: { name: "x" } }),
  [`${path}/chat/message`]: json({ sessionId: "session-1", message: "2", ...said }),
  [`${path}/chat/session/session-1/history`]: json({
    history: [{ role: "delivery", content: "2" }],
  }),
  [`${path}/chat/session/session-1`]: onEnd,
});

/** @type {Record<string, Behaviour>} */
const BROKERS = {
  ...broker("/broker", { message: "no idea", deliveryState: "responded" }),
  ...broker("/broker-notice", { deliveryState: "delivered", replyMode: "delivery_only" }),
  ...broker("/broker-queued", { deliveryState: "queued", replyMode: "poll" }),
  ...broker("/broker-timeout", { deliveryState: "timeout" }),
  ...broker("/broker-payment", { ops: [{ op: "payment_request" }] }),
  ...broker("/broker-ciphertext", { encrypted: true }),
  ...broker("/broker-limited", { errorCode: "RATE_LIMITED" }),
  ...broker("/broker-no-end", { message: "no idea" }, () => {}),
};

/** Behaviours by path. */
export const PROTOCOLS = { ...MODELS, ...BODIES, ...TOOLS, ...AGENTS, ...BROKERS };
