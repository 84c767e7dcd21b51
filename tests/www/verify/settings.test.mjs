// The settings of the view Verify: trust, age, subject and what is required.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";

import { api, onPage, recordsOf, sentence, unfold, written } from "../support.mjs";

const test = onPage("verify");

test("no verdict stands under settings that it is not of", async (page) => {
  const { did, key } = api.generateKey();
  const trust = page.getByLabel("Trusted signer");
  const subject = page.getByLabel("Agent", { exact: true });
  await trust.fill(did);
  await subject.fill("urn:test:agent");
  await page.give(written("settings.ndjson", await recordsOf(sentence, { key })));
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
    await page.choose("Verify again", word);
    if ((await page.locator("pm-verify-form details[open]").count()) === 0)
      await unfold(page.locator("pm-verify-form details"));
    await change();
    await outdated.waitFor();
    assert.equal(await word.isVisible(), false);
  }

  // A refusal, too, is of its settings.
  await trust.fill("did:key:nobody");
  await page.choose("Verify again", page.locator(".notice.bad"));
  await trust.fill(did);
  await outdated.waitFor();
  assert.equal(await page.locator(".notice.bad").count(), 0);
});

test("what is no age is refused at its field, in days, and no file is blamed for it", async (page) => {
  const age = page.getByLabel("Not older than, in days");
  const wrong = page.locator("#maxAge-wrong");
  const file = written("age.ndjson", await recordsOf(sentence));
  await page.give(file, page.locator(".verdict"));
  // Text that is no number is refused too; it does not count as an empty field.
  for (const typed of ["-1", "0", "e", "1e300"]) {
    await age.fill("");
    await age.pressSequentially(typed);
    await wrong.getByText("Enter a number of days above 0, up to 100,000.").waitFor();
    assert.equal(await age.getAttribute("aria-invalid"), "true");
    await page.choose("Verify again");
    await page.waitForFunction(() => document.activeElement?.id === "maxAge");
    assert.equal(await page.locator(".verdict, .notice.bad").locator("visible=true").count(), 0);
  }
  await page.give(file);
  await page.waitForFunction(() => document.activeElement?.id === "maxAge");
  assert.equal(await page.locator(".verdict, .notice.bad").locator("visible=true").count(), 0);
  await age.fill("0.5");
  await wrong.waitFor({ state: "detached" });
  await page.choose(
    "Verify again",
    page.locator("tr[data-step=policy] td.pass", { hasText: "10" }),
  );
});

test("what is folded up opens where what is wrong concerns a field in it", async (page) => {
  const folded = page.locator("pm-verify-form details");
  const fold = async () => {
    if (await folded.evaluate((details) => /** @type {any} */ (details).open))
      await folded.locator("summary").click();
  };
  const place = page.getByLabel("Only the record at index");
  await page.give(written("folded.ndjson", await recordsOf(sentence)), page.locator(".verdict"));
  assert.equal(await place.isVisible(), false, "nothing concerns a field in it");
  // Here the line of the run is what is wrong, and not that there is none.
  await page.give(written("marked run.ndjson", `\ufeff${await recordsOf(sentence)}`));
  await page.locator(".failures").getByText("run.unknown").first().waitFor();
  await page.locator(".verdict:focus").waitFor();
  assert.equal(await place.isVisible(), false);
  await page.give(written("folded.ndjson", await recordsOf(sentence)));
  await page.locator(".verdict.intact").waitFor();

  await folded.locator("summary").click();
  await place.fill("-1");
  await fold();
  await page.choose("Verify again");
  await page.waitForFunction(() => document.activeElement?.id === "index");

  await place.fill("10");
  await fold();
  await page.choose("Verify again", page.locator(".failures").getByText("file.index"));
  await place.waitFor({ state: "visible" });

  await place.fill("");
  const banks = page.getByLabel("Private banks", { exact: true });
  await banks.setInputFiles(written("no bank.json", "{}"));
  await page.getByText("1 file", { exact: true }).waitFor();
  await fold();
  await page.choose("Verify again", page.locator(".notice.bad:focus").getByText("(bank.shape)"));
  await page.getByRole("button", { name: "Clear" }).waitFor({ state: "visible" });

  // The signer stands beside it.
  await page.choose("Clear");
  await page.getByLabel("Trusted signer").fill("did:key:nobody");
  await fold();
  await page.choose("Verify again", page.locator(".notice.bad:focus"));
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
  await page.choose("Clear");
  await chosen.waitFor({ state: "detached" });
  assert.ok(await field.isEnabled());
  assert.ok(await chooser.evaluate((input) => input === document.activeElement));

  // The signer that is shown is asked about, who has no name but in the file.
  await page.give(written("taken back.ndjson", await recordsOf(sentence, { key })));
  await page.locator("tr[data-step=policy] td.pass", { hasText: "10" }).waitFor();
  const signers = page.locator(".facts div", { hasText: "Signed by" });
  assert.doesNotMatch((await signers.textContent()) ?? "", /trust file/);
  // A browser tells of no change where the file is the one that an input holds already.
  assert.equal(await chooser.inputValue(), "");
  await chooser.setInputFiles(names);
  await chosen.waitFor();
  await page.choose("Verify again", signers.getByText("Alice (named by the trust file)"));
  await page.choose("Clear");
  await chooser.setInputFiles(written("empty.json", ""));
  await chosen.waitFor();
  await page.choose("Verify again", "found nothing (trust.invalid)");
});

test("a signer who cannot be one is refused at its field, and no file is blamed for it", async (page) => {
  const field = page.getByLabel("Trusted signer");
  const notice = page.locator(".notice.bad");
  await field.fill("abc");
  await page.give(written("signer.ndjson", await recordsOf(sentence)));
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
  await page.choose("Verify again", notice.getByText("(key.invalid)"));
  assert.equal(await field.getAttribute("aria-invalid"), "true");
});

test("a chosen file that cannot be read any more is named", async (page) => {
  const gone = written("gone.json", '{"keys":[]}');
  await page.getByLabel("Use a trust file").setInputFiles(gone);
  await page.getByText("1 file", { exact: true }).waitFor();
  rmSync(gone);
  await page.give(written("kept.ndjson", await recordsOf(sentence)));
  await page.locator(".notice.bad").getByText("gone.json: cannot be read").waitFor();
  await page.choose("Clear");
  await page.choose("Verify again", page.locator(".verdict.intact"));
});
