// The view Verify: intact, verified, tampered, and what was not checked.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../scripts/lib.mjs";
import { api, close, give, open, recordsOf, stage, test, unfold, written } from "./support.mjs";

const shared = stage();
const right = (/** @type {string} */ prompt, /** @type {string} */ expected) =>
  `The answer is ${expected}.`;

/** @param {import("playwright-core").Page} page @param {string} step @returns {Promise<string[]>} */
const counts = (page, step) => page.locator(`tr[data-step=${step}] td`).allTextContents();

test("an unsigned file is intact, and what was not checked stands as plainly", async () => {
  const page = await open(shared, "verify");
  await give(page, written(shared, "unsigned.ndjson", await recordsOf(right)));
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
  await close(page);
});

test("it says Verified only for a trusted signer and a subject that was asked about", async () => {
  const { did, key } = api.generateKey();
  const file = written(shared, "signed.ndjson", await recordsOf(right, { key }));
  const page = await open(shared, "verify");
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
  await close(page);
});

test("signed scores are computed again from their configuration and records", async () => {
  const path = join(ROOT, "tests", "vectors", "score", "signed.json");
  const { shared: made, cases } = JSON.parse(readFileSync(path, "utf8"));
  const lines = (/** @type {string[]} */ texts) => `${texts.join("\n")}\n`;
  const page = await open(shared, "verify");
  await give(page, written(shared, "scores.ndjson", lines(cases[0].expect.texts)));
  await page.locator(".verdict.not-checked", { hasText: "config and records" }).waitFor();
  await unfold(page.locator("pm-verify-form details"));
  const choose = async (/** @type {string} */ label, /** @type {string} */ text) =>
    page.getByLabel(label).setInputFiles(written(shared, "given.txt", text));
  const again = () => page.getByRole("button", { name: "Verify again" }).click();
  await choose("Configuration of signed scores", JSON.stringify(made.config));
  await choose("Records of signed scores", lines(made.records));
  await again();
  await page.locator(".verdict.intact", { hasText: "2 scores signed" }).waitFor();
  await page.getByRole("button", { name: "Clear" }).last().click();
  await choose("Records of signed scores", lines(made.records).replace("wrong", "correct"));
  await again();
  await page.locator(".verdict.failed", { hasText: "score.other-input" }).waitFor();
  await close(page);
});

test("no verdict stands under settings that it is not of", async () => {
  const { did, key } = api.generateKey();
  const page = await open(shared, "verify");
  const trust = page.getByLabel("Trusted signer");
  const subject = page.getByLabel("Agent", { exact: true });
  await trust.fill(did);
  await subject.fill("urn:test:agent");
  await give(page, written(shared, "settings.ndjson", await recordsOf(right, { key })));
  const word = page.locator(".verdict h2");
  await word.getByText("Verified", { exact: true }).waitFor();
  const outdated = page.locator(".notice", { hasText: "The settings have changed." });

  await subject.fill("urn:another");
  await outdated.waitFor();
  assert.equal(await page.locator(".verdict, .facts, .steps").locator("visible=true").count(), 0);
  await subject.fill("urn:test:agent");
  await outdated.waitFor({ state: "detached" });
  await word.getByText("Verified", { exact: true }).waitFor();

  for (const change of [
    () => trust.fill(api.generateKey().did),
    () => page.getByLabel("Not older than, in days").fill("3"),
    () => page.locator("input[name=require][value=grade]").uncheck(),
  ]) {
    await page.getByRole("button", { name: "Verify again" }).click();
    await word.waitFor();
    if ((await page.locator("pm-verify-form details[open]").count()) === 0)
      await unfold(page.locator("pm-verify-form details"));
    await change();
    await outdated.waitFor();
    assert.equal(await word.isVisible(), false);
  }

  // A refusal, too, is of its settings.
  await trust.fill("did:key:nobody");
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.locator(".notice.bad").waitFor();
  await trust.fill(did);
  await outdated.waitFor();
  assert.equal(await page.locator(".notice.bad").count(), 0);
  await close(page);
});

test("what is no age is refused at its field, in days, and no file is blamed for it", async () => {
  const page = await open(shared, "verify");
  const age = page.getByLabel("Not older than, in days");
  const wrong = page.locator("#maxAge-wrong");
  const file = written(shared, "age.ndjson", await recordsOf(right));
  await give(page, file);
  await page.locator(".verdict").waitFor();
  const again = page.getByRole("button", { name: "Verify again" });
  // What is no number, too, is no age that could be left out.
  for (const typed of ["-1", "0", "e", "1e300"]) {
    await age.fill("");
    await age.pressSequentially(typed);
    await wrong.getByText("Enter a number of days above 0, up to 100,000.").waitFor();
    assert.equal(await age.getAttribute("aria-invalid"), "true");
    await again.click();
    await page.waitForFunction(() => document.activeElement?.id === "maxAge");
    assert.equal(await page.locator(".verdict, .notice.bad").locator("visible=true").count(), 0);
  }
  await give(page, file);
  await page.waitForFunction(() => document.activeElement?.id === "maxAge");
  assert.equal(await page.locator(".verdict, .notice.bad").locator("visible=true").count(), 0);
  await age.fill("0.5");
  await wrong.waitFor({ state: "detached" });
  await again.click();
  await page.locator("tr[data-step=policy] td.pass", { hasText: "10" }).waitFor();
  await close(page);
});

test("a single record is partial, in any layout", async () => {
  const page = await open(shared, "verify");
  const { key } = api.generateKey();
  const lines = await recordsOf(right, { key });
  const record = await api.proveInclusion([lines], 3);
  await give(page, written(shared, "alone.json", JSON.stringify(record)));
  await page.locator(".verdict.partial").waitFor();
  await page.getByText("Only 1 of the run's 10 questions is shown.").waitFor();
  await page.getByText("1 of 10 questions; the other 9 are not shown").waitFor();
  await page.locator("tr[data-step=inclusion] td.pass", { hasText: "1" }).waitFor();
  // However it is laid out, here and in Results.
  await give(page, written(shared, "Eintrag für alle.json", JSON.stringify(record, null, 2)));
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
  await close(page);
});

test("what is folded up opens where what is wrong concerns a field in it", async () => {
  const page = await open(shared, "verify");
  const folded = page.locator("pm-verify-form details");
  const fold = async () => {
    if (await folded.evaluate((details) => /** @type {any} */ (details).open))
      await folded.locator("summary").click();
  };
  const place = page.getByLabel("Only the record at index");
  const again = page.getByRole("button", { name: "Verify again" });
  await give(page, written(shared, "folded.ndjson", await recordsOf(right)));
  await page.locator(".verdict").waitFor();
  assert.equal(await place.isVisible(), false, "nothing concerns a field in it");
  // Here the line of the run is what is wrong, and not that there is none.
  await give(page, written(shared, "marked run.ndjson", `\ufeff${await recordsOf(right)}`));
  await page.locator(".failures").getByText("run.unknown").first().waitFor();
  await page.locator(".verdict:focus").waitFor();
  assert.equal(await place.isVisible(), false);
  await give(page, written(shared, "folded.ndjson", await recordsOf(right)));
  await page.locator(".verdict.intact").waitFor();

  await folded.locator("summary").click();
  await place.fill("-1");
  await fold();
  await again.click();
  await page.waitForFunction(() => document.activeElement?.id === "index");

  await place.fill("10");
  await fold();
  await again.click();
  await page.locator(".failures").getByText("file.index").waitFor();
  await place.waitFor({ state: "visible" });

  await place.fill("");
  const banks = page.getByLabel("Private banks", { exact: true });
  await banks.setInputFiles(written(shared, "no bank.json", "{}"));
  await page.getByText("1 file", { exact: true }).waitFor();
  await fold();
  await again.click();
  await page.locator(".notice.bad:focus").getByText("(bank.shape)").waitFor();
  await page.getByRole("button", { name: "Clear" }).waitFor({ state: "visible" });

  // The signer stands beside it.
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("Trusted signer").fill("did:key:nobody");
  await fold();
  await again.click();
  await page.locator(".notice.bad:focus").waitFor();
  assert.equal(await place.isVisible(), false);
  await close(page);
});

test("a trust file can be taken back, and chosen again", async () => {
  const { did, key } = api.generateKey();
  const other = api.generateKey().did;
  const page = await open(shared, "verify");
  const field = page.getByLabel("Trusted signer");
  const chooser = page.getByLabel("Use a trust file");
  const chosen = page.getByText("1 file", { exact: true });
  const names = written(
    shared,
    "trust.json",
    JSON.stringify({
      keys: [
        { did, name: "Alice" },
        { did: other, name: "Bob" },
      ],
    }),
  );
  await field.fill(did);
  await chooser.setInputFiles(names);
  await chosen.waitFor();
  assert.ok(await field.isDisabled());
  await page.getByRole("button", { name: "Clear" }).click();
  await chosen.waitFor({ state: "detached" });
  assert.ok(await field.isEnabled());
  assert.ok(await chooser.evaluate((input) => input === document.activeElement));

  // The signer that is shown is asked about, who has no name but in the file.
  await give(page, written(shared, "taken back.ndjson", await recordsOf(right, { key })));
  await page.locator("tr[data-step=policy] td.pass", { hasText: "10" }).waitFor();
  const signers = page.locator(".facts div", { hasText: "Signed by" });
  assert.doesNotMatch((await signers.textContent()) ?? "", /trust file/);
  // A browser tells of no change where the file is the one that an input holds already.
  assert.equal(await chooser.inputValue(), "");
  await chooser.setInputFiles(names);
  await chosen.waitFor();
  await page.getByRole("button", { name: "Verify again" }).click();
  await signers.getByText("Alice (named by the trust file)").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await chooser.setInputFiles(written(shared, "empty.json", ""));
  await chosen.waitFor();
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.getByText("found nothing (trust.invalid)").waitFor();
  await close(page);
});

test("a signer who cannot be one is refused at its field, and no file is blamed for it", async () => {
  const page = await open(shared, "verify");
  const field = page.getByLabel("Trusted signer");
  const notice = page.locator(".notice.bad");
  await field.fill("abc");
  await give(page, written(shared, "signer.ndjson", await recordsOf(right)));
  await notice.getByText("The trusted signer is invalid, so nothing was verified.").waitFor();
  await notice
    .getByText(
      'trusted signer: expected one did:key:… or the text of a trust file, found "abc" (trust.invalid)',
    )
    .waitFor();
  assert.equal(await notice.getByText("signer.ndjson").count(), 0);
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  await field.fill("did:key:abc");
  await notice.waitFor({ state: "detached" });
  assert.equal(await field.getAttribute("aria-invalid"), "false");
  await page.getByRole("button", { name: "Verify again" }).click();
  await notice.getByText("(key.invalid)").waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  await close(page);
});

test("a byte order mark reaches the core, which refuses it", async () => {
  const { did, key } = api.generateKey();
  const page = await open(shared, "verify");
  await give(page, written(shared, "marked.ndjson", await recordsOf(right, { key })));
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
      .setInputFiles(written(shared, "marked.json", `\ufeff${text}`));
    await page.getByText("1 file", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Verify again" }).click();
    await page.locator(".notice.bad").getByText(said).waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("1 file", { exact: true }).waitFor({ state: "detached" });
  }
  await close(page);
});

test("what of the page cannot be loaded is told, and asked for again", async () => {
  const file = written(shared, "offline.ndjson", await recordsOf(right));
  const page = await open(shared, "verify");
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
  await close(page);
});

test("what does not come can be stopped, and is begun anew", async () => {
  const file = written(shared, "slow.ndjson", await recordsOf(right));
  const page = await open(shared, "verify");
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
  await close(page);
});

test("a file that passed only because less was required is not checked", async () => {
  const draft = readFileSync(join(ROOT, "examples/private-bank.json"), "utf8");
  const { bank } = api.sealBank(draft);
  const { did, key } = api.generateKey();
  const records = await recordsOf(right, { key, bank, families: ["science"] });
  const page = await open(shared, "verify");
  const word = page.locator(".verdict h2");
  await give(page, written(shared, "private.ndjson", records));
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
  await close(page);
});

test("a tampered line is named, with its step and its code", async () => {
  const lines = (await recordsOf(right)).split("\n");
  const at = 4;
  assert.match(lines[at] ?? "", /The answer is/);
  lines[at] = (lines[at] ?? "").replace("The answer is", "The answer was");
  const file = written(shared, "tampered.ndjson", lines.join("\n"));
  const report = await api.verify(lines.join("\n"));
  const page = await open(shared, "verify");
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
  await give(page, written(shared, "changed signed.ndjson", changed));
  await page
    .locator(".facts dd", {
      hasText:
        "No valid signature. The records were changed after they were signed, or the signature belongs to other records.",
    })
    .waitFor();
  await close(page);
});

test("a foreign file is named in one sentence, without a verdict", async () => {
  const page = await open(shared, "verify");
  await give(page, written(shared, "picture.pdf", "%PDF-1.7"));
  await page
    .getByText("picture.pdf is not a proofmark file. It looks like a PDF document.")
    .waitFor();
  assert.equal(await page.locator(".verdict, table.steps").count(), 0);
  await close(page);
});

test("a file that is dropped on the page is taken, and what is refused is told", async () => {
  const page = await open(shared, "verify");
  const text = await recordsOf(right);
  await page.locator("pm-verify .drop").evaluate((place, text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.ndjson"));
    place.dispatchEvent(
      new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  }, text);
  await page.locator(".verdict.intact").waitFor();
  await page.getByLabel("Trusted signer").fill("did:key:nobody");
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.locator(".notice.bad", { hasText: "The trusted signer is invalid" }).waitFor();
  await close(page);
});

test("a report says of which file it is, and what is wrong before all that is not", async () => {
  const page = await open(shared, "verify");
  await give(page, written(shared, "first.ndjson", await recordsOf(right)));
  await page.locator(".verdict").getByText("first.ndjson").waitFor();
  const changed = (await recordsOf(right)).replace("The answer is", "The answer was");
  await give(page, written(shared, "second.ndjson", changed));
  await page.locator(".verdict.failed").getByText("second.ndjson").waitFor();
  assert.equal(await page.getByText("first.ndjson").count(), 0);
  await page.locator(".not-checked").first().waitFor();
  const headings = await page.locator("pm-verify h2").allTextContents();
  assert.ok(headings.indexOf("Failures") < headings.indexOf("The seven steps"), `${headings}`);
  await close(page);
});

test("a file that is given as trust, and cannot be read, takes nothing away", async () => {
  const page = await open(shared, "verify");
  const chooser = page.getByLabel("Use a trust file");
  await chooser.setInputFiles(written(shared, "good.json", '{"keys":[]}'));
  await page.getByText("1 file", { exact: true }).waitFor();
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
  });
  await chooser.setInputFiles(written(shared, "gone.json", "{}"));
  await page.getByText("This file could not be read.").waitFor();
  await page.getByText("1 file", { exact: true }).waitFor();
  await close(page);
});

test("files that are read at the same time are all given", async () => {
  const page = await open(shared, "verify");
  await unfold(page.locator("pm-verify-form details"));
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      await new Promise((done) => setTimeout(done, 300));
      return arrayBuffer.call(this);
    };
  });
  const path = written(shared, "together.json", "{}");
  for (const label of ["Private banks", "Reveals of items"])
    await page.getByLabel(label, { exact: true }).setInputFiles(path);
  await page.getByText("1 file", { exact: true }).nth(1).waitFor();
  assert.equal(await page.getByText("1 file", { exact: true }).count(), 2);
  await close(page);
});

test("a file that is dragged over what is inside stays over the place", async () => {
  const page = await open(shared, "verify");
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
  await close(page);
});
