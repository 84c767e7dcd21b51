// Addresses name what is open: links, reloads and the Back button keep the place.

import assert from "node:assert/strict";

import { api, onPage, recordsOf, shared, written } from "./support.mjs";

const test = onPage("results");
const onRun = onPage("run");

/** @type {import("./support.mjs").Reply} */
const reply = (_, expected, at) => (at % 2 === 0 ? expected : "no idea");

test("filter, order and open record are in the address of Results", async (page) => {
  await page.give(written("linked.ndjson", await recordsOf(reply)), page.locator("pm-filters"));
  await page.choose("No answer found", "5 of 10 shown");
  await page.getByRole("columnheader", { name: "Question" }).getByRole("button").click();
  await page.locator(".records .body .entry").first().click();
  const question = page.locator(".chosen .asked");
  await question.waitFor();
  const before = await question.textContent();
  await page.waitForURL(/#\/results\/\w+\?outcomes=unparseable&sort=question&record=\d+$/);

  const keepsPlace = async () => {
    await page.getByText("5 of 10 shown").waitFor();
    await question.waitFor();
    assert.equal(await question.textContent(), before);
    await page
      .locator('[role=columnheader][aria-sort="ascending"]', { hasText: "Question" })
      .waitFor();
  };
  await page.reload();
  await keepsPlace();
  await page.choose("Run", page.locator("pm-run-form"));
  await page.goBack();
  await keepsPlace();
  await page.locator(".chosen").getByRole("button", { name: "Close" }).click();
  await page.choose("Clear the filters", "10 of 10 shown");
  await page.waitForURL(/#\/results\/\w+\?sort=question$/);
});

onRun("a link opens a file on the web, with signer and subject", async (page) => {
  const { did, key } = api.generateKey();
  const body = await recordsOf(reply, { key });
  const src = `${shared.site}/published.ndjson`;
  await page.route(src, (route) => route.fulfill({ body }));
  await page.goto(`${shared.site}/?src=${src}&trust=${did}&subject=urn:test:agent`);
  await page.locator(".verdict.verified", { hasText: "published.ndjson" }).waitFor();
  await page.getByText(`Signed by ${did}, about urn:test:agent: 5 of 10 right.`).waitFor();
  assert.equal(await page.getByLabel("Trusted signer").inputValue(), did);

  // In Results too; the trust file may be on the web. The core is fetched once for page and workers.
  const trust = `${shared.site}/trust.json`;
  const trusted = JSON.stringify({ keys: [{ did, name: "Acme" }] });
  await page.route(trust, (route) => route.fulfill({ body: trusted }));
  /** @type {string[]} */
  const cores = [];
  page.on("request", (request) => request.url().includes("core_bg") && cores.push(request.url()));
  await page.goto(
    `${shared.site}/?#/results?src=${src}&trust=${encodeURIComponent(trust)}&subject=urn:test:agent`,
  );
  await page.locator(".score .verdict-chip.verified").waitFor();
  assert.equal(cores.length, 1);
  await page.choose("Correct", "5 of 10 shown");
  await page.choose("Verification details");
  await page.locator(".verdict.verified", { hasText: "published.ndjson" }).waitFor();
  assert.equal(await page.getByLabel("Trusted signer").inputValue(), trusted);
  // And back, by the same link.
  await page.choose("Open in Results");
  await page.locator(".score .verdict-chip.verified").waitFor();
  assert.equal(new URL(page.url()).hash.match(/src=[^&]*/)?.[0], `src=${encodeURIComponent(src)}`);

  await page.goto(`${shared.site}/?src=${src}`);
  await page.locator(".score .verdict-chip.intact").waitFor();
  await page.choose("Correct", "5 of 10 shown");
  await page.reload();
  await page.getByText("5 of 10 shown").waitFor();
  // The link takes what is typed along.
  await page.choose("Verification details", page.locator(".verdict.intact"));
  await page.getByLabel("Trusted signer").fill(did);
  await page.getByLabel("Agent", { exact: true }).fill("urn:test:agent");
  await page.choose("Verify again", page.locator(".verdict.verified"));
  await page.choose("Open in Results", page.locator(".score .verdict-chip.verified"));
  await page.goto(`${shared.site}/?src=${shared.site}/missing.ndjson`);
  await page.getByText("The linked file could not be opened.").waitFor();
  await page.getByText("answered with status 404.").waitFor();
  await page.goto(`${shared.site}/?src=javascript:alert(1)`);
  await page.getByText("The link does not contain a valid http or https address.").waitFor();
});
