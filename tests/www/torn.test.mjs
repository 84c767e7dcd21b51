// A file whose writer was stopped within a line: what is whole is shown, what is torn is named.

import assert from "node:assert/strict";

import { onPage, recordsOf, right, written } from "./support.mjs";

const test = onPage("results");

/** A run whose last record and end are not whole: ten lines, of which the last breaks off. @param {string} subject */
async function torn(subject) {
  const lines = (await recordsOf(right, { subject })).split("\n");
  return [...lines.slice(0, 10), lines[10]?.slice(0, 100)].join("\n");
}

test("the whole lines of a torn file are shown, scored and compared, and the torn one is named", async (page) => {
  const text = await torn("urn:test:agent");
  const path = written("torn.ndjson", text);
  await page.give(path);
  const notice = page.locator(".notice", { hasText: "Line 11 is incomplete" });
  await notice.getByText(/not JSON: .* \(json\.invalid\)/).waitFor();
  await page.getByText("9 records", { exact: false }).first().waitFor();
  await page.tab("Agents");
  await page.choose("Compute", page.locator(".trust .total").first());
  await page.tab("Compare");
  await page.give(written("whole.ndjson", await recordsOf(right)));
  const compared = page.locator(".comparison", { hasText: "Right in both" });
  await compared.getByText("Line 11 of the first file breaks off and is left out.").waitFor();
  // The file itself is given back as it is, and the page that carries it says what is left out.
  await page.tab("Export");
  assert.equal((await page.download("Record file (NDJSON)")).text, text);
  const { text: html } = await page.download("Report (HTML)");
  assert.ok(html.includes("<p>Line 11 breaks off and is left out.</p>"));
  // Who verifies it is told that it was changed, or is not whole.
  await page.choose("Verification details", page.locator(".verdict.failed"));
  await page.locator(".failures tr", { hasText: "line 11" }).getByText("json.invalid").waitFor();
});

test("a whole file is compared with a torn one, and the line that is left out is named", async (page) => {
  await page.give(written("before.ndjson", await recordsOf(right)));
  await page.tab("Compare");
  const left = "Line 11 of the second file breaks off and is left out.";
  for (const [subject, title] of /** @type {const} */ ([
    ["urn:test:agent", "Too few questions to tell"],
    ["urn:another", "No common questions"],
  ])) {
    await page.give(written(`${title}.ndjson`, await torn(subject)));
    await page.locator(".comparison", { hasText: title }).getByText(left).waitFor();
  }
  // Of the two it is said which one was refused.
  await page.give(written("empty.ndjson", ""));
  const refused = page.locator(".notice.bad", { hasText: "Could not compare with empty.ndjson." });
  await refused.getByText("(file.empty)").waitFor();
});

test("torn files are opened together, and each of their torn lines counts", async (page) => {
  const paths = ["urn:a", "urn:b"].map(async (subject) =>
    written(`${subject.slice(4)}.ndjson`, await torn(subject)),
  );
  await page.give(await Promise.all(paths));
  await page
    .locator(".notice", { hasText: "2 lines are incomplete; the first is line 11" })
    .waitFor();
  await page.getByText("18 records", { exact: false }).first().waitFor();
  await page.tab("Agents");
  await page.choose("Compute", page.locator(".trust .total").first());
});
