// Replies and names that attack the page: shown as text, nothing executed, the layout intact.

import assert from "node:assert/strict";

import {
  agent,
  ask,
  close,
  give,
  open,
  recordsOf,
  stage,
  test,
  unfold,
  written,
} from "./support.mjs";

const shared = stage();

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
  ["x".repeat(1 << 20), "characters left out"],
  [`${"𝒳".repeat(300_000)} 42`, "characters left out"],
  ["${window.hit=1} {{window.hit=1}} ${`${1}`}", "${window.hit=1} {{window.hit=1}}"],
  ["ש".repeat(3000) + "\u202d<b>42</b>", "characters left out"],
  ["\n".repeat(5000) + "42", "characters left out"],
];

/** @param {import("playwright-core").Page} page */
async function unharmed(page) {
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

for (const width of [1280, 360]) {
  test(`replies of a record file, in a window of ${width} px`, async () => {
    const file = await recordsOf((_, __, index) => ATTACKS[index]?.[0] ?? "", {
      subject: '<img src=x onerror="window.hit=1">\u202e"subject"',
      families: ["math"],
      runs: ATTACKS.length,
      maxBody: 2 << 20,
    });
    const page = await open(shared, "results", { viewport: { width, height: 800 } });
    await give(page, written(shared, `attack-${width}.ndjson`, file));
    await page.locator(".records .body .entry").first().waitFor();
    for (const [index, [, seen]] of ATTACKS.entries()) {
      await page.locator(`#row-${index}`).click();
      await page.locator(`.records .entry.open#row-${index}`).waitFor();
      const said = (await page.locator(".chosen .reply").textContent()) ?? "";
      assert.ok(said.includes(seen ?? ""), `${index}: ${said.slice(0, 200)}`);
      assert.ok(said.length < 60_000);
      await unharmed(page);
    }
    await close(page);
  });
}

test("replies of an agent, live", async () => {
  const page = await open(shared, "run");
  // What a browser's own page reads is at most 256 KiB.
  const small = ATTACKS.filter(([reply]) => Buffer.byteLength(reply ?? "") < 200_000);
  const hostile = await agent((_, asked) => small[asked]?.[0] ?? "");
  await ask(page, hostile.url, { runs: small.length, families: ["math"] });
  await page.getByRole("heading", { name: "Done" }).waitFor();
  await unfold(page.locator(".feed details"));
  const said = await page.locator(".feed .reply").allTextContents();
  for (const [, seen] of small) {
    assert.ok(
      said.some((text) => text.includes(seen ?? "")),
      seen,
    );
  }
  await unharmed(page);
  hostile.close();
  await close(page);
});

test("a file that is none says so, and nothing else happens", async () => {
  const page = await open(shared, "results");
  await give(page, written(shared, "page.html", "<script>window.hit = 1</script>"));
  await page.getByText("This file could not be read.").waitFor();
  await page.getByText("Record files (NDJSON) and scorecards (JSON) are read here.").waitFor();
  await unharmed(page);
  await close(page);
});
