// Evaluates agents whose names, redirects and cards lead inside, and prints what came of it as JSON.
// The hosts file must have both names.

import { createServer } from "node:http";

import { INSIDE, OUTSIDE } from "./names.mjs";
import { startWorld } from "./world.mjs";

let hits = 0;
const inside = createServer((_, response) => {
  hits += 1;
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ response: "internal" }));
});
const outside = createServer((request, response) => {
  const location = `http://${INSIDE}:${portOf(inside)}/secret`;
  if (request.url?.startsWith("/.well-known/")) {
    const card = { ...{ name: "card", version: "1", protocolVersion: "0.3.0" }, url: location };
    const rest = { description: "", skills: [], capabilities: {} };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...card, ...rest, preferredTransport: "JSONRPC" }));
  } else {
    response.writeHead(307, { location }).end();
  }
});

/** @param {import("node:http").Server} server */
const portOf = (server) => /** @type {import("node:net").AddressInfo} */ (server.address()).port;

/** @param {import("node:http").Server} server @param {string} host */
const listenAt = (server, host) =>
  new Promise((resolve) => server.listen(0, host, () => resolve(undefined)));

/** @type {[protocol: string, options: object][]} */
const PROTOCOLS = [
  ...["auto", "json", "a2a"].map((name) => /** @type {[string, object]} */ ([name, {}])),
  ["mcp", { tool: "ask", argument: "text" }],
  ["openai", { model: "any" }],
  ["openai-responses", { model: "any" }],
  ["anthropic", { model: "any" }],
];

/**
 * Evaluates the subjects. Returns how often the inside was asked, and the causes in the records.
 *
 * @param {object[]} subjects
 * @param {Record<string, string>} bindings
 * @param {string[]} network
 */
async function evaluate(subjects, bindings, network) {
  hits = 0;
  const world = await startWorld(bindings, { network });
  try {
    for (const [at, subject] of subjects.entries()) {
      const answer = await world.post("/subjects", { id: `urn:named:${at}`, ...subject });
      if (answer.status !== 201) throw new Error(await answer.text());
    }
    await world.settle();
    const { file } = await world.verified();
    const causes = [...file.matchAll(/"cause":"([^"]*)"/g)].map(([, cause]) => cause);
    return { hits, causes: [...new Set(causes)].sort() };
  } finally {
    await world.close();
  }
}

await listenAt(inside, "127.0.0.1");
await listenAt(outside, "127.0.0.2");
const direct = `http://${INSIDE}:${portOf(inside)}/`;
const around = `http://${OUTSIDE}:${portOf(outside)}/`;
const closed = [direct, around].flatMap((endpoint) =>
  PROTOCOLS.map(([protocol, options]) => ({ endpoint, protocol, ...options })),
);
const found = {
  open: await evaluate([{ endpoint: direct, protocol: "json" }], {}, ["public", "private"]),
  closed: await evaluate(closed, { ALLOW_PRIVATE: "false" }, ["public", "127.0.0.2/32"]),
};
inside.close();
outside.close();
process.stdout.write(`${JSON.stringify(found)}\n`);
process.exit();
