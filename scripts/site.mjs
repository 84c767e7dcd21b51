// Serves the built dashboard on loopback, compressed and with its headers. `node scripts/site.mjs`
// also starts the sample agents, until Ctrl-C.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

import { siteHeaders } from "./headers.mjs";
import { ROOT, script } from "./lib.mjs";
import { setup } from "./setup.mjs";

export const DIST = join(ROOT, "www", "dist");

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

/**
 * Returns `fleet.json`, the page's list of sample agents.
 *
 * @param {import("../pkg/cli/samples/fleet.js").Fleet} fleet
 */
export const fleetFile = (fleet) =>
  JSON.stringify({ agents: fleet.agents.map((agent) => ({ ...agent, protocol: "json" })) });

/**
 * @param {{ folder?: string, port?: number, fleet?: import("../pkg/cli/samples/fleet.js").Fleet }} [options]
 *   `fleet` lists the sample agents for the page.
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serveSite({ folder = DIST, port = 0, fleet } = {}) {
  /** @type {Map<string, Promise<{ body: Buffer, encoding?: string }>>} */
  const known = new Map();
  const listed = fleet && Buffer.from(fleetFile(fleet));

  /** @param {string} path */
  async function load(path) {
    const body = path === "/fleet.json" && listed ? listed : await readFile(join(folder, path));
    if (COMPRESSED.includes(extname(path))) return { body };
    const quality = { [constants.BROTLI_PARAM_QUALITY]: body.length < 1e6 ? 11 : 9 };
    return { body: await compress(body, { params: quality }), encoding: "br" };
  }

  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const path = normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
      const type = TYPES[extname(path)];
      if (type === undefined) throw new Error("expected a known type");
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
      response.writeHead(404, siteHeaders(folder)).end();
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

script(import.meta.url, async () => {
  await setup();
  const api = await import("../pkg/entry/core/node.js");
  const { startFleet } = await import("../pkg/cli/samples/fleet.js");
  const fleet = await startFleet(/** @type {any} */ (api));
  const site = await serveSite({ fleet });
  console.log(`The dashboard is on ${site.url}, until Ctrl-C`);
});
