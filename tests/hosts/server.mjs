// Serves the package and the suite on loopback, as a careful site would: nothing from elsewhere, no
// inline script, and wasm allowed by name.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

import { ROOT } from "../../scripts/lib.mjs";

const TYPES = /** @type {Record<string, string>} */ ({
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
});
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:";

/**
 * @param {Record<string, string>} extra answers that are no files
 * @param {string} [root]
 * @param {string} [policy]
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function serve(extra, root = ROOT, policy = POLICY) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const type = TYPES[extname(pathname)];
    try {
      const body = extra[pathname] ?? (await readFile(join(root, normalize(pathname))));
      if (type === undefined) throw new Error(`${pathname}: expected a known type`);
      response.writeHead(200, { "content-type": type, "content-security-policy": policy });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("server: expected a port");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}
