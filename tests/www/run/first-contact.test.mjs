// First steps of a visitor without a file: open an example, rename it, sign it, and verify it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { api, onPage, recordsOf, right, written } from "../support.mjs";

const test = onPage("results");
const onRun = onPage("run");

onRun("the first page says what proofmark does, and leads to results and checks", async (page) => {
  await page.getByText("anyone can verify", { exact: false }).waitFor();
  const start = page.getByRole("button", { name: "Start" });
  const box = await start.boundingBox();
  assert.ok(box && box.y + box.height <= 900, "Start is in sight");
  assert.equal(await page.locator("input[name=agent]:checked").count(), 3);
  assert.equal(await page.getByLabel("Questions per topic").inputValue(), "3");
  await page.getByText("Your agent", { exact: true }).click();
  assert.equal(await page.getByLabel("API key").isVisible(), false);
  await page.getByLabel("Protocol").selectOption("anthropic");
  await page.getByLabel("API key").fill("key");
  await page.choose("Check somebody’s file");
  await page.getByRole("heading", { name: "Verify a record file" }).waitFor();
  await page.goBack();
  await page.choose("Look at a result");
  await page.choose("Open an example file", "36 records · 3 agents · 3 runs");

  // From the worst agent to the reply that was wrong, in three clicks.
  await page.locator(".agents #row-0", { hasText: "guessing.example" }).click();
  await page.getByText("12 of 36 shown").waitFor();
  await page.choose("No answer found");
  await page.locator(".records #row-0 .replied", { hasText: "I am not sure" }).waitFor();
  await page.locator("#row-0").click();
  await page.locator(".chosen pm-evidence dl").waitFor();
  const link = page.url();
  await page.locator(".chosen").getByRole("button", { name: "Next" }).click();
  await page.waitForFunction((link) => location.href !== link, link);
  await page.locator(".chosen").getByRole("button", { name: "Previous" }).click();
  await page.waitForFunction((link) => location.href === link, link);

  // The texts of replies are searched.
  await page.choose("Clear the filters");
  await page.getByLabel("Search agent, question or reply").fill("OF 4 WAYS");
  await page.getByText("4 of 36 shown").waitFor();
});

test("the library names agents and verdicts, also of what was never opened, and renames", async (page) => {
  await page.give(written("plain.ndjson", await recordsOf(right)));
  await page.locator(".score .verdict-chip.intact").waitFor();
  // As if it had been stored without being opened.
  await page.evaluate(async () => {
    const request = indexedDB.open("proofmark");
    await new Promise((done) => (request.onsuccess = done));
    const store = request.result.transaction("entries", "readwrite").objectStore("entries");
    const all = store.getAll();
    await new Promise((done) => (all.onsuccess = done));
    for (const { check: _, ...entry } of all.result) store.put(entry);
  });
  await page.choose("All results");
  const row = page.locator("pm-library tbody tr");
  await row.locator(".verdict-chip.intact").waitFor();
  await row.getByText("urn:test:agent").waitFor();
  await page.choose("Rename plain.ndjson");
  await page.keyboard.type("my best run");
  await page.keyboard.press("Enter");
  await row.getByRole("link", { name: "my best run" }).waitFor();
});

test("a file is signed in the page, and verifies elsewhere", async (page) => {
  await page.give(written("mine.ndjson", await recordsOf(right)));
  await page.tab("Export");
  /** @type {Record<string, string>} */
  const saved = {};
  page.on("download", async (file) => {
    saved[file.suggestedFilename()] = readFileSync(await file.path(), "utf8");
  });
  await page.choose("Make a key and sign");
  const code = page.locator("pm-sign pre");
  await code.getByText("<proofmark-badge").waitFor();
  while (Object.keys(saved).length < 2) await page.waitForTimeout(100);
  const key = saved["proofmark-key.json"]?.trim() ?? "";
  const trust = api.keyDid(key);
  assert.match(
    (await code.textContent()) ?? "",
    new RegExp(`src="mine.signed.ndjson" trust="${trust}"`),
  );
  const options = { trust, subject: "urn:test:agent" };
  const { verdict } = await api.verify(saved["mine.signed.ndjson"] ?? "", options);
  assert.equal(verdict, "verified");
});
