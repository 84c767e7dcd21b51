// Lines that are as long as a file may have them: the page stays responsive, and a reply longer than a
// record may have is refused by its length.

import assert from "node:assert/strict";

import { onPage, recordsOf, written } from "../www/support.mjs";
import { watch } from "./long-tasks.mjs";

const test = onPage("verify");

/** The length of the long line. */
const LONG = 7.9 * 2 ** 20;
/** The longest that a task of the page may take, in milliseconds. */
const MOST = 200;

const words = "Or 95, that is B. ".repeat(Math.ceil(LONG / 18)).slice(0, LONG);

/** A file with more in the place behind `before`. @param {string} before @param {string} more */
async function longer(before, more) {
  const file = await recordsOf(() => "7", { questions: 1, families: ["math"] });
  assert.ok(file.includes(before));
  return file.replace(before, before + more);
}

/** A file whose last line is long and no record. */
const ending = async () =>
  `${await recordsOf(() => "7", { questions: 1, families: ["math"] })}${"9".repeat(LONG)}\n`;

/** Files with a long line, and what Verify says of them. @type {[what: string, file: () => Promise<string>, said: string][]} */
const FILES = [
  ["a reply", () => longer('"response":"', words), "json.invalid"],
  ["a subject", () => longer('"subject":{"id":"', words), "record.run-id"],
  ["a model", () => longer('"subject":{"id":"urn:test:agent"', `,"model":"${words}"`), ""],
  ["digits", () => ending(), "json.invalid"],
  ["a foreign file", async () => "[".repeat(LONG), "It looks like a JSON array."],
];

for (const [what, made, said] of FILES) {
  test(`a long line does not hold up the page: ${what}`, async (page) => {
    const path = written(`${what.replaceAll(" ", "-")}.ndjson`, await made());
    const verified = await watch(page);
    await page.give(path);
    const outcome = page.locator("pm-verify .verdict, pm-verify .notice").first();
    await outcome.waitFor();
    assert.deepEqual(
      (await verified()).filter((time) => time > MOST),
      [],
    );
    const told = (await page.locator("pm-verify").textContent()) ?? "";
    assert.ok(told.includes(said), told.slice(0, 2000));
    assert.ok(told.length < 100_000);

    await page.choose("Results", page.locator("pm-results h1"));
    const read = await watch(page);
    await page.give(path);
    await page
      .locator("#row-0, pm-results .notice.bad")
      .or(page.getByText("This is not a proofmark file."))
      .filter({ visible: true })
      .first()
      .waitFor();
    if ((await page.locator("#row-0").count()) > 0) {
      await page.locator("#row-0").click();
      await page.locator(".chosen pm-evidence").waitFor();
    }
    assert.deepEqual(
      (await read()).filter((time) => time > MOST),
      [],
    );
  });
}
