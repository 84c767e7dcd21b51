// The view Verify: intact, verified, tampered, and what was not checked.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../../scripts/lib.mjs";
import { api, give, onPage, recordsOf, unfold, written } from "../support.mjs";

const test = onPage("verify");

/** @type {import("../support.mjs").Reply} */
const right = (_, expected) => `The answer is ${expected}.`;

/** @param {import("playwright-core").Page} page @param {string} step @returns {Promise<string[]>} */
const counts = (page, step) => page.locator(`tr[data-step=${step}] td`).allTextContents();

test("an unsigned file is intact, and what was not checked stands as plainly", async (page) => {
  await give(page, written("unsigned.ndjson", await recordsOf(right)));
  await page.locator(".verdict.intact").waitFor();
  await page.locator(".facts dt", { hasText: /^\s*Score\s*$/ }).waitFor();
  assert.deepEqual(await counts(page, "schema"), ["10", "0", "0"]);
  assert.deepEqual(await counts(page, "signature"), ["0", "0", "10"]);
  assert.deepEqual(await counts(page, "bank"), ["5", "0", "0"]);
  await page.locator("tr[data-step=bank]").getByText("Does not apply to 5 records").waitFor();
  const open_ = page.locator(".not-checked").first();
  await open_.getByText("The record is unsigned. Anyone could have made it.").waitFor();
  await page.getByText("Which runs were made of plans that were never published.").waitFor();
  assert.equal(await page.getByText("Verified", { exact: true }).count(), 0);
});

test("it says Verified only for a trusted signer and a subject that was asked about", async (page) => {
  const { did, key } = api.generateKey();
  const file = written("signed.ndjson", await recordsOf(right, { key }));
  await give(page, file);
  await page.locator(".verdict", { hasText: "Intact" }).waitFor();
  await page.locator(".facts").getByText(did).waitFor();
  await page.getByLabel("Trusted signer").fill(did);
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.locator("tr[data-step=policy] td.pass").waitFor();
  await page.locator(".verdict", { hasText: "Intact" }).waitFor();
  await page.getByLabel("Agent", { exact: true }).fill("urn:test:agent");
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.locator(".verdict.verified").waitFor();
  await page.getByLabel("Agent", { exact: true }).fill("urn:another");
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.locator(".verdict.failed").waitFor();
  await page.locator(".failures").getByText("policy.subject").first().waitFor();
});

test("signed scores are computed again from their configuration and records", async (page) => {
  const path = join(ROOT, "tests", "vectors", "score", "signed.json");
  const { shared: made, cases } = JSON.parse(readFileSync(path, "utf8"));
  const lines = (/** @type {string[]} */ texts) => `${texts.join("\n")}\n`;
  await give(page, written("scores.ndjson", lines(cases[0].expect.texts)));
  await page.locator(".verdict.not-checked", { hasText: "config and records" }).waitFor();
  await unfold(page.locator("pm-verify-form details"));
  const choose = (
    /** @type {string} */ label,
    /** @type {string} */ name,
    /** @type {string} */ text,
  ) => page.getByLabel(label).setInputFiles(written(name, text));
  const again = () => page.getByRole("button", { name: "Verify again" }).click();
  await choose("Configuration of signed scores", "config.json", JSON.stringify(made.config));
  await choose("Records of signed scores", "records.ndjson", lines(made.records));
  await again();
  await page.locator(".verdict.intact", { hasText: "2 scores signed" }).waitFor();
  await page.getByRole("button", { name: "Clear" }).last().click();
  const changed = lines(made.records).replace("wrong", "correct");
  await choose("Records of signed scores", "changed.ndjson", changed);
  await again();
  await page.locator(".verdict.failed", { hasText: "score.other-input" }).waitFor();
});

test("a single record is partial, in any layout", async (page) => {
  const { key } = api.generateKey();
  const lines = await recordsOf(right, { key });
  const record = await api.proveInclusion([lines], 3);
  await give(page, written("alone.json", JSON.stringify(record)));
  await page.locator(".verdict.partial").waitFor();
  await page.getByText("Only 1 of the run's 10 questions is shown.").waitFor();
  await page.getByText("1 of 10 questions; the other 9 are not shown").waitFor();
  await page.locator("tr[data-step=inclusion] td.pass", { hasText: "1" }).waitFor();
  // However it is laid out, here and in Results.
  await give(page, written("Eintrag für alle.json", JSON.stringify(record, null, 2)));
  await page.locator(".verdict.partial", { hasText: "Eintrag für alle.json" }).waitFor();
  await page.getByRole("button", { name: "Open in Results" }).click();
  await page.getByText("1 record · 1 subject · 1 run").waitFor();
  const download = page.waitForEvent("download");
  await page.locator(".tabs").getByText("Export").click();
  await page.getByRole("button", { name: "Record file (NDJSON)" }).click();
  assert.equal((await download).suggestedFilename(), "Eintrag-für-alle.ndjson");
  const exported = readFileSync(await (await download).path(), "utf8");
  assert.match(exported, /^.*\n$/);
  assert.deepEqual(JSON.parse(exported), record);
  // Back over the tab, the file and the library.
  for (let back = 0; back < 3; back++) await page.goBack();
  await unfold(page.locator("pm-verify-form details"));
  const place = page.getByLabel("Only the record at index");
  await place.fill("0.5");
  await page.getByText("Enter a whole number from 0.").waitFor();
  await place.fill("1");
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.getByText("file.index").waitFor();
});

test("a byte order mark reaches the core, which refuses it", async (page) => {
  const { did, key } = api.generateKey();
  await give(page, written("marked.ndjson", await recordsOf(right, { key })));
  await page.locator(".verdict").waitFor();
  await unfold(page.locator("pm-verify-form details"));
  const trust = JSON.stringify({ keys: [{ did, name: "Alice" }] });
  const { bank } = api.sealBank(readFileSync(join(ROOT, "examples/private-bank.json"), "utf8"));
  for (const [label, text, said] of /** @type {[string, string, RegExp][]} */ ([
    ["Use a trust file", trust, /at byte 0 \(trust\.invalid\)/],
    ["Private banks", bank, /at byte 0 \(bank\.not-json\)/],
  ])) {
    await page
      .getByLabel(label, { exact: true })
      .setInputFiles(written("marked.json", `\ufeff${text}`));
    await page.getByText("1 file", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Verify again" }).click();
    await page.locator(".notice.bad").getByText(said).waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("1 file", { exact: true }).waitFor({ state: "detached" });
  }
});

test("what of the page cannot be loaded is told, and asked for again", async (page) => {
  const file = written("offline.ndjson", await recordsOf(right));
  const workers = /worker-.*\.js/;
  const lacking = page.getByText("A part of this page could not be loaded.");
  await page.route(workers, (route) => route.fulfill({ status: 404 }));
  await give(page, file);
  await lacking.waitFor();
  const asked = page.waitForRequest(workers);
  await page.getByRole("button", { name: "Verify again" }).click();
  await asked;
  await lacking.waitFor();
  await page.unroute(workers);
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.locator(".verdict.intact").waitFor();
});

test("what does not come can be stopped, and is begun anew", async (page) => {
  const file = written("slow.ndjson", await recordsOf(right));
  const coming = new Promise((resolve) => page.route(/worker-.*\.js/, resolve, { times: 1 }));
  await give(page, file);
  await coming;
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped. slow.ndjson was not checked.").waitFor();
  await (await coming).abort();
  await page.waitForTimeout(200);
  await page.getByText("Stopped. slow.ndjson was not checked.").waitFor();
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.locator(".verdict.intact").waitFor();
});

test("a file that passed only because less was required is not checked", async (page) => {
  const draft = readFileSync(join(ROOT, "examples/private-bank.json"), "utf8");
  const { bank } = api.sealBank(draft);
  const { did, key } = api.generateKey();
  const records = await recordsOf(right, { key, bank, families: ["science"] });
  const word = page.locator(".verdict h2");
  await give(page, written("private.ndjson", records));
  await word.getByText("Not checked", { exact: true }).waitFor();
  await page
    .getByText("Required steps that did not pass on every record: draw and grade.")
    .waitFor();
  await page.getByLabel("Trusted signer").fill(did);
  await page.getByLabel("Agent", { exact: true }).fill("urn:test:agent");
  await unfold(page.locator("pm-verify-form details"));
  for (const step of ["draw", "grade"])
    await page.locator(`input[name=require][value=${step}]`).uncheck();
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.locator("tr[data-step=policy] td.pass").waitFor();
  const said = page.locator(".verdict.not-checked");
  await said.getByText("The required steps passed: schema.").waitFor();
  await said.getByText("Draw: the bank is not at hand.").waitFor();
  await page
    .getByLabel("Private banks", { exact: true })
    .setInputFiles({ name: "bank.json", mimeType: "application/json", buffer: Buffer.from(bank) });
  await page.getByRole("button", { name: "Verify again" }).click();
  await word.getByText("Verified", { exact: true }).waitFor();
});

test("a tampered line is named, with its step and its code", async (page) => {
  const lines = (await recordsOf(right)).split("\n");
  const at = 4;
  assert.match(lines[at] ?? "", /The answer is/);
  lines[at] = (lines[at] ?? "").replace("The answer is", "The answer was");
  const file = written("tampered.ndjson", lines.join("\n"));
  const report = await api.verify(lines.join("\n"));
  await give(page, file);
  await page.locator(".verdict.failed").waitFor();
  const [failure] = report.failures;
  const row = page.locator(".failures tbody tr").first();
  assert.deepEqual((await row.locator("td").allTextContents()).slice(0, 3), [
    `line ${at + 1}`,
    failure?.step,
    failure?.code,
  ]);
  assert.equal(await page.locator(".failures tbody tr").count(), report.failed);
  // The file vouches for nothing any more.
  await page.locator(".facts dt", { hasText: "Stated score" }).waitFor();
  await page
    .locator(".facts dd", { hasText: "Nobody. Anyone could have made this file." })
    .waitFor();
  const signed = await recordsOf(right, { key: api.generateKey().key });
  const changed = signed.replaceAll("The answer is", "The answer was");
  await give(page, written("changed signed.ndjson", changed));
  await page
    .locator(".facts dd", {
      hasText:
        "No valid signature. The records were changed after they were signed, or the signature belongs to other records.",
    })
    .waitFor();
});

test("a file that is dropped on the page is verified", async (page) => {
  const text = await recordsOf(right);
  await page.locator("pm-verify .drop").evaluate((place, text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.ndjson"));
    place.dispatchEvent(
      new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  }, text);
  await page.locator(".verdict.intact").waitFor();
});

test("a report says of which file it is, and what is wrong before all that is not", async (page) => {
  await give(page, written("first.ndjson", await recordsOf(right)));
  await page.locator(".verdict").getByText("first.ndjson").waitFor();
  const changed = (await recordsOf(right)).replace("The answer is", "The answer was");
  await give(page, written("second.ndjson", changed));
  await page.locator(".verdict.failed").getByText("second.ndjson").waitFor();
  assert.equal(await page.getByText("first.ndjson").count(), 0);
  await page.locator(".not-checked").first().waitFor();
  const headings = await page.locator("pm-verify h2").allTextContents();
  assert.ok(headings.indexOf("Failures") < headings.indexOf("The seven steps"), `${headings}`);
});

test("a file that is dragged over what is inside stays over the place", async (page) => {
  const place = page.locator("pm-verify .drop");
  const dragged = (/** @type {string} */ type, /** @type {string} */ to) =>
    place.evaluate(
      (place, { type, to }) => {
        const relatedTarget = to === "inside" ? place.querySelector("button") : document.body;
        place.dispatchEvent(new DragEvent(type, { relatedTarget, bubbles: true }));
      },
      { type, to },
    );
  const over = page.locator("pm-verify .drop.over");
  await dragged("dragover", "inside");
  await over.waitFor();
  await dragged("dragleave", "inside");
  await page.waitForTimeout(100);
  assert.equal(await over.count(), 1);
  await dragged("dragleave", "outside");
  await over.waitFor({ state: "detached" });
});
