// A run is repeated with the same questions, and compared with the previous one.

import assert from "node:assert/strict";

import { agent, onPage, recordsOf, sentence, written } from "../support.mjs";

const test = onPage("results");
const onRun = onPage("run");

onRun("a run is repeated with the same questions, and both are compared", async (page) => {
  const answer = { text: "no idea" };
  const one = await agent(() => answer.text);
  await page.ask(one.url, { questions: 5, families: ["math"] }, page.done);
  const first = page.url();
  answer.text = "7";
  await page.choose("Run again with the same questions");
  await page.choose("Compare with the previous run", page.locator(".comparison .verdict"));
  assert.equal(one.asked, 10);
  // Each question has a partner.
  assert.equal(await page.getByText("Only in one file").count(), 0);
  const shares = page.locator(".comparison table.compact tr");
  assert.equal(await shares.count(), 2);

  // A complete run is repeated by its address.
  await page.goto(first);
  await page.reload();
  await page.getByText("is complete.").waitFor();
  await page.choose("Run again with the same questions", page.done);
  assert.equal(one.asked, 15);
});

test("changed replies stand side by side", async (page) => {
  const before = await recordsOf(() => "no idea");
  const after = await recordsOf(sentence);
  await page.give(written("before.ndjson", before));
  await page.tab("Compare");
  await page.give(written("after.ndjson", after));
  await page.getByText("+100 points", { exact: false }).first().waitFor();
  await page.locator(".comparison details").first().locator("> summary").click();
  const pair = page.locator("pm-pair").first();
  await pair.locator("summary").click();
  await pair.locator("pm-evidence").nth(1).waitFor();
  const replies = await pair.locator(".reply").allTextContents();
  assert.match(replies.join(" | "), /^\s*no idea\s*\|\s*The answer is .*\.\s*$/);
});

test("nightly runs with one seed have a history", async (page) => {
  const nights = [];
  for (const reply of ["no idea", "7", "8"])
    nights.push(written(`${reply}.ndjson`, await recordsOf(() => reply)));
  await page.give(nights, "30 records · 1 agent · 3 runs");
  await page.tab("Breakdown");
  await page.locator("section[aria-label='Over time'] canvas").waitFor();
});
