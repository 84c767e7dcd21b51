// A foreign page: a site that knows nothing of proofmark but one script tag, under a policy that
// allows nothing else. It is served from loopback, and remembers what it was asked for.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

import { listen } from "../support/listen.mjs";
import { ROOT } from "../../scripts/lib.mjs";

export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".ndjson": "application/x-ndjson",
  ".wasm": "application/wasm",
});

/** An answer of the site that is not a file: text, bytes, or a function that answers. */
/** @typedef {string | Uint8Array | ((response: import("node:http").ServerResponse) => void)} Answer */

/**
 * @param {Record<string, Answer>} answers by path
 * @param {{ policy?: string }} [options]
 */
export async function site(answers, { policy = POLICY } = {}) {
  /** @type {string[]} */
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    requests.push(path);
    response.setHeader("content-security-policy", policy);
    try {
      const answer = answers[path] ?? (await packaged(path));
      if (typeof answer === "function") return answer(response);
      const type = TYPES[extname(path)] ?? "text/html; charset=utf-8";
      response.writeHead(200, { "content-type": type }).end(answer);
    } catch {
      response.writeHead(404).end("no such page");
    }
  });
  const origin = await listen(server);
  return {
    url: origin,
    answers,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A file of the badge's folder, as a site that copied it would serve it. @param {string} path */
async function packaged(path) {
  const name = /^\/badge\/([\w.-]+)$/.exec(path)?.[1];
  if (name === undefined) throw new Error(path);
  return readFile(join(ROOT, "pkg/badge", name));
}

/**
 * A page around `body`.
 *
 * @param {string} body
 * @param {{ script?: string, head?: string, dir?: string, lang?: string }} [options]
 */
export const page = (
  body,
  {
    script = '<script type="module" blocking="render" src="/badge/proofmark-badge.js"></script>',
    head = "",
    dir = "ltr",
  } = {},
) => `<!doctype html>
<html lang="en" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>A registry</title>
${head}
${script}
</head>
<body>
<main>
<h1>An agent</h1>
${body}
<p>What stands below the badge.</p>
</main>
</body>
</html>
`;
