// Many badges on one page: one verification per file, and none before it is in sight.

import assert from "node:assert/strict";
import { test } from "node:test";

import { onPage, opened, said } from "./browser.mjs";
import { DID, SUBJECT, file, lines } from "./records.mjs";
import { page } from "./site.mjs";

const good = file(await lines());
const answers = { "/runs.ndjson": good };

const ASKED = `trust="${DID}" subject="${SUBJECT}"`;
const BADGE = `<proofmark-badge src="/runs.ndjson" ${ASKED}></proofmark-badge>`;

/** Counts the files that the page sends to its worker. */
const countFiles = () => {
  const counted = /** @type {any} */ (globalThis);
  counted.files = 0;
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = /** @this {Worker} @param {any[]} args */ function (...args) {
    if (args[0]?.file) counted.files += 1;
    return Reflect.apply(postMessage, this, args);
  };
};

test("fifty badges verify a file once", async () => {
  /** @type {Parameters<typeof onPage>[1]} */
  const use = async (tab, foreign) => {
    await tab.waitForFunction(() => customElements.get("proofmark-badge") !== undefined);
    await tab.evaluate((badges) => {
      /** @type {Element} */ (document.querySelector("main")).innerHTML = badges;
    }, `${BADGE}\n`.repeat(50));
    assert.equal((await said(tab)).verdict, "verified");
    assert.equal(await tab.evaluate(() => /** @type {any} */ (globalThis).files), 1);
    assert.equal(foreign.requests.filter((path) => path === "/runs.ndjson").length, 1);
  };
  await onPage(page(""), use, { answers, before: (tab) => tab.addInitScript(countFiles) });
});

test("a badge out of sight fetches nothing until it comes near", async () => {
  const body = `<div id="space"></div>${BADGE}<script src="/space.js"></script>`;
  const space = "document.getElementById('space').style.blockSize = '400vh';";
  /** @type {Parameters<typeof onPage>[1]} */
  const use = async (tab, foreign) => {
    await tab.waitForTimeout(500);
    assert.ok(!foreign.requests.includes("/runs.ndjson"));
    await tab.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await tab.waitForFunction(
      () => /** @type {any} */ (document.querySelector("proofmark-badge")).verdict === "verified",
    );
  };
  await onPage(page(body), use, { answers: { ...answers, "/space.js": space } });
});

test("the details link to the record, and to a check on another site", async () => {
  const badge = BADGE.replace(" src", ' dashboard="https://check.example/" src');
  await onPage(
    page(badge),
    async (tab, { url }) => {
      await said(tab);
      await opened(tab);
      const link = (/** @type {string} */ name) =>
        tab
          .getByRole("link", { name })
          .evaluate((link) => /** @type {HTMLAnchorElement} */ (link).href);
      const record = `${url}/runs.ndjson`;
      assert.equal(await link("Record file"), record);
      const check = new URL(await link("Check it on another site"));
      assert.equal(check.origin, "https://check.example");
      assert.deepEqual(Object.fromEntries(check.searchParams), {
        src: record,
        trust: DID,
        subject: SUBJECT,
      });
    },
    { answers },
  );
});

test("without JavaScript the child of a badge is shown", async () => {
  const badge = `<proofmark-badge src="/runs.ndjson"><a href="/runs.ndjson">The records</a></proofmark-badge>`;
  for (const javaScriptEnabled of [false, true]) {
    /** @type {Parameters<typeof onPage>[1]} */
    const use = async (tab) => {
      if (javaScriptEnabled) assert.equal((await said(tab)).verdict, "intact");
      const isShown = await tab.getByRole("link", { name: "The records" }).isVisible();
      assert.equal(isShown, !javaScriptEnabled);
    };
    await onPage(page(badge), use, { answers, context: { javaScriptEnabled } });
  }
});
