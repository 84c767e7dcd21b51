import { launchChromium } from "../../scripts/chromium.mjs";
import { serve } from "./server.mjs";

/**
 * @param {import("./suite.js").VectorFile[]} vectors
 * @returns {Promise<import("./suite.js").Report>}
 */
export async function runInChromium(vectors) {
  const server = await serve({ "/vectors.json": JSON.stringify(vectors) });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(`${server.url}/tests/hosts/page.html`);
    const report = await page
      .waitForFunction(() => /** @type {any} */ (globalThis).report, null, { timeout: 300_000 })
      .catch((error) => {
        throw new Error([...problems, error.message].join("\n"));
      });
    const result = await report.jsonValue();
    return { ...result, failures: [...result.failures, ...problems] };
  } finally {
    await browser.close();
    server.close();
  }
}
