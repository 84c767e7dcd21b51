// Asks the questions from a page in Chromium.

import { launchChromium } from "../../scripts/chromium.mjs";
import { serve } from "../hosts/server.mjs";

export async function startChromium() {
  const server = await serve({ "/page.html": "<!doctype html><title>hostile</title>" });
  const browser = await launchChromium();
  // The page asks other origins, which the policy of the suite's pages forbids.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${server.url}/page.html`);
  const session = await context.newCDPSession(page);
  return {
    /** @param {import("./ask.js").Behaviour} behaviour @param {Record<string, string>} origins */
    ask(behaviour, origins) {
      return page.evaluate(async ([behaviour, origins]) => {
        const from = (/** @type {string} */ path) => import(path);
        const api = await from("/pkg/entry/core/browser.js");
        await api.ready();
        const { askOnce } = await from("/tests/hostile/ask.js");
        return /** @type {ReturnType<typeof import("./ask.js").askOnce>} */ (
          askOnce(api, behaviour, origins)
        );
      }, /** @type {const} */ ([behaviour, origins]));
    },
    async memory() {
      await session.send("HeapProfiler.collectGarbage");
      return (await session.send("Runtime.getHeapUsage")).usedSize;
    },
    async dispose() {
      await browser.close();
      server.close();
    },
  };
}
