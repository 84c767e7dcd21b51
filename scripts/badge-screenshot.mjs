// Takes the pictures of the badge from `examples/badge/`, in light and dark.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

import { ROOT } from "./lib.mjs";

const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
});

/** A day after the newest example record, so that the pictures do not change. */
async function pictureTime() {
  const names = ["runs.ndjson", "chatty.ndjson"];
  const files = names.map((name) => readFile(join(ROOT, "examples", "badge", name), "utf8"));
  const times = (await Promise.all(files)).join("").matchAll(/"fetchedAt":"([^"]+)"/g);
  const newest = Math.max(...Array.from(times, ([, time = ""]) => Date.parse(time)));
  return newest + 24 * 60 * 60 * 1000;
}

/** Serves the repository on loopback. */
async function serveRepository() {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    try {
      const body = await readFile(join(ROOT, path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  return server;
}

/**
 * Takes the pictures and writes them to `folder`.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} folder
 */
export async function takeBadges(browser, folder) {
  const server = await serveRepository();
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      const page = await browser.newPage({
        colorScheme,
        deviceScaleFactor: 2,
        viewport: { width: 960, height: 860 },
      });
      await page.clock.setFixedTime(await pictureTime());
      await page.goto(`http://127.0.0.1:${port}/examples/badge/index.html`);
      const badges = page.locator("proofmark-badge");
      await badges.evaluateAll((all) =>
        Promise.all(all.map((badge) => /** @type {any} */ (badge).checked)),
      );
      await badges.first().getByRole("button").click();
      await page.mouse.move(0, 0);
      await page.screenshot({
        path: join(folder, colorScheme === "light" ? "badge.png" : "badge-dark.png"),
      });
      await page.close();
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
