// A badge on a foreign page in real Chromium, and what it says.

import { after } from "node:test";

import { ready } from "proofmark";

import { launchChromium } from "../../scripts/chromium.mjs";
import { site } from "./site.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** When nobody waits any more for anything on a page, also on a busy machine, in milliseconds. */
const PATIENCE = 300_000;

await ready();
/** One for all tests of a process. */
const browser = await launchChromium();
browser.on("context", (context) => context.setDefaultTimeout(PATIENCE));
after(() => browser.close());

/**
 * Returns what `use` finds on a page of a foreign site.
 *
 * @template T
 * @param {import("./site.mjs").Answer} whole the page
 * @param {(page: Page, foreign: Awaited<ReturnType<typeof site>>) => Promise<T>} use
 * @param {{ answers?: Record<string, import("./site.mjs").Answer>, policy?: string | undefined, context?: import("playwright-core").BrowserContextOptions | undefined, before?: ((page: Page, foreign: Awaited<ReturnType<typeof site>>) => unknown) | undefined, waitUntil?: "load" | "commit" }} [options]
 */
export async function onPage(whole, use, options = {}) {
  const { answers, policy, context: how, before, waitUntil = "load" } = options;
  const foreign = await site({ "/": whole, ...answers }, policy === undefined ? {} : { policy });
  const context = await browser.newContext(how);
  try {
    const tab = await context.newPage();
    await before?.(tab, foreign);
    await tab.goto(`${foreign.url}/`, { waitUntil });
    return await use(tab, foreign);
  } finally {
    await context.close();
    foreign.close();
  }
}

/** Waits until every badge of the page has been checked. Returns what each says. @param {Page} page */
export async function allSaid(page) {
  await page.waitForFunction(() => {
    const badges = /** @type {any[]} */ ([...document.querySelectorAll("proofmark-badge")]);
    // Also those out of sight are asked for.
    return badges
      .map(({ checked, verdict }) => checked && verdict)
      .every((verdict) => verdict !== undefined && verdict !== "checking");
  });
  return page.evaluate(() => {
    const badges = /** @type {any[]} */ ([...document.querySelectorAll("proofmark-badge")]);
    const one = async (/** @type {any} */ badge) => {
      await badge.checked;
      const text = (/** @type {string} */ part) => {
        const found = badge.shadowRoot.querySelector(`[part~="${part}"]`);
        return found === null ? undefined : found.textContent.replace(/\s+/g, " ").trim();
      };
      const { verdict, report } = badge;
      return { verdict, report, word: text("word"), note: text("note"), score: text("score") };
    };
    return Promise.all(badges.map(one));
  });
}

/** Returns what the first badge says when all have been checked. @param {Page} page */
export const said = async (page) => /** @type {any} */ ((await allSaid(page))[0]);

/** Opens the details of a badge, and returns their text. @param {Page} page */
export async function opened(page, at = 0) {
  const badge = page.locator("proofmark-badge").nth(at);
  await badge.getByRole("button").click();
  const panel = badge.getByRole("region");
  await panel.waitFor({ state: "visible" });
  return (await panel.innerText()).replace(/\s+/g, " ");
}

/** On the page: what each badge draws over something else or outside itself, and what it leaves out. */
export const wrongs = () =>
  [...document.querySelectorAll("proofmark-badge")].flatMap((badge, at) => {
    const root = /** @type {ShadowRoot} */ (badge.shadowRoot);
    const frame = /** @type {Element} */ (root.querySelector("button")).getBoundingClientRect();
    const drawn = [...root.querySelectorAll("button :is(svg, b, small, bdi, .tail)")].filter(
      (part) => {
        const { width } = part.getBoundingClientRect();
        return width > 0 && getComputedStyle(part).position !== "absolute";
      },
    );
    /** Returns the visible box of a part. @param {Element} part */
    const seen = (part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const around = /** @type {Element} */ (part.parentElement);
      const cut =
        getComputedStyle(around).overflow === "hidden"
          ? around.getBoundingClientRect().right
          : right;
      return { left, right: Math.min(right, cut), top, bottom };
    };
    const name = (/** @type {Element} */ part) => `${at}: ${part.textContent?.trim() || "a mark"}`;
    const found = drawn.flatMap((one, index) => {
      const a = seen(one);
      const beyond =
        a.left < frame.left ||
        a.right > frame.right ||
        a.top < frame.top ||
        a.bottom > frame.bottom;
      const over = drawn.slice(index + 1).filter((other) => {
        const b = seen(other);
        // Lines may touch.
        return (
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4
        );
      });
      return [
        ...(beyond ? [`${name(one)} outside`] : []),
        ...over.map((other) => `${name(one)} over ${name(other)}`),
      ];
    });
    const words = drawn.map((part) => part.textContent);
    const two = root.querySelector(".two") !== null;
    if (two && !(words.includes("first") && words.includes("final")))
      found.push(`${at}: two readings without their names`);
    const note = root.querySelector(".note bdi");
    if (!badge.hasAttribute("compact") && (note?.getBoundingClientRect().width ?? 0) < 60)
      found.push(`${at}: no room for who signed`);
    return found;
  });
