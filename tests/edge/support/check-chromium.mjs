// Checks all records in Chromium, in a page of another origin.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

import { chromium } from "playwright-core";

import { listen } from "../../support/listen.mjs";
import { chromiumPath } from "../../../scripts/chromium.mjs";
import { ROOT } from "../../../scripts/lib.mjs";

const TYPES = /** @type {Record<string, string>} */ ({
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
});

/** @param {string} url @returns {Promise<any>} */
export async function checkInChromium(url) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/") return void response.setHeader("content-type", "text/html").end("<p>");
    try {
      const body = await readFile(join(ROOT, normalize(pathname)));
      response.setHeader("content-type", TYPES[extname(pathname)] ?? "text/plain").end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const origin = await listen(server);
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    await page.goto(`${origin}/`);
    return await page.evaluate(async (url) => {
      const api = await import(/** @type {any} */ ("/pkg/entry/core/browser.js"));
      await api.ready();
      const { check } = await import(/** @type {any} */ ("/tests/edge/support/check.js"));
      return check(api, url, 6);
    }, url);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}
