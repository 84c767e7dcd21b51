// Files of many records: the counts are right, the table scrolls, and while all cores verify, the
// page answers at once. 20,000 records, because making them takes longer than verifying them; in
// long runs 100,000. PROOFMARK_RECORDS is the number of records to verify, PROOFMARK_FILE a file of
// that many that is made already.

import assert from "node:assert/strict";
import { createReadStream, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { make } from "../../benches/verify/make.mjs";
import { summarize } from "../../pkg/entry/suite/node.js";
import { size } from "../support/long.mjs";
import { api, LONGEST_TEST, onPage, prepare, shared } from "../www/support.mjs";
import { LONGEST, watch } from "./long-tasks.mjs";

const LISTED = size(20_000, 100_000);
const VERIFIED = Number(process.env.PROOFMARK_RECORDS ?? LISTED);
/** Time limit for making the files, and for each test: 5 ms for a record. */
const LIMIT = Math.max(LONGEST_TEST, 5 * (LISTED + VERIFIED));

const test = onPage("verify", LIMIT);
const onResults = onPage("results", LIMIT);

let listed = "";
let verified = "";

prepare(async () => {
  const { key } = api.generateKey();
  listed = verified = join(shared.folder, "listed.ndjson");
  await make(listed, LISTED, { perRun: LISTED / 100, key });
  if (VERIFIED !== LISTED) {
    verified = process.env.PROOFMARK_FILE ?? join(shared.folder, "verified.ndjson");
    if (process.env.PROOFMARK_FILE === undefined)
      await make(verified, VERIFIED, { perRun: LISTED / 100, key });
  }
});

/**
 * Waits until everything has come and the page has nothing left to do: painting a view for the first
 * time is not what is measured.
 *
 * @param {import("../www/support.mjs").Page} page
 */
async function rested(page) {
  await page.waitForLoadState("networkidle");
  const idle = () => page.evaluate(() => new Promise((done) => requestIdleCallback(() => done(0))));
  for (let frame = 0; frame < 3; frame++) {
    await idle();
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await idle();
}

/** Notes what the page says last of how far it is. @param {import("../www/support.mjs").Page} page */
async function listen(page) {
  await page.evaluate(() => {
    const view = /** @type {Element} */ (document.querySelector("pm-verify"));
    new MutationObserver(() => {
      const far = view.querySelector("progress + p")?.textContent;
      if (far) /** @type {any} */ (globalThis).told = far;
    }).observe(view, { childList: true, characterData: true, subtree: true });
  });
}

onResults(`${LISTED} records are read, counted, filtered, sorted and scrolled`, async (page) => {
  const summary = await summarize(createReadStream(listed));
  await rested(page);
  const opened = await watch(page);
  const began = Date.now();
  await page.give(listed);
  await page
    .getByText(`${LISTED.toLocaleString("en")} records · 100 agents · 100 runs`)
    .waitFor({ timeout: LIMIT });
  await page.locator("pm-filters").waitFor();
  console.log(`read and counted in ${Date.now() - began} ms`);
  await page.locator("#row-0 .share").first().waitFor();
  await page.tab("Records");
  await page.locator("#row-0 .line", { hasText: /^\d+$/ }).waitFor();
  await page.waitForTimeout(500);
  assert.deepEqual(await opened(), [], "it is opened in short tasks");
  await page.tab("Breakdown");
  for (const [outcome, words] of /** @type {const} */ ([
    ["correct", "Correct"],
    ["wrong", "Wrong"],
  ])) {
    const row = page.locator("section[aria-label=Outcomes] tr", { hasText: words });
    assert.equal(
      await row.locator("td.figure").textContent(),
      summary.byOutcome[outcome]?.toLocaleString("en"),
    );
  }
  await page.tab("Records");
  const grid = page.locator(".records");
  assert.equal(await grid.getAttribute("aria-rowcount"), String(LISTED + 1));
  assert.ok((await grid.locator(".body .entry").count()) < 100, "only rows in sight exist");

  // The last row, and back, by keyboard and by scrolling.
  const moved = await watch(page);
  await grid.focus();
  await page.keyboard.press("End");
  await grid
    .locator(`#row-${LISTED - 1}`)
    .getByText("agent-99")
    .first()
    .waitFor();
  for (let at = 0; at <= 20; at++) {
    await grid.evaluate(
      (element, share) => (element.scrollTop = share * element.scrollHeight),
      at / 20,
    );
    await page.waitForTimeout(50);
  }
  await page.choose("Line");
  const lines = readFileSync(listed, "utf8").split("\n");
  const last = lines.length - [...lines].reverse().findIndex((line) => line.includes('"outcome":'));
  assert.ok(last > LISTED, "every run has lines that are no record");
  await grid.locator("#row-0 .line", { hasText: new RegExp(`^${last}$`) }).waitFor();
  await page.choose("Wrong");
  await page
    .getByText(
      `${summary.byOutcome.wrong?.toLocaleString("en")} of ${LISTED.toLocaleString("en")} shown`,
    )
    .waitFor();
  await page.getByLabel("Search agent, question or reply").fill("agent-42.example");
  await page.locator("pm-filters [role=status]", { hasText: /^\d{1,3} of/ }).waitFor();
  console.log(`moved with tasks above ${LONGEST} ms: ${JSON.stringify(await moved())}`);
});

test(`${VERIFIED} records are verified on all cores, and the page stays responsive`, async (page) => {
  await rested(page);
  const busy = await watch(page);
  await listen(page);
  const began = Date.now();
  await page.give(verified);
  await page.locator(".verdict.intact").waitFor({ timeout: LIMIT });
  const took = Date.now() - began;
  const told = await page.evaluate(() => /** @type {any} */ (globalThis).told);
  assert.match(told, /[1-9][\d,.]* records per second/);
  assert.match(told, /\bleft\s*$/);
  const passed = VERIFIED.toLocaleString("en");
  for (const step of ["schema", "signature", "inclusion", "draw", "grade"]) {
    const [pass] = await page.locator(`tr[data-step=${step}] td`).allTextContents();
    assert.equal(pass, passed, step);
  }
  const workers = page.workers().length;
  console.log(
    `${passed} records, ${statSync(verified).size} bytes, verified in ${took} ms; ${workers} workers left`,
  );
  assert.deepEqual(await busy(), [], "it stays responsive");
});

test("a tampered line among many is named by its number", async (page) => {
  const lines = readFileSync(listed, "utf8").split("\n");
  const at = Math.floor(0.54321 * LISTED);
  assert.match(lines[at] ?? "", /"outcome":"(correct|wrong)"/);
  lines[at] = (lines[at] ?? "").replace(/"latencyMs":\d+/, '"latencyMs":999999');
  const path = join(shared.folder, "tampered.ndjson");
  writeFileSync(path, lines.join("\n"));
  await page.give(path);
  await page.locator(".verdict.failed").waitFor({ timeout: LIMIT });
  const report = await api.verifyStream(createReadStream(path));
  const first = await page.locator(".failures tbody tr").first().locator("td").allTextContents();
  const [failure] = report.failures;
  assert.deepEqual(first.slice(0, 3), [
    `line ${failure?.line.toLocaleString("en")}`,
    failure?.step,
    failure?.code,
  ]);
});
