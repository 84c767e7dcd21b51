// Names of stored files: two files of the same name are told apart.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { agent, ask, give, onPage, recordsOf, right, shared, tab } from "./support.mjs";

const test = onPage("results");
const onRun = onPage("run");

/** The names in the list, newest first. @param {import("./support.mjs").Page} page */
const listed = (page) => page.locator("pm-library tbody th").allInnerTexts();

/** Marks both files of the list, once it shows them. @param {import("./support.mjs").Page} page */
async function checkAll(page) {
  const boxes = page.locator("pm-library [type=checkbox]");
  for (const place of [0, 1]) await boxes.nth(place).check();
}

/** A file of a name, in a folder of its own. @param {string} folder @param {string} name @param {string} text */
function within(folder, name, text) {
  mkdirSync(join(shared.folder, folder), { recursive: true });
  const path = join(shared.folder, folder, name);
  writeFileSync(path, text);
  return path;
}

test("two files of one name are told apart wherever they are named", async (page) => {
  const [right, wrong] = [await recordsOf((_, expected) => expected), await recordsOf(() => "7")];
  await give(page, within("monday", "runs.ndjson", right));
  await page.getByRole("heading", { name: "runs.ndjson", exact: true }).waitFor();
  assert.equal(await page.title(), "runs.ndjson · Results · proofmark");
  await page.getByText("last changed").waitFor();
  await page.getByRole("link", { name: "All results" }).click();
  await give(page, within("tuesday", "runs.ndjson", wrong));
  await page.getByRole("heading", { name: "runs (2).ndjson" }).waitFor();
  assert.equal(await page.title(), "runs (2).ndjson · Results · proofmark");
  await page.getByRole("link", { name: "Run", exact: true }).click();
  await page.locator("pm-run h1").waitFor();
  assert.equal(await page.title(), "Run · proofmark");
  await page.goBack();
  await page.getByRole("heading", { name: "runs (2).ndjson" }).waitFor();
  assert.equal(await page.title(), "runs (2).ndjson · Results · proofmark");

  await tab(page, "Export");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Table (CSV)" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "runs-2.csv");

  await page.getByRole("link", { name: "All results" }).click();
  await page.locator("pm-library tbody tr").first().waitFor();
  assert.deepEqual(await listed(page), ["runs (2).ndjson", "runs.ndjson"]);
  assert.equal(await page.title(), "Results · proofmark");
  await checkAll(page);
  await page.getByRole("link", { name: "Open together" }).click();
  await page.getByRole("heading", { name: "2 files together" }).waitFor();
  assert.deepEqual(await page.locator("pm-file header li").allInnerTexts(), [
    "runs.ndjson",
    "runs (2).ndjson",
  ]);
  await page.getByRole("link", { name: "All results" }).click();
  await checkAll(page);
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await page
    .locator(".comparison .row", { hasText: "runs.ndjson" })
    .filter({ hasText: "runs (2).ndjson" })
    .waitFor();
});

test("a comparison with a file of the same name says which of them is which", async (page) => {
  await give(page, within("before", "runs.ndjson", await recordsOf(() => "7")));
  await page.locator(".records .body .entry").first().waitFor();
  await tab(page, "Compare");
  await give(page, within("after", "runs.ndjson", await recordsOf((_, expected) => expected)));
  await page.getByText("The first is the open one").waitFor();
});

test("two files of one name that are dropped together are kept under two", async (page) => {
  const text = await recordsOf(() => "7", { questions: 1 });
  const path = within("once", "scores.jsonl", text);
  const input = page.locator("pm-drop:visible input[type=file]").first();
  await input.setInputFiles(
    ["1", "2"].map(() => ({ name: "a.json", mimeType: "", buffer: Buffer.from(text) })),
  );
  await page.getByRole("heading", { name: "2 files together" }).waitFor();
  await page.getByText("1 run occurs more than once.").waitFor();
  await page.getByRole("link", { name: "All results" }).click();
  await give(page, path);
  await page.getByRole("heading", { name: "scores.jsonl" }).waitFor();
  await page.getByRole("link", { name: "All results" }).click();
  await page.locator("pm-library tbody tr").nth(2).waitFor();
  assert.equal(await page.getByText("counted twice").count(), 0, "it is gone with its file");
  assert.deepEqual((await listed(page)).sort(), ["a (2).json", "a.json", "scores.jsonl"]);
});

onRun("runs of one agent are told apart, and so are their files", async (page) => {
  const { url } = await agent(() => "7");
  for (const name of [url, `${url} (2)`]) {
    await ask(page, url, { questions: 1, families: ["math"] });
    await page.getByRole("heading", { name: "Done" }).waitFor();
    await page.getByRole("heading", { name, exact: true }).waitFor();
    assert.equal(await page.title(), `${name} · Run · proofmark`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the record file" }).click(),
    ]);
    const file = name.replace(/[^a-z0-9.]+/g, "-").replace(/-$/, "");
    assert.equal(download.suggestedFilename(), `${file}.ndjson`);
    await page.getByRole("button", { name: "New run" }).click();
  }
  assert.equal(await page.title(), "Run · proofmark");
  await page.getByRole("link", { name: "Results", exact: true }).click();
  await page.locator("pm-library tbody tr").nth(1).waitFor();
  assert.deepEqual(await listed(page), [`${url} (2)`, url]);
});

test("names that differ at their end alone are seen to", async (page) => {
  const [long, text] = ["a-nightly-run-".repeat(9), await recordsOf(() => "7", { questions: 1 })];
  for (const day of ["25", "26"]) {
    await give(page, within("long", `${long}${day}.ndjson`, text));
    await page.locator("pm-file h1", { hasText: `${day}.ndjson` }).waitFor();
    await page.getByRole("link", { name: "All results" }).click();
  }
  await page.locator("pm-library tbody tr").nth(1).waitFor();
  const names = await listed(page);
  assert.ok(names[0]?.endsWith("26.ndjson") && names[1]?.endsWith("25.ndjson"), String(names));
});

test("what a file of no name, or of signs alone, is saved as has a name", async (page) => {
  await give(page, within("signs", "(–).ndjson", await recordsOf(() => "7", { questions: 1 })));
  await tab(page, "Export");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Record file (NDJSON)" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "proofmark.ndjson");
});
