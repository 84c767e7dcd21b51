// `npm run screenshots`: takes pictures of every view of the dashboard (light, dark, narrow), of the
// edge worker's home page and of the badge into docs/images/. `-- NAME` takes the pictures of `views`,
// `home` or `badge` only. The views show a new run against the sample agents.

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { takeBadges } from "./badge-screenshot.mjs";
import { launchChromium } from "./chromium.mjs";
import { ROOT, script } from "./lib.mjs";
import { setup } from "./setup.mjs";
import { serveSite } from "./site.mjs";
import { startEdge } from "./start.mjs";

const FOLDER = join(ROOT, "docs", "images");
const PATIENCE = 300_000;

/** @type {[name: string, options: import("playwright-core").BrowserContextOptions][]} */
const LOOKS = [
  ["light", { viewport: { width: 1200, height: 860 }, colorScheme: "light" }],
  ["dark", { viewport: { width: 1200, height: 860 }, colorScheme: "dark" }],
  ["narrow", { viewport: { width: 360, height: 740 }, colorScheme: "light" }],
];

/** Sample agents that are asked besides those that are chosen at first. */
const ALSO = ["always-a", "refusing", "echo", "broken"];

/** @typedef {import("playwright-core").BrowserContextOptions} Options */

/**
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {boolean} [fullPage]
 */
async function takePicture(page, name, fullPage = false) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage, animations: "disabled" });
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {string} look
 * @param {Options} options
 */
async function takeViews(browser, url, look, options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const shot = (/** @type {string} */ name) => takePicture(page, `${name}-${look}`);
  await page.goto(url);
  for (const name of ALSO) await page.locator(`input[name=agent][value=${name}]`).check();
  await page.getByLabel("Questions per topic").fill("10");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  // Prefer a reply whose two readings differ.
  const verbose = page.locator(".feed details", { hasText: "verbose" });
  const differing = verbose.filter({ hasText: "Wrong" });
  const telling = (await differing.count()) > 0 ? differing.first() : verbose.first();
  await telling.locator("summary").click();
  await telling.evaluate((element) =>
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - 200, behavior: "instant" }),
  );
  await shot("run");

  await page.getByRole("link", { name: "Open in Results" }).click();
  await page.locator(".agents .share").first().waitFor();
  await page.locator(".score .verdict-chip.intact").waitFor();
  await page
    .locator(".score")
    .evaluate((element) =>
      scrollTo({ top: element.getBoundingClientRect().top + scrollY - 40, behavior: "instant" }),
    );
  await shot("results");

  await page.getByRole("button", { name: "Verification details" }).click();
  await page.locator(".verdict:focus").waitFor();
  await page
    .locator(".verdict")
    .evaluate((element) =>
      scrollTo({ top: element.getBoundingClientRect().top + scrollY - 40, behavior: "instant" }),
    );
  await shot("verify");
  await context.close();
}

/**
 * Takes pictures of the edge worker's home page, and of the page of an agent.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {string} look
 * @param {Options} options
 */
async function takeHome(browser, url, look, options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(".verdict-chip.verified").nth(5).waitFor();
  await takePicture(page, `home-${look}`);
  await page.locator(".registry .agent", { hasText: "verbose" }).click();
  await page.locator("article .verdict-chip.verified").waitFor();
  await page.locator(".arithmetic").waitFor();
  await takePicture(page, `agent-${look}`, true);
  await context.close();
}

script(import.meta.url, async () => {
  await setup();
  const { startFleet } = await import("../pkg/cli/samples/fleet.js");
  mkdirSync(FOLDER, { recursive: true });
  const [only] = process.argv.slice(2);
  const isWanted = (/** @type {string} */ name) => only === undefined || only === name;
  const fleet = await startFleet(/** @type {any} */ (await import("../pkg/entry/core/node.js")));
  const browser = await launchChromium();
  try {
    if (isWanted("views")) {
      const site = await serveSite({ fleet });
      for (const [look, options] of LOOKS) await takeViews(browser, site.url, look, options);
      await site.close();
    }
    if (isWanted("home")) {
      const edge = await startEdge(fleet);
      for (const [look, options] of LOOKS) await takeHome(browser, edge.url, look, options);
      await edge.close();
    }
    if (isWanted("badge")) await takeBadges(browser, FOLDER);
  } finally {
    await browser.close();
    await fleet.close();
  }
});
