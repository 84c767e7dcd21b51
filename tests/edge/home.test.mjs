// The worker's home page in Chromium: the agents of the registry, and one of them.

import assert from "node:assert/strict";
import { after } from "node:test";

import { launchChromium } from "../../scripts/chromium.mjs";
import { assertAccessible } from "../support/axe.mjs";
import { tabTo } from "../support/keyboard.mjs";
import { POLICY, page as around, site } from "../badge/site.mjs";
import { startAgents, startWorld, test } from "./support/world.mjs";

/** The sample agents that answer at once. */
const NAMES = [
  ...["honest", "verbose", "wrong", "always-a", "refusing", "echo"],
  ...["honest", "verbose", "wrong", "always-a", "refusing", "broken"],
].map((name, at) => `urn:${name}:${at}`);

const agents = await startAgents();
const world = await startWorld({}, { assets: true });
await world.register(
  NAMES.map((id) => {
    const [, name = ""] = id.split(":");
    return [id, `${agents.url}/${name}/${id}`];
  }),
);
await world.settle();

const browser = await launchChromium();
after(() => browser.close());

/** @param {string} path @param {import("playwright-core").BrowserContextOptions} [options] */
async function open(path, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${world.url}${path}`);
  return { page, errors, context };
}

/** Waits until the first row is of an agent. @param {import("playwright-core").Page} page @param {RegExp} id */
const firstRow = (page, id) =>
  page.locator(".virtual.registry .body .entry:first-child .agent", { hasText: id }).waitFor();

test("the home page lists the agents, each verified in the browser", async () => {
  const { page, errors } = await open("/");
  await page.getByRole("heading", { name: "Agents", exact: true }).waitFor();
  await page.getByText("12 agents").waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  const verified = page.locator(".virtual.registry .verdict-chip.verified");
  await verified.nth(11).waitFor();
  assert.equal(await verified.count(), 12);
  await firstRow(page, /honest/);
  await page.getByRole("button", { name: "Trust score" }).click();
  await firstRow(page, /always-a|broken|refusing|verbose|wrong|echo/);
  await page.getByLabel("Search").fill("verbose");
  await page.getByText("2 of 12 agents").waitFor();
  await firstRow(page, /verbose/);
  await page.locator(".virtual.registry .body .entry").nth(2).waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("2 of 12 agents").waitFor();
  assert.deepEqual(errors, []);
});

test("the page of an agent has its score, its runs and code for a badge", async () => {
  const { page, errors, context } = await open("/");
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: world.url });
  await page.getByText("urn:honest:0").click();
  await page.getByRole("heading", { name: "urn:honest:0" }).waitFor();
  await page.getByText("2 of 2 answered").waitFor();
  await page.getByRole("cell", { name: "scheduled" }).waitFor();
  await page.getByText("(0.5 · 100.00 + 0.5 · 100.00) / 1 = 100.00").waitFor();
  await page.getByText("95 % interval 34.24 to 100.00").waitFor();
  await page.locator("pm-copy button").first().click();
  const copied = await page.waitForFunction(async () => {
    const text = await navigator.clipboard.readText();
    return text.startsWith("<proofmark-badge") ? text : "";
  });
  const code = await copied.jsonValue();
  assert.equal(
    code,
    `<proofmark-badge src="${world.url}/subjects/urn%3Ahonest%3A0/records.ndjson?runs=1" trust="${world.url}/trust.json" subject="urn:honest:0"></proofmark-badge>`,
  );
  const policy = `${POLICY} ${world.url}`;
  const foreign = await site({ "/": around(code) }, { policy });
  try {
    const elsewhere = await context.newPage();
    await elsewhere.goto(foreign.url);
    await elsewhere.locator("proofmark-badge").getByText("Verified").first().waitFor();
  } finally {
    foreign.close();
  }
  await page.getByRole("link", { name: "Look at its records" }).click();
  await page.getByText("2 of 2 right").first().waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "urn:honest:0" }).waitFor();
  assert.deepEqual(errors, []);
});

test("the image of an agent leads to its page, which verifies its newest run", async () => {
  const svg = await (await world.get("/subjects/urn%3Ahonest%3A0/badge.svg")).text();
  const [, path = ""] = /href="([^"]*)"/.exec(svg) ?? [];
  const { page } = await open(path.replaceAll("&amp;", "&"));
  await page.getByRole("heading", { name: "urn:honest:0" }).waitFor();
  await page.locator(".verdict-chip.verified").waitFor();
});

test("axe finds no violation, and all of it is reached by keyboard", async () => {
  const { page } = await open("/", { reducedMotion: "reduce" });
  await page.locator(".virtual.registry .verdict-chip.verified").nth(11).waitFor();
  await assertAccessible(page, "the agents");
  await tabTo(page, (name) => name.startsWith("INPUT Search"));
  await page.keyboard.type("verbose");
  await page.getByText("2 of 12 agents").waitFor();
  await tabTo(page, (name) => name === "BUTTON Trust score");
  await tabTo(page, (name) => name === "DIV Agents");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator("article .verdict-chip.verified").waitFor();
  await page.locator(".arithmetic").waitFor();
  await assertAccessible(page, "an agent");
  await tabTo(page, (name) => name.startsWith("BUTTON Copy"));
  await tabTo(page, (name) => name.startsWith("A Look at its records"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByText("of 2 right").first().waitFor();
});
