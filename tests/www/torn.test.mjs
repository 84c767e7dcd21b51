// A file whose writer was stopped within a line: what is whole is shown, what is torn is named.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { close, give, open, recordsOf, stage, test, written, tab } from "./support.mjs";

const shared = stage();
const right = (/** @type {string} */ _, /** @type {string} */ expected) => expected;

/** A run whose last record and end are not whole: ten lines, of which the last breaks off. @param {string} subject */
async function torn(subject) {
  const lines = (await recordsOf(right, { subject })).split("\n");
  return [...lines.slice(0, 10), lines[10]?.slice(0, 100)].join("\n");
}

test("the whole lines of a torn file are shown, scored and compared, and the torn one is named", async () => {
  const text = await torn("urn:test:agent");
  const path = written(shared, "torn.ndjson", text);
  const page = await open(shared, "results");
  await give(page, path);
  const notice = page.locator(".notice", { hasText: "Line 11 is incomplete" });
  await notice.getByText(/not JSON: .* \(json\.invalid\)/).waitFor();
  await page.getByText("9 records", { exact: false }).first().waitFor();
  await tab(page, "Agents");
  await page.getByRole("button", { name: "Compute" }).click();
  await page.locator(".trust .total").first().waitFor();
  await tab(page, "Compare");
  await page
    .locator("section[aria-label^=Compare] input[type=file]")
    .setInputFiles(written(shared, "whole.ndjson", await recordsOf(right)));
  const compared = page.locator(".comparison", { hasText: "Right in both" });
  await compared.getByText("Line 11 of the first file breaks off and is left out.").waitFor();
  // The file itself is given back as it is, and the page that carries it says what is left out.
  const coming = page.waitForEvent("download");
  await tab(page, "Export");
  await page.getByRole("button", { name: "Record file (NDJSON)" }).click();
  assert.equal(readFileSync(await (await coming).path(), "utf8"), text);
  const made = page.waitForEvent("download");
  await page.getByRole("button", { name: "Report (HTML)" }).click();
  const html = readFileSync(await (await made).path(), "utf8");
  assert.ok(html.includes("<p>Line 11 breaks off and is left out.</p>"));
  // Who verifies it is told that it was changed, or is not whole.
  await page.getByRole("button", { name: "Verification details" }).click();
  await page.locator(".verdict.failed").waitFor();
  await page.locator(".failures tr", { hasText: "line 11" }).getByText("json.invalid").waitFor();
  await close(page);
});

test("a whole file is compared with a torn one, and the line that is left out is named", async () => {
  const page = await open(shared, "results");
  await give(page, written(shared, "before.ndjson", await recordsOf(right)));
  await tab(page, "Compare");
  const later = page.locator("section[aria-label^=Compare] input[type=file]");
  const left = "Line 11 of the second file breaks off and is left out.";
  for (const [subject, title] of /** @type {const} */ ([
    ["urn:test:agent", "Too few questions to tell"],
    ["urn:another", "No common questions"],
  ])) {
    await later.setInputFiles(written(shared, `${title}.ndjson`, await torn(subject)));
    await page.locator(".comparison", { hasText: title }).getByText(left).waitFor();
  }
  // Of the two it is said which one was refused.
  await later.setInputFiles(written(shared, "empty.ndjson", ""));
  const refused = page.locator(".notice.bad", { hasText: "Could not compare with empty.ndjson." });
  await refused.getByText("(file.empty)").waitFor();
  await close(page);
});

test("torn files are opened together, and each of their torn lines counts", async () => {
  const page = await open(shared, "results");
  const paths = ["urn:a", "urn:b"].map(async (subject) =>
    written(shared, `${subject.slice(4)}.ndjson`, await torn(subject)),
  );
  await page
    .locator("pm-drop:visible input[type=file]")
    .first()
    .setInputFiles(await Promise.all(paths));
  await page
    .locator(".notice", { hasText: "2 lines are incomplete; the first is line 11" })
    .waitFor();
  await page.getByText("18 records", { exact: false }).first().waitFor();
  await tab(page, "Agents");
  await page.getByRole("button", { name: "Compute" }).click();
  await page.locator(".trust .total").first().waitFor();
  await close(page);
});
