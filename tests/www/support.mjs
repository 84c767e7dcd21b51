// The built dashboard, served under its policy beside the sample fleet, in a real Chromium.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { chromium } from "playwright-core";

import * as api from "../../pkg/node.js";
import { startFleet } from "../../pkg/cli/samples/fleet.js";
import { chromiumPath } from "../../scripts/chromium.mjs";
import { serveSite } from "../../scripts/site.mjs";

export { api };

/** How long anything on a page may take, in milliseconds. */
const PATIENCE = 120_000;

/** @typedef {import("playwright-core").Page} Page */

/** @typedef {{ site: string, fleet: import("../../pkg/cli/samples/fleet.js").Fleet, folder: string, browser: import("playwright-core").Browser }} Stage */

/**
 * What the tests of a file share.
 *
 * @returns {Stage}
 */
export function stage() {
  const shared = /** @type {Stage} */ ({});
  /** @type {(() => unknown)[]} */
  const ends = [];
  before(async () => {
    const fleet = await startFleet(/** @type {any} */ (api));
    const site = await serveSite({ fleet });
    const browser = await chromium.launch({
      executablePath: await chromiumPath(),
      args: ["--no-sandbox"],
    });
    const folder = mkdtempSync(join(tmpdir(), "proofmark-www-"));
    ends.push(
      () => browser.close(),
      () => site.close(),
      () => fleet.close(),
      () => rmSync(folder, { recursive: true }),
    );
    Object.assign(shared, { site: site.url, fleet, browser, folder });
  });
  after(async () => {
    for (const end of ends) await end();
  });
  return shared;
}

/** What a page has to answer for: anything that was thrown, or that the policy refused. @type {WeakMap<Page, string[]>} */
const problems = new WeakMap();

/**
 * A page of its own, with a store of its own.
 *
 * @param {Stage} stage
 * @param {string} view
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function open({ browser, site }, view, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  /** @type {string[]} */
  const found = [];
  problems.set(page, found);
  page.on("pageerror", (error) => found.push(error.stack ?? error.message));
  page.on("dialog", (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) found.push(message.text());
  });
  await page.goto(`${site}/#/${view}`);
  await page.locator(`pm-${view} h1`).first().waitFor();
  return page;
}

/** Closes a page, and fails where anything went wrong on it. @param {Page} page */
export async function close(page) {
  await page.context().close();
  assert.deepEqual(problems.get(page), []);
}

/** Gives a file to the view that is open. @param {Page} page @param {string} path */
export async function give(page, path) {
  await page.locator("pm-drop:visible input[type=file]").first().setInputFiles(path);
}

/** @param {Stage} stage @param {string} name @param {string} text */
export function written({ folder }, name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/**
 * The record file of a run whose agent replies as `reply` says.
 *
 * @param {(prompt: string, expected: string, index: number) => string} reply
 * @param {Partial<import("../../pkg/index.d.ts").EvaluateOwnOptions>} [options]
 */
export async function recordsOf(reply, options = {}) {
  let asked = -1;
  let expected = "";
  const { lines } = await api.evaluate({
    subject: "urn:test:agent",
    runs: 5,
    seed: "a dashboard",
    ask: async (prompt) => reply(prompt, expected, asked),
    onEvent(event) {
      if (event.type !== "question") return;
      ({ expected } = event.question);
      asked += 1;
    },
    ...options,
  });
  return `${lines.join("\n")}\n`;
}

/**
 * An agent that any page may ask.
 *
 * @param {(prompt: string, asked: number) => string | undefined} reply nothing for no answer at all
 */
export async function agent(reply) {
  let asked = 0;
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    let body = "";
    for await (const chunk of request) body += chunk;
    const text = reply(body === "" ? "" : JSON.parse(body).message, asked++);
    if (text === undefined) return;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ response: text }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/agent`,
    get asked() {
      return asked;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Fills in the form for one endpoint and starts.
 *
 * @param {Page} page
 * @param {string} url
 * @param {{ runs?: number, families?: string[] }} [options]
 */
export async function ask(page, url, { runs = 5, families = ["math", "science"] } = {}) {
  await page.getByText("An endpoint", { exact: true }).click();
  await page.getByLabel("Address of the endpoint").fill(url);
  await page.getByLabel("Protocol").selectOption("json");
  for (const family of ["math", "science"]) {
    await page.locator(`input[name=family][value=${family}]`).setChecked(families.includes(family));
  }
  await page.getByLabel("Questions per family").fill(String(runs));
  await page.getByRole("button", { name: "Start" }).click();
}
