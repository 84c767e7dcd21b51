// Agents that repeat the keys that they were sent, in every encoding, and the search for those keys in
// whatever a run leaves.

import assert from "node:assert/strict";
import { createServer } from "node:http";

/** The key that is sent as a header. */
export const HEADER = "sk-hostile/KEY+1234567890";
/** The key that is sent in the query of an address. */
export const QUERY = "qs-hostile/KEY 0987654321";

const JSON_TYPE = { "content-type": "application/json" };

/** @param {string} text @param {(byte: string) => string} encode */
const eachByte = (text, encode) =>
  [...Buffer.from(text)].map((byte) => encode(byte.toString(16).padStart(2, "0"))).join("");

/** @param {string} text */
const lower = (text) => eachByte(text, (hex) => `%${hex}`);
/** @param {string} text */
const upper = (text) => eachByte(text, (hex) => `%${hex.toUpperCase()}`);
/** @param {string} text */
const escaped = (text) => eachByte(text, (hex) => `\\u00${hex}`);
/** @param {string} text */
const escapedUpper = (text) => eachByte(text, (hex) => `\\u00${hex.toUpperCase()}`);

/** Every form of a key that no output may hold. @param {string} key */
function formsOf(key) {
  const bytes = Buffer.from(key);
  // Of base64 within a longer text, the characters that depend on nothing before or after the key.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift + 1, -4),
  );
  const url = shifted.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const percent = encodeURIComponent(key);
  return [
    ...[key, percent, percent.replace(/%../g, (hex) => hex.toLowerCase()), lower(key), upper(key)],
    ...[JSON.stringify(key).slice(1, -1), escaped(key), escapedUpper(key), ...shifted, ...url],
  ];
}
const FORMS = [HEADER, QUERY].flatMap(formsOf);

/** Fails if `text`, found at `where`, holds a key in any form. @param {string} text @param {string} where */
export function holdsNoKey(text, where) {
  for (const form of FORMS) {
    const at = text.indexOf(form);
    assert.ok(at < 0, `${where} holds ${form}: ${text.slice(Math.max(0, at - 80), at + 120)}`);
  }
}

/** @typedef {{ url: string, header: string, body: string, origin: string }} Sent */
/** @typedef {{ status?: number, headers?: Record<string, string>, body?: string }} Answer */
/** @typedef {(sent: Sent) => Answer} Agent */

/** @param {unknown} text */
const says = (text) => ({ headers: JSON_TYPE, body: JSON.stringify({ response: text }) });

/** Agents of plain JSON, by path: what each is sent comes back in one encoding. @type {Record<string, Agent>} */
export const PLAIN = {
  "/raw": ({ url, header }) => says(`You asked ${url} with ${header}.`),
  "/decoded": ({ url }) => says(decodeURIComponent(url)),
  "/base64": ({ url, header }) => says(Buffer.from(`${header} ${url}`).toString("base64")),
  "/base64url": ({ url, header }) => says(Buffer.from(`${url}?${header}`).toString("base64url")),
  "/escaped": ({ url, header }) => says(JSON.stringify({ url, header })),
  "/unicode": ({ url, header }) => says(`${escaped(url)} ${escapedUpper(header)}`),
  "/percent": ({ url, header }) => says(`${lower(header)} ${upper(decodeURIComponent(url))}`),
  "/plain": ({ url, header }) => ({
    headers: { "content-type": "text/plain" },
    body: `${header} ${url}`,
  }),
};

/** Agents that repeat it elsewhere than in a reply. @type {Record<string, Agent>} */
export const ELSEWHERE = {
  "/refused": ({ header, url }) => ({ status: 401, headers: JSON_TYPE, body: `${header} ${url}` }),
  "/away": ({ url, header }) =>
    url.startsWith("/away/")
      ? says(`again ${url} ${header}`)
      : { status: 307, headers: { location: `/away/${encodeURIComponent(header)}?${url}` } },
  "/a2a": ({ url, header, body, origin }) => {
    if (url.includes("agent-card.json")) {
      const to = { protocolBinding: "JSONRPC", protocolVersion: "1.0" };
      const supportedInterfaces = [
        { ...to, url: `${origin}/a2a/rpc?${encodeURIComponent(header)}` },
      ];
      const version = `${header} ${url}`;
      const card = { name: header, version, description: url, supportedInterfaces };
      return { headers: JSON_TYPE, body: JSON.stringify(card) };
    }
    const { id } = JSON.parse(body);
    const message = { contextId: header, parts: [{ text: header }] };
    return {
      headers: JSON_TYPE,
      body: JSON.stringify({ jsonrpc: "2.0", id, result: { message } }),
    };
  },
  "/mcp": ({ header, url, body }) => {
    const { id, method } = JSON.parse(body);
    const event = { "content-type": "text/event-stream" };
    const of = (/** @type {unknown} */ result) =>
      `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`;
    if (method === "server/discover")
      return { headers: event, body: of({ supportedVersions: ["2026-07-28"] }) };
    return { headers: event, body: of({ content: [{ type: "text", text: `${header} ${url}` }] }) };
  },
  "/broker": ({ url, header, body }) => {
    // The session's id is repeated in what it is asked with.
    const answer = url.includes("/session")
      ? { sessionId: `${header} ${url} ${body}` }
      : { content: `${header} ${url} ${body}` };
    return { headers: JSON_TYPE, body: JSON.stringify(answer) };
  },
};

/** Starts all of them, for pages of any origin too. */
export async function startEchoes() {
  const agents = { ...PLAIN, ...ELSEWHERE };
  const names = Object.keys(agents).sort((one, other) => other.length - one.length);
  let origin = "";
  let asked = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    asked += 1;
    const url = request.url ?? "";
    const name = names.find((name) => url.startsWith(name)) ?? "";
    const header = String(request.headers["x-upstream"] ?? "").replace("Bearer ", "");
    const answer = agents[name]?.({ url, header, body, origin }) ?? { status: 404 };
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  origin = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
  return {
    origin,
    get asked() {
      return asked;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
