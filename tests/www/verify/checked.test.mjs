// Opening a file verifies it: a verdict stands beside every score.

import assert from "node:assert/strict";

import { report as htmlReport } from "../../../pkg/entry/suite/node.js";
import { api, onPage, recordsOf, sentence, written } from "../support.mjs";

const test = onPage("results");

test("an opened file is verified, and the library shows its score and verdict", async (page) => {
  await page.give(written("fine.ndjson", await recordsOf(sentence)));
  await page.locator(".score .verdict-chip.intact").waitFor();
  assert.equal(await page.locator("pm-file .verdict-chip").count(), 1);
  await page
    .locator(".checked")
    .getByText("Unsigned, about urn:test:agent: 10 of 10 right. Anyone could have made this file.")
    .waitFor();
  await page.choose("All results");
  const row = page.locator("pm-library tbody tr", { hasText: "fine.ndjson" });
  await row.locator(".verdict-chip.intact").waitFor();
  await row.getByText("100%").waitFor();
});

test("a tampered file shows Failed, and its score only as stated", async (page) => {
  const { key } = api.generateKey();
  const lines = (await recordsOf(sentence, { key })).replace("The answer is", "The answer was");
  await page.give(written("tampered.ndjson", lines), page.locator(".score .verdict-chip.failed"));
  await page.getByRole("heading", { name: "Stated score" }).waitFor();
  await page
    .locator(".checked")
    .getByText("The records were changed after they were signed.")
    .waitFor();
});

test("single records and HTML reports are opened in both views", async (page) => {
  const lines = await recordsOf(sentence);
  const report = written("report.html", await htmlReport(lines, { format: "html" }));
  const record = written("record.json", lines.split("\n")[2] ?? "");
  const part = page.getByText("Only 1 of the run's 10 questions is shown.").locator("visible=true");
  await page.give(report, page.locator(".score .verdict-chip.intact"));
  await page.choose("All results");
  await page.give(record, page.locator(".score .verdict-chip.partial"));
  await part.first().waitFor();
  await page.choose("Verify");
  await page.give(report, page.locator(".verdict.intact"));
  await page.give(record, page.locator(".verdict.partial"));
  await part.first().waitFor();
});

test("a comparison shows the verdict on both files", async (page) => {
  await page.give(written("before.ndjson", await recordsOf(sentence)));
  await page.locator(".score .verdict-chip.intact").waitFor();
  const changed = (await recordsOf(sentence)).replace("The answer is", "The answer was");
  await page.tab("Compare");
  await page.give(written("after.ndjson", changed));
  const names = page.locator(".comparison .row").first();
  await names.locator(".verdict-chip.intact").waitFor();
  await names.locator(".verdict-chip.failed").waitFor();
});
