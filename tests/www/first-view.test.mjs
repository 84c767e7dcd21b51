// The bytes that are transferred before the first view can be used.

import assert from "node:assert/strict";

import { shifted, watchShifts } from "../support/layout-shifts.mjs";
import { withActions } from "./page-actions.mjs";
import { close, onPage, open, recordsOf, right, shared, test, written } from "./support.mjs";

const onRun = onPage("run");
const MOST = 100 * 1000;

test("the first view is interactive with at most 100 kB brotli", async () => {
  const context = await shared.browser.newContext();
  const page = withActions(await context.newPage());
  /** Asked for their sizes when they are summed: a size that is still asked for when the page closes is an error that nobody waits for. @type {import("playwright-core").Request[]} */
  const finished = [];
  page.on("requestfinished", (request) => finished.push(request));
  await page.goto(shared.site, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Start" }).waitFor();
  const found = await Promise.all(finished.map(transferred));
  const sum = found.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`first view: ${found.length} requests, ${sum} bytes transferred`);
  assert.ok(found.length > 3);
  assert.ok(sum <= MOST, JSON.stringify(found, null, 1));

  // Interactive: what is typed is taken, and starting starts.
  await page.getByLabel("Questions per topic").fill("0");
  await page.choose("Start", "Enter a whole number from 1 to 1,000.");

  // And what the first run needs beside it.
  finished.length = 0;
  await page.getByLabel("Questions per topic").fill("1");
  await page.choose("Start", page.locator(".feed li").first());
  const ours = finished.filter((request) => request.url().startsWith(shared.site));
  const more = await Promise.all(ours.map(transferred));
  console.log(`the first run: ${more.reduce((sum, { bytes }) => sum + bytes, 0)} bytes more`);
  await context.close();
});

/** Returns the address of a finished request, and the bytes that it transferred. @param {import("playwright-core").Request} request */
async function transferred(request) {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  return { url: request.url(), bytes: responseBodySize + responseHeadersSize };
}

onRun("no view moves while it loads, nor while a file opens", async (page) => {
  const file = written("moves.ndjson", await recordsOf(right));
  await watchShifts(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  for (const view of ["run", "results", "verify"]) {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${shared.site}/?${width}#/${view}`);
      await page.locator(`pm-${view} h1`).waitFor();
      if (view !== "run")
        await page.give(file, page.locator(".score .verdict-chip.intact, .verdict.intact"));
      assert.ok((await shifted(page)) < 0.02, `${view}, ${width}`);
    }
  }
});

onRun("the chosen theme is applied before the first paint", async (page) => {
  await page.choose("Theme: system", page.getByRole("button", { name: "Theme: light" }));
  await page.route(/index-.*\.js/, (route) => route.abort());
  await page.reload();
  await page.getByText("Loading…").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
});

test("nothing is asked of anyone but the site, and where there is no fleet the page does without", async () => {
  const { serveSite } = await import("../../scripts/site.mjs");
  const alone = await serveSite();
  const page = await open("run", { site: alone.url });
  /** @type {string[]} */
  const elsewhere = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(alone.url)) elsewhere.push(request.url());
  });
  await page.reload();
  await page.getByLabel("Agent’s address").waitFor();
  assert.equal(await page.getByText("Sample agents").count(), 0);
  for (const view of ["Results", "Verify"]) {
    await page.getByRole("link", { name: view, exact: true }).click();
    await page.locator(`pm-${view.toLowerCase()} h1`).waitFor();
  }
  assert.deepEqual(elsewhere, []);
  await close(page);
  await alone.close();
});

test("before and without JavaScript the page says what it is and what it lacks", async () => {
  const context = await shared.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(shared.site);
  await page.getByText("proofmark asks an AI agent small questions").waitFor();
  // Where JavaScript is left out for a test alone, what stands for it is there and not drawn.
  assert.match((await page.locator("noscript").textContent()) ?? "", /needs JavaScript/);
  await context.close();
});
