// Checks all records in Chromium, in a page of another origin.

import { POLICY, serve } from "../../hosts/server.mjs";
import { launchChromium } from "../../../scripts/chromium.mjs";
import { ROOT } from "../../../scripts/lib.mjs";

/** @param {string} url @returns {Promise<any>} */
export async function checkInChromium(url) {
  const policy = POLICY.replace("connect-src", `connect-src ${url}`);
  const server = await serve({ "/index.html": "<p>" }, ROOT, policy);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    await page.goto(`${server.url}/index.html`);
    return await page.evaluate(async (url) => {
      const api = await import(/** @type {any} */ ("/pkg/entry/core/browser.js"));
      await api.ready();
      const { check } = await import(/** @type {any} */ ("/tests/edge/support/check.js"));
      return check(api, url, 6);
    }, url);
  } finally {
    await browser.close();
    server.close();
  }
}
