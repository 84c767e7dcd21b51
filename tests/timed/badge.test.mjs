// A page stays responsive with fifty badges, and while lines are verified that are as long as a badge
// reads.

import assert from "node:assert/strict";
import { test } from "node:test";

import { onPage, said } from "../badge/browser.mjs";
import { DID, SUBJECT, file, lines, records } from "../badge/records.mjs";
import { POLICY, page } from "../badge/site.mjs";
import { watch } from "./long-tasks.mjs";

/** As long as a line can be: a badge reads 8 MiB. */
const LONG = 7.9 * 2 ** 20;
/** As long as a reply in a record may be. */
const REPLY = 2 ** 21;

const [good = ""] = records(await lines({ questions: 1 }));

const badge = `<proofmark-badge trust="${DID}" subject="${SUBJECT}"></proofmark-badge>`;

/** The good record with more of something. @param {string} before @param {string} more */
const longer = (before, more) => {
  assert.ok(good.includes(before));
  return good.replace(before, before + more);
};
const words = (/** @type {number} */ bytes) =>
  "Or 95, that is B. ".repeat(Math.ceil(bytes / 18)).slice(0, bytes);

/** Files of one long line, and what a badge says of them. @type {[what: string, line: () => string, verdict: string, code: string][]} */
const FILES = [
  ["a reply", () => longer('"response":"', words(LONG)), "failed", "json.invalid"],
  [
    "the longest reply",
    () => longer('"response":"', words(REPLY - 100)),
    "failed",
    "proof.signature",
  ],
  ["a subject", () => longer('"subject":{"id":"', words(LONG)), "failed", "record.run-id"],
  ["no JSON", () => "[".repeat(LONG), "not-checked", "json.invalid"],
  ["digits", () => "9".repeat(LONG), "failed", "json.invalid"],
];

for (const [what, line, verdict, code] of FILES) {
  test(`a long line does not hold up the page: ${what}`, async () => {
    const answers = { "/long.ndjson": `${line()}\n` };
    const use = async (/** @type {import("playwright-core").Page} */ tab) => {
      await said(tab);
      const busy = await watch(tab);
      await tab.evaluate(async () => {
        const badge = /** @type {any} */ (document.querySelector("proofmark-badge"));
        badge.src = "/long.ndjson";
        await badge.checked;
      });
      assert.deepEqual(await busy(), []);
      const found = await tab.evaluate(() => {
        const { verdict, report } = /** @type {any} */ (document.querySelector("proofmark-badge"));
        return { verdict, codes: report.failures.map((/** @type {any} */ { code }) => code) };
      });
      assert.equal(found.verdict, verdict);
      assert.ok(found.codes.includes(code), found.codes);
    };
    await onPage(page(badge), use, { answers });
  });
}

test("fifty badges verify in short tasks", async () => {
  const whole = badge.replace("<proofmark-badge", '<proofmark-badge src="/runs.ndjson"');
  /** @type {Parameters<typeof onPage>[1]} */
  const use = async (tab) => {
    await tab.waitForFunction(() => customElements.get("proofmark-badge") !== undefined);
    const busy = await watch(tab);
    await tab.evaluate((badges) => {
      /** @type {Element} */ (document.querySelector("main")).innerHTML = badges;
    }, `${whole}\n`.repeat(50));
    await said(tab);
    assert.deepEqual(await busy(), []);
  };
  await onPage(page(""), use, { answers: { "/runs.ndjson": file(await lines()) } });
});

test("a page that can have no worker verifies by itself", async () => {
  const whole = page(badge.replace("<proofmark-badge", '<proofmark-badge src="/r.json"'));
  const policy = `${POLICY}; worker-src 'none'`;
  const { verdict } = await onPage(whole, said, { answers: { "/r.json": good }, policy });
  assert.equal(verdict, "verified");
});
