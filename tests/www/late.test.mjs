// Late events: answers about what was left meanwhile, a fleet that is found when the form is half
// filled in, two runs that are begun at once.

import assert from "node:assert/strict";

import { agent, onPage, prepare, recordsOf, right, written } from "./support.mjs";

const test = onPage("results");
const onRun = onPage("run");

/** @type {Record<"large" | "better" | "small", string>} */
const paths = { large: "", better: "", small: "" };
/** @type {import("./support.mjs").Reply} */
const some = (_, expected, at) => (at % 3 === 0 ? "no idea" : expected);
prepare(async () => {
  paths.large = written("large.ndjson", await recordsOf(some, { questions: 900 }));
  paths.better = written("better.ndjson", await recordsOf(right, { questions: 900 }));
  paths.small = written("small.ndjson", await recordsOf(some, { questions: 30, seed: "small" }));
});

/** Opens a file in Results. Returns its id in the address. @param {import("./support.mjs").Page} page @param {string} path */
async function opened(page, path) {
  await page.evaluate(() => void (location.hash = "#/results"));
  await page.locator("pm-library:visible").waitFor();
  await page.give(path, page.locator(".records .body .entry").first());
  return page.url().split("/").at(-1) ?? "";
}

const go = (/** @type {import("./support.mjs").Page} */ page, /** @type {string} */ open) =>
  page.evaluate((open) => void (location.hash = `#/results/${open}`), open);

/** Waits until a file has the title. @param {import("./support.mjs").Page} page @param {string} name @param {string} [shows] what is there, too */
const titled = (page, name, shows = "h1") =>
  page.waitForFunction(
    ([name, shows]) =>
      document.querySelector("pm-file h1")?.textContent === name &&
      document.querySelector(`pm-file ${shows}`) !== null,
    /** @type {const} */ ([name, shows]),
  );

test("a comparison that comes when another file is open is not shown under its name", async (page) => {
  const large = await opened(page, paths.large);
  const better = await opened(page, paths.better);
  const small = await opened(page, paths.small);
  await go(page, `${large}:${better}`);
  await titled(page, "large.ndjson", ".tabs");
  await go(page, small);
  await titled(page, "small.ndjson", ".chip");
  // Whatever the worker was asked before is answered before this.
  await page.tab("Agents");
  await page.choose("Compute", page.locator("pm-trust details").first());
  assert.equal(await page.locator(".comparison").count(), 0);
});

test("a file that is left while it is read changes nothing of the one that is open", async (page) => {
  // What is large comes slowly.
  await page.addToWorkers(`const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = async function () {
        if (this.size > 2e6) await new Promise((done) => setTimeout(done, 500));
        return arrayBuffer.call(this);
      };`);
  const better = await opened(page, paths.better);
  await page.evaluate(() => void (location.hash = "#/results"));
  await page.locator("pm-library:visible").waitFor();
  await page.give(Array.from({ length: 8 }, () => paths.large));
  await titled(page, "8 files together");
  await go(page, better);
  await titled(page, "better.ndjson", "#stratum");
  await page.locator("#family").selectOption("science");
  await page.getByText("900 of 1,800 shown").waitFor();
  // Long enough for all of the other one.
  await page.waitForTimeout(2500);
  await page.locator(".records").evaluate((rows) => rows.scrollTo(0, 300 * 44));
  const row = page.locator("#row-300 .question");
  await row.filter({ hasText: /\S{2}/ }).waitFor();
  assert.match((await row.getAttribute("title")) ?? "", /A\W[^]*B\W[^]*C\W/);
});

test("the figures are those of the filter, also where the rows are put into order at once", async (page) => {
  await opened(page, paths.small);
  await page.evaluate(() => {
    const press = (/** @type {string} */ selector) =>
      /** @type {HTMLElement} */ (document.querySelector(selector)).click();
    press(".chip");
    press(".records .sort");
  });
  assert.match((await page.locator(".chip[aria-pressed=true]").textContent()) ?? "", /Correct/);
  await page.getByText("40 of 60 shown").waitFor();
  await page.locator(".score", { hasText: "40 of 40 right" }).waitFor();
});

test("a record that is chosen before its row has come opens when it does", async (page) => {
  await opened(page, paths.large);
  await page.evaluate(() => {
    for (const key of ["End", "Enter", "ArrowUp"])
      document.querySelector(".records")?.dispatchEvent(new KeyboardEvent("keydown", { key }));
  });
  await page.locator(".chosen", { hasText: "line 1,801" }).waitFor();
  await page.locator("#row-1798.at").waitFor();
});

test("scores by another configuration do not come under the name of the one chosen last", async (page) => {
  await opened(page, paths.large);
  await page.tab("Agents");
  await page.locator("pm-trust button").first().waitFor();
  await page.evaluate(() => {
    const [compute] = [...document.querySelectorAll("pm-trust button")];
    /** @type {HTMLElement} */ (compute).click();
    const input = /** @type {HTMLInputElement} */ (
      document.querySelector("pm-trust input[type=file]")
    );
    const given = new DataTransfer();
    given.items.add(new File(["{}"], "wrong.json"));
    input.files = given.files;
    input.dispatchEvent(new Event("change"));
  });
  await page.locator("pm-trust .notice.bad").waitFor();
  await page.getByText("Configuration: wrong.json").waitFor();
  await page.waitForTimeout(1000);
  assert.equal(await page.locator("pm-trust details").count(), 0);
});

onRun("the form waits for the list of sample agents, but not for ever", async (page) => {
  // The list never comes, and the page's time limit is reached when the test says so.
  await page.route("**/fleet.json", () => {});
  await page.addInitScript(() => {
    const limit = new AbortController();
    AbortSignal.timeout = () => limit.signal;
    Object.assign(globalThis, { giveUp: () => limit.abort() });
  });
  await page.reload();
  await page.locator("pm-run h1").waitFor();
  assert.equal(await page.locator("pm-run-form").count(), 0);
  await page.evaluate("giveUp()");
  await page.getByLabel("Agent’s address").waitFor();
  assert.equal(await page.getByText("Sample agents").count(), 0);
});

onRun("a resumed run is not lost behind one that starts at the same moment", async (page) => {
  const one = await agent((_, asked) => (asked === 2 ? undefined : "12"));
  const fill = async () => {
    await page.getByText("Your agent", { exact: true }).click();
    await page.getByLabel("Agent’s address").fill(one.url);
    await page.getByLabel("Protocol").selectOption("json");
  };
  await fill();
  await page.choose("Start", page.locator(".feed li").nth(1));
  await page.choose("Stop");
  await page.choose("New run");
  await fill();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await page.evaluate(() => {
    const press = (/** @type {string} */ selector) =>
      /** @type {HTMLElement} */ (document.querySelector(selector)).click();
    press("li.sheet button[type=submit]");
    press("pm-run-form button[type=submit]");
  });
  await page.done.waitFor();
  // Nothing is under way that is not shown, and what was is over.
  await page.waitForFunction(async () => (await navigator.locks.query()).held?.length === 0);
  // Three were asked before it was stopped, and one run has ten.
  assert.ok(one.asked <= 13, String(one.asked));
});

onRun("an address that names no view is that of the first one", async (page) => {
  await page.evaluate(() => void (location.hash = "#/constructor"));
  await page.waitForFunction(() => document.title === "Run · proofmark");
  assert.equal(await page.locator("main .notice").count(), 0);
});

test("what takes its time is said to be under way", async (page) => {
  // The worker reads nothing before what is said meanwhile was seen.
  let seen = () => {};
  let wait = Promise.resolve();
  const holdAll = () => void (wait = new Promise((resolve) => (seen = resolve)));
  await page.route("**/may-read", async (route) => {
    await wait;
    await route.fulfill({ status: 204 });
  });
  await page.addToWorkers(`const { arrayBuffer, stream } = Blob.prototype;
      const start = async () => void (await fetch("/may-read"));
      Blob.prototype.arrayBuffer = async function () {
        await start();
        return arrayBuffer.call(this);
      };
      Blob.prototype.stream = function () {
        return stream.call(this).pipeThrough(new TransformStream({ start }));
      };`);
  holdAll();
  await page.give(paths.small, "Reading");
  seen();
  await page.tab("Compare");
  await page
    .locator("section[aria-label^=Compare] input[type=file]")
    .waitFor({ state: "attached" });
  holdAll();
  await page.give(paths.small, "Comparing …");
  seen();
  await page.locator(".comparison .verdict").waitFor();
  assert.equal(await page.getByText("Comparing …").count(), 0);
  holdAll();
  await page.tab("Agents");
  await page.choose("Compute", page.getByRole("button", { name: "Computing …" }));
  seen();
  await page.locator(".trust .total").first().waitFor();
  await page.getByRole("button", { name: "Compute", exact: true }).waitFor();
});
