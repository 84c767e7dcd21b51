// Serves a built dashboard on 127.0.0.1, compressed and with the headers of its `_headers` file.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
});

/** File types that are already compressed. */
const COMPRESSED = [".woff2"];

/** Generated files, by their names in a dashboard without copies of them. */
const SHARED = /^\/assets\/(\w+_bg|page)-[\w-]+(\.\w+)$/;
const GENERATED = new URL("../../generated/", import.meta.url);

/**
 * Returns the headers by path; a path may end in `*`.
 *
 * @param {string} folder The built dashboard.
 * @returns {Record<string, Record<string, string>>}
 */
export function headerRules(folder) {
  const rules = readFileSync(join(folder, "_headers"), "utf8").split(/^(?=\/)/m);
  return Object.fromEntries(
    rules.slice(1).map((rule) => {
      const lines = [...rule.matchAll(/^ +([\w-]+): (.+)$/gm)];
      const [path = ""] = rule.split("\n");
      return [path, Object.fromEntries(lines.map(([, name, value]) => [name, value]))];
    }),
  );
}

/**
 * Returns the headers of one file.
 *
 * @param {string} folder The built dashboard.
 * @param {string} [path]
 * @returns {Record<string, string>}
 */
export function siteHeaders(folder, path = "/") {
  const matching = Object.entries(headerRules(folder)).filter(([pattern]) =>
    pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );
  return Object.assign({}, ...matching.map(([, headers]) => headers));
}

/** @typedef {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => unknown} Handler */

/**
 * Serves a folder. Requests for another host are refused, because a page of any site could have its
 * name point to this machine.
 *
 * @param {{ folder: string, port?: number, routes?: Record<string, Handler> }} options `routes` are
 *   further paths.
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serveFolder({ folder, port = 0, routes = {} }) {
  /** @type {Map<string, Promise<{ body: Buffer, encoding?: string }>>} */
  const known = new Map();

  /** @param {string} path */
  async function load(path) {
    const body = await readFile(join(folder, path)).catch((error) => {
      const [, name, extension] = SHARED.exec(path) ?? [];
      if (name === undefined) throw error;
      return readFile(new URL(`${name}${extension}`, GENERATED));
    });
    if (COMPRESSED.includes(extname(path))) return { body };
    // The best quality takes seconds for the wasm files.
    const quality = { [constants.BROTLI_PARAM_QUALITY]: body.length < 2e5 ? 11 : 4 };
    return { body: await compress(body, { params: quality }), encoding: "br" };
  }

  const server = createServer(async (request, response) => {
    try {
      const { pathname, hostname } = new URL(request.url ?? "/", `http://${request.headers.host}`);
      if (hostname !== "127.0.0.1" && hostname !== "localhost")
        throw new Error("the host is not this computer");
      const route = routes[decodeURIComponent(pathname)];
      if (route !== undefined) return await route(request, response);
      const path = normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
      const type = TYPES[extname(path)];
      if (type === undefined) throw new Error("unknown type of file");
      if (!known.has(path)) known.set(path, load(path));
      const { body, encoding } = await /** @type {ReturnType<typeof load>} */ (known.get(path));
      const coding = encoding && { "content-encoding": encoding };
      response.writeHead(200, {
        ...siteHeaders(folder, path),
        ...coding,
        "content-type": type,
        "content-length": body.length,
      });
      response.end(request.method === "HEAD" ? undefined : body);
    } catch {
      if (!response.headersSent) response.writeHead(404, siteHeaders(folder));
      response.end();
    }
  });
  await new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: actual } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${actual}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
