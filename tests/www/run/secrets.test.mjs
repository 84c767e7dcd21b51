// Agents that repeat what they were sent: no byte of a key in what the page shows, keeps or gives out.

import assert from "node:assert/strict";
import { after } from "node:test";

import { HEADER, PLAIN, QUERY, holdsNoKey, startEchoes } from "../../support/echoes.mjs";
import { onPage, prepare, written } from "../support.mjs";

const test = onPage("run");

/** @type {Awaited<ReturnType<typeof startEchoes>>} */
let echoes;
prepare(async () => {
  echoes = await startEchoes();
});
after(() => echoes.close());

/** Returns the visible text of the page, with fields and address. @param {import("../support.mjs").Page} page */
const everythingShown = (page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll("input, textarea, select")];
    const values = fields.map((field) => /** @type {HTMLInputElement} */ (field).value);
    const { href } = location;
    return [document.documentElement.outerHTML, document.title, href, name, ...values].join("\n");
  });

const EXPORTS = ["Record file (NDJSON)", "Table (CSV)", "Report (JSON)", "Report (HTML)"];

// The core withholds keys in one place, and the tests of the command line repeat them in every form.
test("agents repeat what they were sent", async (page) => {
  /** @param {string} where */
  const search = async (where) => {
    holdsNoKey(await everythingShown(page), `${where}: the page`);
    holdsNoKey(await page.everythingKept(), `${where}: the store`);
  };
  const query = `key=${encodeURIComponent(QUERY)}`;
  for (const path of ["/raw", "/refused", "/away", "/a2a", "/mcp", "/broker"]) {
    const protocol = ["/a2a", "/mcp", "/broker"].includes(path) ? path.slice(1) : "json";
    const asked = path === "/broker" ? "" : `?${query}`;
    await page.getByText("Your agent", { exact: true }).click();
    await page.getByLabel("Agent’s address").fill(`${echoes.origin}${path}${asked}`);
    await page.getByLabel("Protocol").selectOption(protocol);
    if (protocol === "mcp") await page.locator("#tool").fill("ask");
    if (protocol === "broker")
      await page.locator("#agentUrl").fill(`https://agent.example/x?${query}`);
    await page.getByLabel("Questions per topic").fill("1");
    if (!(await page.getByLabel("Headers").isVisible()))
      await page.getByText("More settings").click();
    await page.getByLabel("Name of the agent").fill("urn:echo");
    await page.getByLabel("Headers").fill(`x-upstream: Bearer ${HEADER}`);
    await page.choose("Start");
    const title = page.locator("pm-run h2").first();
    await title.filter({ hasText: /^(No answer to any question|Could not be asked)$/ }).waitFor();
    await search(`Run, ${path}`);
    // An agent that could not be asked has no record.
    if ((await title.textContent()) !== "Could not be asked") {
      const file = (await page.download()).text;
      holdsNoKey(file, `the download of ${path}`);
      const lines = file.trimEnd().split("\n");
      const causes = lines.flatMap((line) => JSON.parse(line).data?.cause ?? []);
      assert.equal(causes.length, 2);
      if (path in PLAIN) assert.deepEqual(causes, ["reply.secret", "reply.secret"]);
    }
    await page.choose("New run");
  }

  await page.choose("Results", page.locator("pm-library [type=checkbox]").nth(3));
  for (const box of await page.locator("pm-library [type=checkbox]").all()) await box.check();
  await page.choose("Open together");
  await page.tab("Records");
  for (const row of [0, 2, 4, 6]) {
    await page.locator(`#row-${row}`).click();
    await page.locator(`.records .entry.open#row-${row}`).waitFor();
    await page.locator(".chosen pm-evidence dl").waitFor();
    await search(`Results, record ${row}`);
  }
  await page.tab("Agents");
  await page.choose("Compute", page.locator("pm-trust details"));
  await search("Results");
  await page.tab("Export");
  for (const name of EXPORTS) holdsNoKey((await page.download(name)).text, name);
  const all = written("echoes.ndjson", (await page.download("Record file (NDJSON)")).text);
  await page.choose("Verify");
  await page.give(all, page.locator("pm-verify .verdict"));
  await search("Verify");
});
