// A run is repeated with the same questions, and compared with the previous one.

import assert from "node:assert/strict";

import { agent, ask, give, onPage, recordsOf, tab, written } from "../support.mjs";

const test = onPage("results");
const onRun = onPage("run");

onRun("a run is repeated with the same questions, and both are compared", async (page) => {
  const answer = { text: "no idea" };
  const one = await agent(() => answer.text);
  await ask(page, one.url, { questions: 5, families: ["math"] });
  await page.getByRole("heading", { name: "Done" }).waitFor();
  const first = page.url();
  answer.text = "7";
  await page.getByRole("button", { name: "Run again with the same questions" }).click();
  await page.getByRole("link", { name: "Compare with the previous run" }).click();
  await page.locator(".comparison .verdict").waitFor();
  assert.equal(one.asked, 10);
  // Each question has a partner.
  assert.equal(await page.getByText("Only in one file").count(), 0);
  const shares = page.locator(".comparison table.compact tr");
  assert.equal(await shares.count(), 2);

  // A complete run is repeated by its address.
  await page.goto(first);
  await page.reload();
  await page.getByText("is complete.").waitFor();
  await page.getByRole("button", { name: "Run again with the same questions" }).click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  assert.equal(one.asked, 15);
  one.close();
});

test("changed replies stand side by side", async (page) => {
  const before = await recordsOf(() => "no idea");
  const after = await recordsOf((_, expected) => `The answer is ${expected}.`);
  await give(page, written("before.ndjson", before));
  await tab(page, "Compare");
  await give(page, written("after.ndjson", after));
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
  await give(page, nights);
  await page.getByText("30 records · 1 subject · 3 runs").waitFor();
  await tab(page, "Breakdown");
  await page.locator("section[aria-label='Over time'] canvas").waitFor();
});
