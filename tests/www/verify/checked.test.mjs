// Opening a file verifies it: a verdict stands beside every score.

import assert from "node:assert/strict";

import { report } from "../../../pkg/entry/suite/node.js";
import { api, close, give, open, recordsOf, stage, test, written, tab } from "../support.mjs";

const shared = stage();
const right = (/** @type {string} */ _, /** @type {string} */ expected) =>
  `The answer is ${expected}.`;

/** The verdicts beside the score and above it. @param {import("playwright-core").Page} page */
const verdicts = (page) => page.locator("pm-file .verdict-chip:not(.checking)").allTextContents();

test("an opened file is verified, and the library shows its score and verdict", async () => {
  const page = await open(shared, "results");
  await give(page, written(shared, "fine.ndjson", await recordsOf(right)));
  await page.locator(".score .verdict-chip.intact").waitFor();
  assert.deepEqual(await verdicts(page), ["Intact", "Intact"]);
  await page
    .locator(".checked")
    .getByText("Unsigned, about urn:test:agent: 10 of 10 right. Anyone could have made this file.")
    .waitFor();
  await page.getByRole("link", { name: "All results" }).click();
  const row = page.locator("pm-library tbody tr", { hasText: "fine.ndjson" });
  await row.locator(".verdict-chip.intact").waitFor();
  await row.getByText("100%").waitFor();
  await close(page);
});

test("a tampered file shows Failed, and its score only as stated", async () => {
  const { key } = api.generateKey();
  const lines = (await recordsOf(right, { key })).replace("The answer is", "The answer was");
  const page = await open(shared, "results");
  await give(page, written(shared, "tampered.ndjson", lines));
  await page.locator(".score .verdict-chip.failed").waitFor();
  await page.getByRole("heading", { name: "Stated score" }).waitFor();
  await page
    .locator(".checked")
    .getByText("The records were changed after they were signed.")
    .waitFor();
  await close(page);
});

test("single records and HTML reports are opened in both views", async () => {
  const lines = await recordsOf(right);
  const record = lines.split("\n")[2] ?? "";
  const html = await report(lines, { format: "html" });
  for (const [view, selector] of /** @type {const} */ ([
    ["results", ".checked .verdict-chip"],
    ["verify", ".verdict"],
  ])) {
    const page = await open(shared, view);
    await give(page, written(shared, "report.html", html));
    await page.locator(`${selector}.intact`).waitFor();
    await close(page);
    const single = await open(shared, view);
    await give(single, written(shared, "record.json", record));
    await single.locator(`${selector}.partial`).waitFor();
    await single.getByText("Only 1 of the run's 10 questions is shown.").first().waitFor();
    await close(single);
  }
});

test("a foreign file is named in one sentence, and is not stored", async () => {
  const page = await open(shared, "results");
  await give(page, written(shared, "table.csv", "a,b\n1,2\n"));
  await page.getByText("This is not a proofmark file. It looks like a text file.").waitFor();
  assert.equal(await page.locator(".verdict-chip, .big").count(), 0);
  await page.getByRole("link", { name: "All results" }).click();
  await page.getByText("Nothing yet.").waitFor();
  await close(page);
});

test("a comparison shows the verdict on both files", async () => {
  const page = await open(shared, "results");
  await give(page, written(shared, "before.ndjson", await recordsOf(right)));
  await page.locator(".score .verdict-chip.intact").waitFor();
  const changed = (await recordsOf(right)).replace("The answer is", "The answer was");
  await tab(page, "Compare");
  await page
    .locator("pm-file pm-drop input[type=file]")
    .setInputFiles(written(shared, "after.ndjson", changed));
  const names = page.locator(".comparison .row").first();
  await names.locator(".verdict-chip.intact").waitFor();
  await names.locator(".verdict-chip.failed").waitFor();
  await close(page);
});
