// The view Verify: intact, verified, tampered, and what was not checked.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../../scripts/lib.mjs";
import { api, onPage, recordsOf, sentence, unfold, written } from "../support.mjs";

const test = onPage("verify");

/** @param {import("../support.mjs").Page} page @param {string} step @returns {Promise<string[]>} */
const counts = (page, step) => page.locator(`tr[data-step=${step}] td`).allTextContents();

test("an unsigned file is intact, and what was not checked stands as plainly", async (page) => {
  await page.give(written("unsigned.ndjson", await recordsOf(sentence)));
  await page.locator(".verdict.intact").waitFor();
  await page.locator(".facts dt", { hasText: /^\s*Score\s*$/ }).waitFor();
  assert.deepEqual(await counts(page, "schema"), ["10", "0", "0"]);
  assert.deepEqual(await counts(page, "signature"), ["0", "0", "10"]);
  assert.deepEqual(await counts(page, "bank"), ["5", "0", "0"]);
  await page.locator("tr[data-step=bank]").getByText("Does not apply to 5 records").waitFor();
  const open_ = page.locator(".not-checked").first();
  await open_.getByText("The record is unsigned. Anyone could have made it.").waitFor();
  await page.getByText("Whether other runs were made and not published.").waitFor();
  assert.equal(await page.getByText("Verified", { exact: true }).count(), 0);
});

test("it says Verified only for a trusted signer and a subject that was asked about", async (page) => {
  const { did, key } = api.generateKey();
  const file = written("signed.ndjson", await recordsOf(sentence, { key }));
  await page.give(file, page.locator(".verdict", { hasText: "Intact" }));
  await page.locator(".facts").getByText(did).waitFor();
  await page.getByLabel("Trusted signer").fill(did);
  await page.choose("Verify again", page.locator("tr[data-step=policy] td.pass"));
  await page.locator(".verdict", { hasText: "Intact" }).waitFor();
  await page.getByLabel("Agent", { exact: true }).fill("urn:test:agent");
  await page.choose("Verify again", page.locator(".verdict.verified"));

  // The signer and the agent stay with the file, in every view.
  const chip = page.locator(".score .verdict-chip.verified");
  await page.choose("Open in Results", chip);
  await page.choose("All results", page.locator("pm-library .verdict-chip.verified"));
  await page.choose("signed.ndjson", chip);
  await page.choose("Verification details", page.locator(".verdict.verified"));
  assert.equal(await page.getByLabel("Trusted signer").inputValue(), did);
  await page.waitForFunction(() => {
    const { top = -1 } = document.querySelector(".verdict")?.getBoundingClientRect() ?? {};
    return top >= 0 && top <= 200;
  });
  await page.getByLabel("Agent", { exact: true }).fill("urn:another");
  await page.choose("Verify again", page.locator(".verdict.failed"));
  await page.locator(".failures").getByText("policy.subject").first().waitFor();
});

test("no single agent is asked for of a file that has several", async (page) => {
  const { did, key } = api.generateKey();
  const subjects = ["urn:one", "urn:two"];
  const runs = await Promise.all(subjects.map((subject) => recordsOf(sentence, { subject, key })));
  const both = written("both.ndjson", runs.join(""));
  const agent = page.getByLabel("Agent", { exact: true });
  await agent.fill("urn:one");
  await page.give(both, page.locator(".verdict.failed"));
  await page.getByText("The file has 2 agents; require none to verify all of them.").waitFor();
  await page.getByText("20 records, 1 complete run of the required agent").waitFor();
  await agent.fill("");
  await page.getByLabel("Trusted signer").fill(did);
  await page.choose("Verify again", page.locator(".verdict.intact"));
  await page.getByText("20 records, 2 complete runs").waitFor();
  await page
    .locator(".verdict", { hasText: "Only a file about one agent can be Verified." })
    .waitFor();
  await page.locator("#about:disabled").waitFor();
  await page.getByText("The file has 2 agents: the signer is checked").waitFor();
  // Plans are folded up.
  assert.equal(
    await page
      .locator(".facts")
      .getByText(/no entropy/)
      .first()
      .isVisible(),
    false,
  );
});

test("signed scores are computed again from their configuration and records", async (page) => {
  const path = join(ROOT, "tests", "vectors", "score", "signed.json");
  const { shared: made, cases } = JSON.parse(readFileSync(path, "utf8"));
  const lines = (/** @type {string[]} */ texts) => `${texts.join("\n")}\n`;
  await page.give(written("scores.ndjson", lines(cases[0].expect.texts)));
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
  const lines = await recordsOf(sentence, { key });
  const record = await api.proveInclusion([lines], 3);
  await page.give(written("alone.json", JSON.stringify(record)), page.locator(".verdict.partial"));
  await page.getByText("Only 1 of the run's 10 questions is shown.").waitFor();
  await page.getByText("1 of 10 questions; the other 9 are not shown").waitFor();
  await page.locator("tr[data-step=inclusion] td.pass", { hasText: "1" }).waitFor();
  // However it is laid out, here and in Results.
  await page.give(written("Eintrag für alle.json", JSON.stringify(record, null, 2)));
  await page.locator(".verdict.partial", { hasText: "Eintrag für alle.json" }).waitFor();
  await page.choose("Open in Results", "1 record · 1 agent · 1 run");
  await page.locator(".tabs").getByText("Export").click();
  const { name, text: exported } = await page.download("Record file (NDJSON)");
  assert.equal(name, "Eintrag-für-alle.ndjson");
  assert.match(exported, /^.*\n$/);
  assert.deepEqual(JSON.parse(exported), record);
  // Back over the tab, the file and the library.
  for (let back = 0; back < 3; back++) await page.goBack();
  await unfold(page.locator("pm-verify-form details"));
  const place = page.getByLabel("Only the record at index");
  await place.fill("0.5");
  await page.getByText("Enter a whole number from 0.").waitFor();
  await place.fill("1");
  await page.choose("Verify again", "file.index");
});

test("a byte order mark reaches the core, which refuses it", async (page) => {
  const { did, key } = api.generateKey();
  await page.give(written("marked.ndjson", await recordsOf(sentence, { key })));
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
    await page.choose("Verify again", page.locator(".notice.bad").getByText(said));
    await page.choose("Clear");
    await page.getByText("1 file", { exact: true }).waitFor({ state: "detached" });
  }
});

test("what of the page cannot be loaded is told, and asked for again", async (page) => {
  const file = written("offline.ndjson", await recordsOf(sentence));
  const workers = /worker-.*\.js/;
  const lacking = page.getByText("A part of this page could not be loaded.");
  await page.route(workers, (route) => route.fulfill({ status: 404 }));
  await page.give(file, lacking);
  const asked = page.waitForRequest(workers);
  await page.choose("Verify again");
  await asked;
  await lacking.waitFor();
  await page.unroute(workers);
  await page.choose("Verify again", page.locator(".verdict.intact"));
});

test("what does not come can be stopped, and is begun anew", async (page) => {
  const file = written("slow.ndjson", await recordsOf(sentence));
  const coming = new Promise((resolve) => page.route(/worker-.*\.js/, resolve, { times: 1 }));
  await page.give(file);
  await coming;
  await page.choose("Stop", "Stopped. slow.ndjson was not checked.");
  await (await coming).abort();
  await page.waitForTimeout(200);
  await page.getByText("Stopped. slow.ndjson was not checked.").waitFor();
  await page.choose("Verify again", page.locator(".verdict.intact"));
});

test("a file that passed only because less was required is not checked", async (page) => {
  const draft = readFileSync(join(ROOT, "examples/private-bank.json"), "utf8");
  const { bank } = api.sealBank(draft);
  const { did, key } = api.generateKey();
  const records = await recordsOf(sentence, { key, bank, families: ["science"] });
  const word = page.locator(".verdict h2");
  await page.give(written("private.ndjson", records));
  await word.getByText("Not checked", { exact: true }).waitFor();
  await page
    .getByText("Required steps that did not pass on every record: draw and grade.")
    .waitFor();
  await page.getByLabel("Trusted signer").fill(did);
  await page.getByLabel("Agent", { exact: true }).fill("urn:test:agent");
  await unfold(page.locator("pm-verify-form details"));
  for (const step of ["draw", "grade"])
    await page.locator(`input[name=require][value=${step}]`).uncheck();
  await page.choose("Verify again", page.locator("tr[data-step=policy] td.pass"));
  const said = page.locator(".verdict.not-checked");
  await said.getByText("The required steps passed: schema.").waitFor();
  await said.getByText("Draw: the bank is not at hand.").waitFor();
  await page
    .getByLabel("Private banks", { exact: true })
    .setInputFiles({ name: "bank.json", mimeType: "application/json", buffer: Buffer.from(bank) });
  await page.choose("Verify again", word.getByText("Verified", { exact: true }));
});

test("a tampered line is named, with its step and its code", async (page) => {
  const lines = (await recordsOf(sentence)).split("\n");
  const at = 4;
  assert.match(lines[at] ?? "", /The answer is/);
  lines[at] = (lines[at] ?? "").replace("The answer is", "The answer was");
  const file = written("tampered.ndjson", lines.join("\n"));
  const report = await api.verify(lines.join("\n"));
  await page.give(file, page.locator(".verdict.failed"));
  const [failure] = report.failures;
  const row = page.locator(".failures tbody tr").first();
  assert.deepEqual((await row.locator("td").allTextContents()).slice(0, 3), [
    `line ${at + 1}`,
    failure?.step,
    failure?.code,
  ]);
  assert.equal(await page.locator(".failures tbody tr").count(), report.failed);
  const headings = await page.locator("pm-verify h2").allTextContents();
  assert.ok(headings.indexOf("Failures") < headings.indexOf("The seven steps"), `${headings}`);
  // The file vouches for nothing any more.
  await page.locator(".facts dt", { hasText: "Stated score" }).waitFor();
  await page
    .locator(".facts dd", { hasText: "Nobody. Anyone could have made this file." })
    .waitFor();
  const signed = await recordsOf(sentence, { key: api.generateKey().key });
  const changed = signed.replaceAll("The answer is", "The answer was");
  await page.give(written("changed signed.ndjson", changed));
  await page.locator(".verdict.failed").getByText("changed signed.ndjson").waitFor();
  assert.equal(await page.getByText("tampered.ndjson").count(), 0);
  await page
    .locator(".facts dd", {
      hasText:
        "No valid signature. The records were changed after they were signed, or the signature belongs to other records.",
    })
    .waitFor();
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
