// Replies and names that attack the page: shown as text, nothing executed, the layout intact.

import assert from "node:assert/strict";

import { resize } from "../support/resize.mjs";
import { agent, api, onPage, recordsOf, unfold, written } from "./support.mjs";

const test = onPage("results");
const onRun = onPage("run");

/** Each with what has to be seen of it. */
const ATTACKS = [
  ["<script>window.hit = 1</script>", "<script>window.hit = 1</script>"],
  ['<img src="x" onerror="window.hit = 1">42', '<img src="x" onerror="window.hit = 1">42'],
  [
    '<a href="javascript:window.hit=1">42</a> javascript:window.hit=1',
    'href="javascript:window.hit=1"',
  ],
  [
    "4\u202e2 rorrim \u2066 inside \u0000 NUL \u200b",
    "4U+202E2 rorrim U+2066 inside U+0000 NUL U+200B",
  ],
  ["</bdi></div></pm-evidence><style>*{display:none}</style>42", "<style>*{display:none}</style>"],
  ["x".repeat(1 << 20), "characters omitted"],
  [`${"𝒳".repeat(300_000)} 42`, "characters omitted"],
  ["${window.hit=1} {{window.hit=1}} ${`${1}`}", "${window.hit=1} {{window.hit=1}}"],
  ["ש".repeat(3000) + "\u202d<b>42</b>", "characters omitted"],
  ["\n".repeat(5000) + "42", "characters omitted"],
];

/** Characters that hide, reorder or control text. A reply has line ends and tabs of its own. */
const CONTROLS = [
  String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f]`,
  String.raw`[\u202a-\u202e\u2066-\u2069]`,
].join("|");

/** Returns the texts and attributes of the page with an invisible character. @param {import("./support.mjs").Page} page */
const controlled = (page) =>
  page.evaluate((controls) => {
    const pattern = new RegExp(controls);
    const texts = [document.title];
    const walker = document.createTreeWalker(
      document,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) texts.push(node.data);
      else if (node instanceof globalThis.Element)
        // A value is what a form gives back; its label is a text.
        for (const { name, value } of node.attributes) if (name !== "value") texts.push(value);
    }
    return texts
      .filter((text) => pattern.test(text))
      .map((text) => JSON.stringify(text.slice(0, 200)));
  }, CONTROLS);

/** @param {import("./support.mjs").Page} page */
async function unharmed(page) {
  assert.deepEqual(await controlled(page), []);
  const { hit, wide, width } = await page.evaluate(() => ({
    hit: /** @type {any} */ (globalThis).hit,
    wide: document.documentElement.scrollWidth,
    width: innerWidth,
  }));
  assert.equal(hit, undefined);
  assert.ok(wide <= width, `${wide} px in a window of ${width}`);
  assert.equal(await page.locator("main img, main script, main style, pm-evidence a").count(), 0);
  assert.ok(await page.getByRole("link", { name: "Results", exact: true }).isVisible());
}

test("replies of a record file", async (page) => {
  const file = await recordsOf((_, __, index) => ATTACKS[index]?.[0] ?? "", {
    subject: '<img src=x onerror="window.hit=1">\u202e"subject"',
    families: ["math"],
    questions: ATTACKS.length,
    maxBody: 2 << 20,
  });
  await page.give(written("attack.ndjson", file), page.locator(".records .body .entry").first());
  for (const [index, [, seen]] of ATTACKS.entries()) {
    await page.locator(`#row-${index}`).click();
    await page.locator(`.records .entry.open#row-${index}`).waitFor();
    const said = (await page.locator(".chosen .reply").textContent()) ?? "";
    assert.ok(said.includes(seen ?? ""), `${index}: ${said.slice(0, 200)}`);
    assert.ok(said.length < 60_000);
    for (const width of [360, 1280]) {
      await resize(page, width, 800);
      await unharmed(page);
    }
  }
});

onRun("replies of an agent, live", async (page) => {
  // What a browser's own page reads is at most 256 KiB.
  const small = ATTACKS.filter(([reply]) => Buffer.byteLength(reply ?? "") < 200_000);
  const hostile = await agent((_, asked) => small[asked]?.[0] ?? "");
  await page.ask(hostile.url, { questions: small.length, families: ["math"] }, page.done);
  await unfold(page.locator(".feed details"));
  const said = await page.locator(".feed .reply").allTextContents();
  for (const [, seen] of small) {
    assert.ok(
      said.some((text) => text.includes(seen ?? "")),
      seen,
    );
  }
  await unharmed(page);
});

/** A text with controls of every kind. @param {string} name */
const hostile = (name) => `${name}\u0000\u0007\u001b[31m\u007f\u0085\u009b\u061c\u200f\u202e\u2066`;

/** A record file whose every text of its own has controls. @param {string} reply */
async function controlsFile(reply) {
  const file = await recordsOf((_, __, index) => (index === 1 ? hostile(reply) : reply), {
    subject: hostile("urn:subject"),
    questions: 3,
    families: ["math"],
  });
  const lines = file.trimEnd().split("\n");
  const changed = lines.map((line) => {
    const record = JSON.parse(line);
    if (record.data === undefined) return line;
    for (const name of ["agent", "endpoint", "model", "protocol", "registry", "tool"])
      record.subject[name] = hostile(name);
    record.data.served = Object.fromEntries(
      ["fingerprint", "model", "version"].map((name) => [name, hostile(name)]),
    );
    record.sources = [...record.sources, hostile("source")];
    return api.canonicalJson(JSON.stringify(record));
  });
  return `${changed.join("\n")}\n`;
}

test("no text of a record file reaches the page with its controls", async (page) => {
  const [file, other] = [await controlsFile("7"), await controlsFile("8")];
  await page.give(written(`${"re\u202e\u009bcords"}.ndjson`, file));
  await page.locator("#row-2 .line", { hasText: /^\d+$/ }).waitFor();
  await unharmed(page);
  for (const row of [0, 1, 2]) {
    await page.locator(`#row-${row}`).click();
    await page.locator(`.records .entry.open#row-${row}`).waitFor();
    await page.locator(".chosen pm-evidence").getByText("Answered by", { exact: true }).waitFor();
    await unharmed(page);
  }
  await page.tab("Agents");
  await page.choose("Compute", page.locator("pm-trust details"));
  await unfold(page.locator("pm-file details"));
  await unharmed(page);
  await page.choose("Verification details", page.locator("pm-verify .verdict"));
  await unfold(page.locator("pm-verify details"));
  await unharmed(page);
  await page.goBack();
  await page.tab("Compare");
  await page.give(written("other.ndjson", other), page.locator(".comparison .verdict"));
  await unharmed(page);
  await page.choose("All results", page.locator("pm-library tbody tr").first());
  await unharmed(page);

  // Failure messages quote texts of the file.
  const wrong = file.replaceAll(
    '"method":"simple-evals:1"',
    `"method":${JSON.stringify(hostile("m"))}`,
  );
  await page.choose("Verify");
  await page.give(written("wrong.ndjson", wrong));
  const said = page.locator("pm-verify :is(.verdict, .notice.bad)", { hasText: "wrong.ndjson" });
  await said.first().waitFor();
  await unfold(page.locator("pm-verify details:visible"));
  await unharmed(page);
  await page.choose("Results");
  await page.give(written("wrong.ndjson", wrong));
  await page.locator("pm-results .notice.bad, #row-0").filter({ visible: true }).first().waitFor();
  await unharmed(page);
});

test("a file of another kind is named in one sentence, is not stored, and does nothing", async (page) => {
  const path = written(`${"pa\u202e\u009bge"}.html`, "<script>window.hit = 1</script>");
  const named = page.getByText("not a proofmark file. It looks like an HTML page.");
  await page.give(path, named);
  await unharmed(page);
  await page.choose("All results", "Nothing yet.");
  await page.choose("Verify");
  await page.give(path, named.filter({ visible: true }));
  assert.equal(await page.locator(".verdict, .verdict-chip, .big, table.steps").count(), 0);
  await unharmed(page);
});
