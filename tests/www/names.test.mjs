// Names of stored files: two files of the same name are told apart.

import assert from "node:assert/strict";

import { agent, onPage, recordsOf, written } from "./support.mjs";

const test = onPage("results");
const onRun = onPage("run");

/** The names in the list, newest first. @param {import("./support.mjs").Page} page */
const listed = (page) => page.locator("pm-library tbody th").allInnerTexts();

/** Waits until the page has a title. @param {import("./support.mjs").Page} page @param {string} title */
const titled = (page, title) => page.waitForFunction((title) => document.title === title, title);

test("two files of one name are told apart wherever they are named", async (page) => {
  const [right, wrong] = [await recordsOf((_, expected) => expected), await recordsOf(() => "7")];
  await page.give(written("monday/runs.ndjson", right));
  await page.getByRole("heading", { name: "runs.ndjson", exact: true }).waitFor();
  await titled(page, "runs.ndjson · Results · proofmark");
  await page.getByText("last changed").waitFor();
  await page.choose("All results");
  await page.give(written("tuesday/runs.ndjson", wrong));
  await page.getByRole("heading", { name: "runs (2).ndjson" }).waitFor();
  await titled(page, "runs (2).ndjson · Results · proofmark");
  await page.choose("Run", page.locator("pm-run h1"));
  await titled(page, "Run · proofmark");
  await page.goBack();
  await page.getByRole("heading", { name: "runs (2).ndjson" }).waitFor();
  await titled(page, "runs (2).ndjson · Results · proofmark");

  await page.tab("Export");
  const saved = await page.download("Table (CSV)");
  assert.equal(saved.name, "runs-2.csv");

  await page.choose("All results", page.locator("pm-library tbody tr").first());
  assert.deepEqual(await listed(page), ["runs (2).ndjson", "runs.ndjson"]);
  await titled(page, "Results · proofmark");
  await page.selectAll(2);
  await page.choose("Open together", page.getByRole("heading", { name: "2 files together" }));
  assert.deepEqual(await page.locator("pm-file header li").allInnerTexts(), [
    "runs.ndjson",
    "runs (2).ndjson",
  ]);
  await page.choose("All results");
  await page.selectAll(2);
  await page.choose("Compare");
  await page
    .locator(".comparison .row", { hasText: "runs.ndjson" })
    .filter({ hasText: "runs (2).ndjson" })
    .waitFor();
});

test("a comparison with a file of the same name says which of them is which", async (page) => {
  await page.give(written("before/runs.ndjson", await recordsOf(() => "7")));
  await page.locator(".records .body .entry").first().waitFor();
  await page.tab("Compare");
  await page.give(written("after/runs.ndjson", await recordsOf((_, expected) => expected)));
  await page.getByText("The first is the open one").waitFor();
});

test("two files of one name that are dropped together are kept under two", async (page) => {
  const text = await recordsOf(() => "7", { questions: 1 });
  const path = written("once/scores.jsonl", text);
  const input = page.locator("pm-drop:visible input[type=file]").first();
  await input.setInputFiles(
    ["1", "2"].map(() => ({ name: "a.json", mimeType: "", buffer: Buffer.from(text) })),
  );
  await page.getByRole("heading", { name: "2 files together" }).waitFor();
  await page.getByText("1 run occurs more than once.").waitFor();
  await page.choose("All results");
  await page.give(path, page.getByRole("heading", { name: "scores.jsonl" }));
  await page.choose("All results", page.locator("pm-library tbody tr").nth(2));
  assert.equal(await page.getByText("counted twice").count(), 0, "it is gone with its file");
  assert.deepEqual((await listed(page)).sort(), ["a (2).json", "a.json", "scores.jsonl"]);
});

onRun("runs of one agent are told apart, and so are their files", async (page) => {
  const { url } = await agent(() => "7");
  for (const name of [url, `${url} (2)`]) {
    await page.ask(url, { questions: 1, families: ["math"] }, page.done);
    await page.getByRole("heading", { name, exact: true }).waitFor();
    await titled(page, `${name} · Run · proofmark`);
    const saved = await page.download();
    const file = name.replace(/[^a-z0-9.]+/g, "-").replace(/-$/, "");
    assert.equal(saved.name, `${file}.ndjson`);
    await page.choose("New run");
  }
  await titled(page, "Run · proofmark");
  await page.choose("Results", page.locator("pm-library tbody tr").nth(1));
  assert.deepEqual(await listed(page), [`${url} (2)`, url]);
});

test("names that differ at their end alone are seen to", async (page) => {
  const [long, text] = ["a-nightly-run-".repeat(9), await recordsOf(() => "7", { questions: 1 })];
  for (const day of ["25", "26"]) {
    await page.give(written(`long/${long}${day}.ndjson`, text));
    await page.locator("pm-file h1", { hasText: `${day}.ndjson` }).waitFor();
    await page.choose("All results");
  }
  await page.locator("pm-library tbody tr").nth(1).waitFor();
  const names = await listed(page);
  assert.ok(names[0]?.endsWith("26.ndjson") && names[1]?.endsWith("25.ndjson"), String(names));
});

test("what a file of no name, or of signs alone, is saved as has a name", async (page) => {
  await page.give(written("signs/(–).ndjson", await recordsOf(() => "7", { questions: 1 })));
  await page.tab("Export");
  const saved = await page.download("Record file (NDJSON)");
  assert.equal(saved.name, "proofmark.ndjson");
});
