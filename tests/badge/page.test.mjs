// The badge on pages that go on loading, move the focus on, speak another language, have
// styles and a policy of its own.

import assert from "node:assert/strict";
import { test } from "node:test";

import { onPage, opened, said } from "./browser.mjs";
import { DID, SUBJECT, file, lines } from "./records.mjs";
import { POLICY, page } from "./site.mjs";

const good = file(await lines());
/** When it was made, which is the time on every page. */
const now = Date.now();

const ASKED = `trust="${DID}" subject="${SUBJECT}"`;
const BADGE = `<proofmark-badge src="/runs.ndjson" ${ASKED}></proofmark-badge>`;

/**
 * Returns what `use` finds on a foreign page, on which nothing may be thrown.
 *
 * @template T
 * @param {import("./site.mjs").Answer} whole
 * @param {(page: import("playwright-core").Page) => Promise<T>} use
 * @param {{ more?: Record<string, string>, policy?: string, waitUntil?: "load" | "commit" }} [options]
 */
async function shown(whole, use, { more, policy = POLICY, waitUntil = "load" } = {}) {
  /** @type {string[]} */
  const thrown = [];
  const found = await onPage(whole, use, {
    ...{ answers: { "/runs.ndjson": good, ...more }, policy, waitUntil },
    before(tab) {
      tab.on("pageerror", ({ message }) => thrown.push(message));
      return tab.clock.setFixedTime(now);
    },
  });
  assert.deepEqual(thrown, []);
  return found;
}

test("the details close when the focus moves on, and hide nothing that has it", async () => {
  const body = `${BADGE}<br>${BADGE}<p><a href="#top">A link</a></p>`;
  await shown(page(body), async (tab) => {
    await said(tab);
    const [first, second] = [0, 1].map((at) => tab.locator("proofmark-badge").nth(at));
    const panel = first?.getByRole("region");
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    await panel?.waitFor({ state: "visible" });
    await tab.keyboard.press("Tab");
    assert.ok(await panel?.isVisible(), "with the focus in them they stay");
    // The link to the record, and what is behind the details.
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Tab");
    await panel?.waitFor({ state: "hidden" });
    const seen = await second?.evaluate((badge) => {
      const { x, y, width, height } = badge.getBoundingClientRect();
      const there = document.elementFromPoint(x + width / 2, y + height / 2);
      return badge === document.activeElement && badge === there;
    });
    assert.ok(seen, "the next badge has the focus, and nothing lies over it");
  });
});

test("a record that is still coming is waited for", async () => {
  const whole = page(
    `<proofmark-badge ${ASKED}><script type="application/x-ndjson">\n${good}</script></proofmark-badge>`,
    {
      script:
        '<script src="/watch.js"></script><script type="module" async src="/badge/proofmark-badge.js"></script>',
    },
  );
  const cuts = [
    whole.indexOf('<script type="application/x-ndjson'),
    whole.indexOf(good) + good.length / 2,
  ];
  const parts = [0, ...cuts].map((at, index) => whole.slice(at, cuts[index]));
  /** @type {import("node:http").ServerResponse | undefined} */
  let coming;
  const watch =
    'globalThis.told = []; addEventListener("proofmark-verdict", ({ detail }) => told.push(detail.verdict));';
  const told = await shown(
    (response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).write(parts[0]);
      coming = response;
    },
    async (tab) => {
      const badge = tab.locator("proofmark-badge");
      await badge.locator("button").waitFor({ state: "attached" });
      coming?.write(parts[1]);
      await badge.locator("> script").waitFor({ state: "attached" });
      coming?.end(parts[2]);
      assert.equal((await said(tab)).verdict, "verified");
      return tab.evaluate(() => /** @type {any} */ (globalThis).told);
    },
    { more: { "/watch.js": watch }, waitUntil: "commit" },
  );
  assert.deepEqual(told, ["verified"]);
});

test("a locale that is none is English", async () => {
  await shown(page(BADGE), async (tab) => {
    await said(tab);
    for (const locale of ["en_US", ""]) {
      await tab.evaluate((locale) => {
        const badge = /** @type {any} */ (document.querySelector("proofmark-badge"));
        badge.strings = { locale, verified: "Geprüft" };
      }, locale);
      const { word, note } = await said(tab);
      assert.equal(word, "Geprüft");
      assert.match(note ?? "", / · this minute$/);
      assert.match(await opened(tab), /Dated \w+ \d+, \d{4}/);
      await tab.keyboard.press("Escape");
    }
  });
});

test("a policy may forbid all markup from scripts", async () => {
  const policy = `${POLICY}; require-trusted-types-for 'script'; trusted-types 'none'`;
  assert.equal((await shown(page(BADGE), said, { policy })).verdict, "verified");
});

test("what a page does to its text does not reach into the badge", async () => {
  const more = {
    "/page.css": "main { text-indent: 3rem; text-shadow: 0 0 4px red; }",
  };
  const head = '<link rel="stylesheet" href="/page.css">';
  await shown(
    page(BADGE, { head }),
    async (tab) => {
      await said(tab);
      await opened(tab);
      const styles = await tab.evaluate(() => {
        const root = document.querySelector("proofmark-badge")?.shadowRoot;
        return [...(root?.querySelectorAll("[part~=word], .panel, .limits li") ?? [])].map(
          (part) => {
            const { textIndent, textShadow } = getComputedStyle(part);
            return `${textIndent} ${textShadow}`;
          },
        );
      });
      assert.deepEqual([...new Set(styles)], ["0px none"]);
      assert.ok(styles.length > 2);
    },
    { more, policy: `${POLICY}; style-src 'self'` },
  );
});

test("bytes and files are read whatever window they are of", async () => {
  const body = `<proofmark-badge ${ASKED}></proofmark-badge><iframe src="/frame"></iframe>`;
  const policy = `${POLICY}; frame-src 'self'`;
  const more = { "/frame": "<!doctype html>" };
  const found = await shown(
    page(body),
    (tab) =>
      tab.evaluate(async (text) => {
        const badge = /** @type {any} */ (document.querySelector("proofmark-badge"));
        const {
          Uint8Array: Bytes,
          Blob: Piece,
          File: Whole,
        } = /** @type {any} */ (document.querySelector("iframe")?.contentWindow);
        const bytes = new TextEncoder().encode(`  ${text}`);
        const records = {
          bytes,
          "bytes of another window": Bytes.from(bytes),
          "a part of bytes": bytes.subarray(2),
          "a buffer": bytes.buffer,
          "a buffer of another window": Bytes.from(bytes).buffer,
          "a view": new DataView(bytes.buffer, 2),
          "a blob": new Blob([text]),
          "a blob of another window": new Piece([text]),
          "a file of another window": new Whole([text], "runs.ndjson"),
        };
        /** @type {Record<string, string>} */
        const verdicts = {};
        for (const [name, record] of Object.entries(records)) {
          badge.record = record;
          verdicts[name] = await badge.checked;
        }
        return verdicts;
      }, good),
    { more, policy },
  );
  assert.deepEqual([...new Set(Object.values(found))], ["verified"], JSON.stringify(found));
});

test("a page may take the badge away by the click that opens it, and put it elsewhere", async () => {
  const verdict = await shown(page(BADGE), async (tab) => {
    await said(tab);
    const badge = tab.locator("proofmark-badge");
    await badge.evaluate((element) =>
      element.parentElement?.addEventListener("click", () => element.remove(), { once: true }),
    );
    const kept = await badge.evaluateHandle((element) => element);
    // By a script, so that nothing of the badge is done before the page's own.
    await kept.evaluate((element) => element.shadowRoot?.querySelector("button")?.click());
    await tab.waitForTimeout(50);
    await kept.evaluate((element) => document.querySelector("h1")?.before(element));
    const { verdict } = await said(tab);
    assert.equal(await badge.getByRole("region").count(), 0, "what is moved is closed");
    assert.match(await opened(tab), /Checked in this browser/);
    return verdict;
  });
  assert.equal(verdict, "verified");
});

test("on paper it stands on its own ground", async () => {
  await shown(
    page(BADGE.replace("<proofmark-badge ", '<proofmark-badge theme="dark" ')),
    async (tab) => {
      await said(tab);
      await tab.emulateMedia({ media: "print" });
      const adjusted = await tab
        .locator("proofmark-badge")
        .getByRole("button")
        .evaluate((element) => getComputedStyle(element).printColorAdjust);
      assert.equal(adjusted, "exact");
    },
  );
});
