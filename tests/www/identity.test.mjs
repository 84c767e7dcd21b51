// Models, agents and tools behind one URL are subjects of their own, and a query needs a name.

import assert from "node:assert/strict";
import { after } from "node:test";

import { KINDS, startMany } from "../support/many-behind-one.mjs";
import { agent, api, downloadedText, give, onPage, prepare, tab, written } from "./support.mjs";

const test = onPage("run");
const onResults = onPage("results");

/** @type {Awaited<ReturnType<typeof startMany>>} */
let served;
prepare(async () => {
  served = await startMany();
});
after(() => served.close());

/**
 * Fills in the form for one endpoint.
 *
 * @param {import("./support.mjs").Page} page
 * @param {string} url
 * @param {string} protocol
 */
async function fill(page, url, protocol) {
  await page.getByText("Your agent", { exact: true }).click();
  await page.getByLabel("Agent’s address").fill(url);
  await page.getByLabel("Protocol").selectOption(protocol);
  await page.locator("input[name=family][value=science]").uncheck();
  await page.getByLabel("Questions per topic").fill("3");
  await page.locator("#budget").evaluate((field) => {
    /** @type {HTMLInputElement} */ (field).value = "600";
  });
}

for (const [what, protocol, path, option] of KINDS) {
  test(`two ${what} behind one URL are two subjects`, async (page) => {
    const endpoint = served.url + path;
    const ids = ["good", "bad"].map(
      (name) => api.subjectOf({ endpoint, protocol, [option]: name }).id,
    );
    for (const [at, name] of ["good", "bad"].entries()) {
      await fill(page, endpoint, protocol);
      await page.locator(`#${option}`).fill(name);
      await page.getByRole("button", { name: "Start" }).click();
      await page.getByRole("heading", { name: "Done" }).waitFor();
      const file = await downloadedText(page, "Download the record file");
      const { subjects, verdict } = await api.verify(file);
      assert.deepEqual([verdict, subjects.map(({ id }) => id)], ["intact", [ids[at]]]);
      await page.getByRole("button", { name: "New run" }).click();
    }

    await page.getByRole("link", { name: "Results", exact: true }).click();
    const boxes = page.locator("pm-library [type=checkbox]");
    const checkBoth = async () => {
      for (const place of [0, 1]) await boxes.nth(place).check();
    };
    await checkBoth();
    await page.getByRole("link", { name: "Open together" }).click();
    await page.getByText("6 records · 2 subjects · 2 runs").waitFor();
    const rows = page.locator(".agents .body .entry");
    for (const [at, share] of ["100%", "0%"].entries()) {
      const row = rows.filter({ has: page.locator(`[title="${ids[at]}"]`) });
      assert.equal(await row.locator(".all .share").textContent(), share);
    }
    await page.getByRole("button", { name: "Compute" }).click();
    const scores = page.locator("pm-trust details");
    await scores.nth(1).waitFor();
    const named = await scores
      .locator("summary bdi")
      .evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).title));
    assert.deepEqual(named.sort(), [...ids].sort());
    if (protocol === "openai") {
      const said = (await scores.allTextContents()).join();
      for (const name of ["good", "bad"])
        assert.ok(said.includes(`served by ${name}-1, fingerprint fp_1`), said);
    }

    await tab(page, "Records");
    await page.locator("#row-0").click();
    const evidence = page.locator(".chosen pm-evidence");
    await evidence.getByText("Asked for", { exact: true }).waitFor();
    const told = (await evidence.textContent())?.replace(/\s+/g, " ") ?? "";
    assert.match(told, new RegExp(`Asked for ${option === "uaid" ? "agent" : option} (good|bad)`));
    assert.equal(
      /Answered by model (good|bad)-1 ?fingerprint fp_1/.test(told),
      protocol === "openai",
    );

    await page.getByRole("link", { name: "All results" }).click();
    await checkBoth();
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await page.getByRole("heading", { name: "No common questions" }).waitFor();
  });
}

onResults("a worse agent is told from a changed model", async (page) => {
  const made = async (/** @type {string} */ version) => {
    served.version = version;
    const { lines } = await api.evaluate({
      ...{ endpoint: `${served.url}/v1/chat/completions`, protocol: "openai", model: "good" },
      ...{ families: ["math"], questions: 10, seed: "s" },
    });
    return `${lines.join("\n")}\n`;
  };
  const before = await made("1");
  served.worse = true;
  const [worse, other] = [await made("1"), await made("2")];
  served.worse = false;
  await give(page, written("before.ndjson", before));
  await tab(page, "Compare");
  for (const [name, later, changed] of /** @type {const} */ ([
    ["worse.ndjson", worse, false],
    ["other.ndjson", other, true],
  ])) {
    await give(page, written(name, later));
    await page.locator(".comparison .row", { hasText: name }).waitFor();
    await page.getByRole("heading", { name: "Regression" }).waitFor();
    const told = page.getByText("served by good-1, fingerprint fp_1; then served by good-2");
    assert.equal(await told.count(), changed ? 1 : 0);
  }
});

for (const typed of [undefined, "urn:assistant:a"]) {
  test(`an address with a query gets the name ${typed ?? "without it"}`, async (page) => {
    const one = await agent(() => "7");
    await fill(page, `${one.url}?assistant=a`, "json");
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByText("Enter a name for the agent, or accept the suggested one.").waitFor();
    const field = page.getByLabel("Name of the agent");
    await page.locator("#subject:focus").waitFor();
    assert.equal(await field.inputValue(), one.url);
    assert.equal(one.asked, 0);
    if (typed !== undefined) await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Done" }).waitFor();
    const file = await downloadedText(page, "Download the record file");
    const { subjects } = await api.verify(file);
    assert.deepEqual(
      subjects.map(({ id }) => id),
      [typed ?? one.url],
    );
  });
}
