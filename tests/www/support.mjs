// The built dashboard, served under its policy beside the sample fleet, in a real Chromium.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test as asTest } from "node:test";

import { listen } from "../support/listen.mjs";
import * as api from "../../pkg/entry/core/node.js";
import { startFleet } from "../../pkg/cli/samples/fleet.js";
import { launchChromium } from "../../scripts/chromium.mjs";
import { serveSite } from "../../scripts/site.mjs";
import { withActions } from "./page-actions.mjs";

export { api };

/** When nobody waits any more for anything on a page, also on a busy machine, in milliseconds. */
const PATIENCE = Number(process.env.PROOFMARK_PATIENCE ?? 60_000);
/** The same for a test, and what comes before and after the tests of a file. */
export const LONGEST_TEST = 900_000;

/** Closes what the tests have opened, also after failures. @type {(() => unknown)[]} */
const ends = [];

/** What the files need that no test has prepared yet. @type {(() => Promise<void>)[]} */
const preparations = [];

/** Prepares what the tests of a file share, before the first test. @param {() => Promise<void>} run */
export const prepare = (run) => void preparations.push(run);

/**
 * Tests that cannot hang: what a page evaluates has no limit of its own.
 *
 * @param {number} timeout in milliseconds
 */
export const limited =
  (timeout) => (/** @type {string} */ name, /** @type {() => Promise<void>} */ run) =>
    void asTest(name, { timeout }, async () => {
      await (started ??= start());
      for (let next = preparations.shift(); next; next = preparations.shift()) await next();
      await run();
    });

export const test = limited(LONGEST_TEST);

/** Returns a function for tests of a view on a page without stored files. @param {string} view */
export const onPage =
  (view, limit = LONGEST_TEST) =>
  (/** @type {string} */ name, /** @type {(page: Page) => Promise<void>} */ run) =>
    limited(limit)(name, async () => {
      const page = await open(view);
      await run(page);
      await close(page);
    });

/** @typedef {import("./page-actions.mjs").Page} Page */

/** @typedef {{ site: string, fleet: import("../../pkg/cli/samples/fleet.js").Fleet, folder: string, browser: import("playwright-core").Browser, context: import("playwright-core").BrowserContext }} Stage */

/** The agents, the site and the browser of all files of this process, once the first test runs. */
export const shared = /** @type {Stage} */ ({});

/** @type {Promise<void> | undefined} */
let started;

async function start() {
  const fleet = await startFleet(/** @type {any} */ (api));
  const site = await serveSite({ fleet });
  const folder = mkdtempSync(join(tmpdir(), "proofmark-www-"));
  const browser = await launchChromium();
  ends.push(
    () => browser.close(),
    () => site.close(),
    () => fleet.close(),
    () => rmSync(folder, { recursive: true }),
  );
  const context = await browser.newContext({ viewport: WINDOW, timezoneId: "UTC" });
  // Keeps the window, because a new one costs as much as a test.
  await context.newPage();
  Object.assign(shared, { site: site.url, fleet, folder, browser, context });
}

after(
  async () => {
    const ended = await Promise.allSettled(ends.map(async (end) => end()));
    const failed = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    if (failed.length > 0) throw new AggregateError(failed);
  },
  { timeout: LONGEST_TEST },
);

/** The errors of a page: anything that was thrown, or that the policy refused. @type {WeakMap<Page, string[]>} */
const problems = new WeakMap();

const WINDOW = { width: 1280, height: 900 };

/**
 * Opens a page without stored files, after closing the pages of a test that failed. The pages share a
 * cache; a test that changes more than `clear` undoes brings a context of its own.
 *
 * @param {string} view
 * @param {{ context?: Stage["context"], site?: string }} [options]
 */
export async function open(view, { context = shared.context, site = shared.site } = {}) {
  await clear(context, site);
  const page = withActions(await context.newPage());
  page.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const found = [];
  problems.set(page, found);
  /** Said at once: what is thrown on a page may be why something is waited for in vain. @param {string} problem */
  const note = (problem) => {
    console.error(problem);
    found.push(problem);
  };
  page.on("pageerror", (error) => note(error.stack ?? error.message));
  page.on("dialog", (dialog) => {
    note(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) note(message.text());
  });
  await page.goto(`${site}/#/${view}`);
  await page
    .locator(`pm-${view.split("/")[0]} h1`)
    .first()
    .waitFor();
  return page;
}

/** Closes pages, then removes what they stored and changed. @param {Stage["context"]} context @param {string} origin */
async function clear(context, origin) {
  const [first, ...others] = context.pages();
  for (const page of others) await page.close();
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearPermissions();
  if (first === undefined) return;
  const devtools = await context.newCDPSession(first);
  await devtools.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "indexeddb,local_storage",
  });
  await devtools.detach();
}

/** Closes a page, and fails where anything went wrong on it. @param {Page} page */
export async function close(page) {
  await page.close();
  assert.deepEqual(problems.get(page), []);
}

/**
 * Opens what is folded up, and what is folded up in it; of those still closed, the first each time.
 *
 * @param {import("playwright-core").Locator} details
 */
export async function unfold(details) {
  const closed = details.and(details.page().locator(":not([open])")).locator("> summary");
  for (let most = 200; most > 0 && (await closed.count()) > 0; most--) await closed.first().click();
  assert.deepEqual(await closed.allTextContents(), []);
}

/** Writes a file and returns its path. @param {string} name @param {string} text */
export function written(name, text) {
  const path = join(shared.folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** @typedef {(prompt: string, expected: string, index: number) => string} Reply */

/** @type {Reply} */
export const right = (_, expected) => expected;

/** @type {Reply} */
export const sentence = (_, expected) => `The answer is ${expected}.`;

/** Right three times out of four, verbose, and one where the readings differ. @type {Reply} */
export const mixed = (_, expected, index) =>
  index % 4 === 3 ? "no idea" : `${index === 0 ? "Of 7 ways, t" : "T"}he answer is ${expected}.`;

/**
 * The record file of a run whose agent replies as `reply` says.
 *
 * @param {Reply} reply
 * @param {Partial<import("../../pkg/index.d.ts").EvaluateOwnOptions>} [options]
 */
export async function recordsOf(reply, options = {}) {
  let asked = -1;
  let expected = "";
  const { lines } = await api.evaluate({
    subject: "urn:test:agent",
    questions: 5,
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
 * @param {(prompt: string, asked: number, request: import("node:http").IncomingMessage) => string | undefined} reply nothing for no answer at all
 */
export async function agent(reply) {
  let asked = 0;
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    let body = "";
    for await (const chunk of request) body += chunk;
    const text = reply(body === "" ? "" : JSON.parse(body).message, asked++, request);
    if (text === undefined) return;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ response: text }));
  });
  const origin = await listen(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  ends.push(close);
  return {
    url: `${origin}/agent`,
    get asked() {
      return asked;
    },
    /** Leaves those without an answer who wait for one. */
    hangUp: () => server.closeAllConnections(),
    close,
  };
}
