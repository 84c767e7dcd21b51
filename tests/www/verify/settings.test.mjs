// The settings of the view Verify: trust, age, subject and what is required.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";

import { api, give, onPage, recordsOf, unfold, written } from "../support.mjs";

const test = onPage("verify");

/** @type {import("../support.mjs").Reply} */
const right = (_, expected) => `The answer is ${expected}.`;

test("no verdict stands under settings that it is not of", async (page) => {
  const { did, key } = api.generateKey();
  const trust = page.getByLabel("Trusted signer");
  const subject = page.getByLabel("Agent", { exact: true });
  await trust.fill(did);
  await subject.fill("urn:test:agent");
  await give(page, written("settings.ndjson", await recordsOf(right, { key })));
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
});

test("what is no age is refused at its field, in days, and no file is blamed for it", async (page) => {
  const age = page.getByLabel("Not older than, in days");
  const wrong = page.locator("#maxAge-wrong");
  const file = written("age.ndjson", await recordsOf(right));
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
});

test("what is folded up opens where what is wrong concerns a field in it", async (page) => {
  const folded = page.locator("pm-verify-form details");
  const fold = async () => {
    if (await folded.evaluate((details) => /** @type {any} */ (details).open))
      await folded.locator("summary").click();
  };
  const place = page.getByLabel("Only the record at index");
  const again = page.getByRole("button", { name: "Verify again" });
  await give(page, written("folded.ndjson", await recordsOf(right)));
  await page.locator(".verdict").waitFor();
  assert.equal(await place.isVisible(), false, "nothing concerns a field in it");
  // Here the line of the run is what is wrong, and not that there is none.
  await give(page, written("marked run.ndjson", `\ufeff${await recordsOf(right)}`));
  await page.locator(".failures").getByText("run.unknown").first().waitFor();
  await page.locator(".verdict:focus").waitFor();
  assert.equal(await place.isVisible(), false);
  await give(page, written("folded.ndjson", await recordsOf(right)));
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
  await banks.setInputFiles(written("no bank.json", "{}"));
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
});

test("a trust file can be taken back, and chosen again", async (page) => {
  const { did, key } = api.generateKey();
  const other = api.generateKey().did;
  const field = page.getByLabel("Trusted signer");
  const chooser = page.getByLabel("Use a trust file");
  const chosen = page.getByText("1 file", { exact: true });
  const keys = [
    { did, name: "Alice" },
    { did: other, name: "Bob" },
  ];
  const names = written("trust.json", JSON.stringify({ keys }));
  await field.fill(did);
  await chooser.setInputFiles(names);
  await chosen.waitFor();
  assert.ok(await field.isDisabled());
  await page.getByRole("button", { name: "Clear" }).click();
  await chosen.waitFor({ state: "detached" });
  assert.ok(await field.isEnabled());
  assert.ok(await chooser.evaluate((input) => input === document.activeElement));

  // The signer that is shown is asked about, who has no name but in the file.
  await give(page, written("taken back.ndjson", await recordsOf(right, { key })));
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
  await chooser.setInputFiles(written("empty.json", ""));
  await chosen.waitFor();
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.getByText("found nothing (trust.invalid)").waitFor();
});

test("a signer who cannot be one is refused at its field, and no file is blamed for it", async (page) => {
  const field = page.getByLabel("Trusted signer");
  const notice = page.locator(".notice.bad");
  await field.fill("abc");
  await give(page, written("signer.ndjson", await recordsOf(right)));
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
});

test("a chosen file that cannot be read any more is named", async (page) => {
  const gone = written("gone.json", '{"keys":[]}');
  await page.getByLabel("Use a trust file").setInputFiles(gone);
  await page.getByText("1 file", { exact: true }).waitFor();
  rmSync(gone);
  await give(page, written("kept.ndjson", await recordsOf(right)));
  await page.locator(".notice.bad").getByText("gone.json: cannot be read").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Verify again" }).click();
  await page.locator(".verdict.intact").waitFor();
});
