// Models, agents and tools behind one URL are subjects of their own, and a query needs a name.

import assert from "node:assert/strict";
import { after } from "node:test";

import { KINDS, startMany } from "../support/many-behind-one.mjs";
import { agent, api, onPage, prepare, written } from "./support.mjs";

const test = onPage("run");
const onResults = onPage("results");

/** @type {Awaited<ReturnType<typeof startMany>>} */
let served;
prepare(async () => {
  served = await startMany();
});
after(() => served.close());

const questions = { questions: 3, families: ["math"] };

for (const [what, protocol, path, option] of KINDS) {
  test(`two ${what} behind one URL are two subjects`, async (page) => {
    const endpoint = served.url + path;
    const ids = ["good", "bad"].map(
      (name) => api.subjectOf({ endpoint, protocol, [option]: name }).id,
    );
    for (const [at, name] of ["good", "bad"].entries()) {
      await page.fillIn(endpoint, { ...questions, protocol });
      await page.locator(`#${option}`).fill(name);
      await page.choose("Start", page.done);
      const file = (await page.download()).text;
      const { subjects, verdict } = await api.verify(file);
      assert.deepEqual([verdict, subjects.map(({ id }) => id)], ["intact", [ids[at]]]);
      await page.choose("New run");
    }

    await page.choose("Results");
    await page.selectAll(2);
    await page.choose("Open together", "6 records · 2 agents · 2 runs");
    const rows = page.locator(".agents .body .entry");
    for (const [at, share] of ["100%", "0%"].entries()) {
      const row = rows.filter({ has: page.locator(`[title="${ids[at]}"]`) });
      assert.equal(await row.locator(".all .share").textContent(), share);
    }
    await page.choose("Compute");
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

    await page.tab("Records");
    await page.locator("#row-0").click();
    const evidence = page.locator(".chosen pm-evidence");
    await evidence.getByText("Asked for", { exact: true }).waitFor();
    const told = (await evidence.textContent())?.replace(/\s+/g, " ") ?? "";
    assert.match(told, new RegExp(`Asked for ${option === "uaid" ? "agent" : option} (good|bad)`));
    assert.equal(
      /Answered by model (good|bad)-1 ?fingerprint fp_1/.test(told),
      protocol === "openai",
    );

    await page.choose("All results");
    await page.selectAll(2);
    await page.choose("Compare", page.getByRole("heading", { name: "No common questions" }));
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
  await page.give(written("before.ndjson", before));
  await page.tab("Compare");
  for (const [name, later, changed] of /** @type {const} */ ([
    ["worse.ndjson", worse, false],
    ["other.ndjson", other, true],
  ])) {
    await page.give(written(name, later), page.locator(".comparison .row", { hasText: name }));
    await page.getByRole("heading", { name: "Regression" }).waitFor();
    const told = page.getByText("served by good-1, fingerprint fp_1; then served by good-2");
    assert.equal(await told.count(), changed ? 1 : 0);
  }
});

for (const typed of [undefined, "urn:assistant:a"]) {
  test(`an address with a query gets the name ${typed ?? "without it"}`, async (page) => {
    const one = await agent(() => "7");
    await page.fillIn(`${one.url}?assistant=a`, questions);
    await page.choose("Start", "Enter a name for the agent, or accept the suggested one.");
    const field = page.getByLabel("Name of the agent");
    await page.locator("#subject:focus").waitFor();
    assert.equal(await field.inputValue(), one.url);
    assert.equal(one.asked, 0);
    if (typed !== undefined) await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await page.done.waitFor();
    const file = (await page.download()).text;
    const { subjects } = await api.verify(file);
    assert.deepEqual(
      subjects.map(({ id }) => id),
      [typed ?? one.url],
    );
  });
}
