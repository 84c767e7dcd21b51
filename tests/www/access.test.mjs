// For everyone: axe finds nothing in any view, and all of it can be done by keyboard.

import assert from "node:assert/strict";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";

import { assertAccessible } from "../support/axe.mjs";
import { tabTo as tabToward } from "../support/keyboard.mjs";
import { resize } from "../support/resize.mjs";
import { agent, mixed, onPage, recordsOf, right, shared, unfold, written } from "./support.mjs";

const test = onPage("run");
const onResults = onPage("results");

/** Asserts that nothing has to be scrolled sideways for, with letters of these sizes. @param {import("./support.mjs").Page} page @param {string} where @param {string[]} [sizes] */
async function fits(page, where, sizes = ["16px", "20px"]) {
  for (const size of sizes) {
    const [wide, width = 0] = await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
      return [document.documentElement.scrollWidth, innerWidth];
    }, size);
    assert.ok((wide ?? 0) <= width, `${where}, ${size}: ${wide} px in a window of ${width}`);
  }
}

/** On the page: the rows of the feed in which the outcome reaches into what stands beside it. */
const crowded = () =>
  [...document.querySelectorAll(".feed summary")].flatMap((row) => {
    const [outcome, what] = row.children;
    if (outcome === undefined || what === undefined) return ["a row without its parts"];
    const words = document.createRange();
    words.selectNodeContents(outcome);
    const { right } = words.getBoundingClientRect();
    return right < what.getBoundingClientRect().left ? [] : [row.textContent];
  });

/** On the page: the agents whose name is torn, and by how much their table is wider than its place. */
const narrow = () => {
  const table = /** @type {Element} */ (document.querySelector("pm-run .scroll"));
  const torn = [...table.querySelectorAll("tbody th bdi")].filter(
    (name) => name.getClientRects().length > 1,
  );
  return [torn.map((name) => name.textContent), table.scrollWidth - table.clientWidth];
};

test("axe finds no violation in any view, at any width, in any theme", async (page) => {
  const lines = (await recordsOf(mixed, { questions: 8 })).split("\n");
  const file = written("axe.ndjson", lines.join("\n"));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByText("More settings").click();
  await assertAccessible(page, "the form");
  for (const name of ["no-pages", "refusing"])
    await page.locator(`input[name=agent][value=${name}]`).check();
  await page.getByLabel("Questions per topic").fill("1");
  await page.choose("Start", page.done);
  await page.getByText("does not allow this page to read its answers").waitFor();
  await page.locator(".feed summary").nth(1).click();
  await assertAccessible(page, "a run");
  await page.locator(".feed summary", { hasText: "No answer found" }).first().waitFor();
  for (const width of [1440, 360]) {
    await resize(page, width, 740);
    assert.deepEqual(await page.evaluate(crowded), []);
    assert.deepEqual(await page.evaluate(narrow), [[], 0]);
  }

  await page.choose("Results", page.locator("pm-library table"));
  await assertAccessible(page, "the library");
  await page.give(file, page.locator(".records .body .entry").first());
  await page.tab("Records");
  await page.locator("#row-0").click();
  await page.locator(".chosen pm-evidence dl").waitFor();
  await assertAccessible(page, "a record");
  await page.tab("Breakdown");
  await page.locator(".chart canvas").first().waitFor();
  await assertAccessible(page, "the breakdown");
  await page.tab("Agents");
  await page.choose("Compute", page.locator(".trust .total").first());
  await unfold(page.locator("details:visible"));
  await assertAccessible(page, "the agents");
  await page.tab("Compare");
  await page.give(file, page.locator(".comparison .verdict"));
  await unfold(page.locator("details:visible"));
  await assertAccessible(page, "a comparison");
  await page.tab("Export");
  await page.getByRole("button", { name: "Report (HTML)" }).waitFor();
  await assertAccessible(page, "the exports");
  await page.tab("Records");
  await page.getByLabel("Search agent, question or reply").fill("no such subject");
  await page.getByText("No record matches the filters.").waitFor();
  await assertAccessible(page, "a file of which the filters leave nothing");

  await page.choose("Verify");
  await page.getByText("More options").click();
  lines[3] = (lines[3] ?? "").replace('"score":100', '"score":0');
  await page.give(written("axe tampered.ndjson", lines.join("\n")), page.locator(".verdict"));
  await assertAccessible(page, "a verification");
  await page.getByLabel("Agent", { exact: true }).fill("urn:another");
  await page.getByText("The settings have changed.").waitFor();
  await assertAccessible(page, "a verification under other settings");
  await page.goto(`${shared.site}/#/nonsense`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await assertAccessible(page, "no such page");
});

onResults("axe finds no violation in a report", async (page) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const subjects = ["urn:one", "urn:two"];
  const runs = await Promise.all(subjects.map((subject) => recordsOf(mixed, { subject })));
  await page.give(written("two.ndjson", runs.join("")));
  await page.tab("Export");
  const report = written("report.html", (await page.download("Report (HTML)")).text);
  await page.goto(pathToFileURL(report).href);
  await page.locator("h1").waitFor();
  await unfold(page.locator("details:visible"));
  await assertAccessible(page, "a report");
});

test("names of any length stay in a window of 360 px", async (page) => {
  const long = "a_long_name_that_never_ends_".repeat(3);
  const subject = `https://${long}.example.com/api/v1/agents/71`;
  const path = written(`${long}1.ndjson`, await recordsOf(mixed, { subject }));
  const later = written(`${long}2.ndjson`, await recordsOf(right, { subject }));
  await resize(page, 360, 740);
  const one = await agent(() => "1");
  await page.ask(`${one.url}/${long}`, { questions: 6 }, page.done);
  await fits(page, "a run");
  assert.equal((await page.evaluate(narrow))[1], 0, "the agents");
  await page.choose("Open in Results");
  await page.choose("All results");
  await page.give(path);
  await page.tab("Compare");
  await page.give(later, page.locator(".comparison .verdict"));
  await page.tab("Agents");
  await page.choose("Compute", page.locator(".trust .total").first());
  await unfold(page.locator("details:visible"));
  await fits(page, "a file");
  await page.choose("Verification details", page.locator(".verdict"));
  await fits(page, "a verification");
});

test("a run, its record and its verification by keyboard alone", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  /** Moves the focus to an element whose tag and name contain `name`. @param {string} name @param {"Tab" | "Shift+Tab"} [key] */
  const tabTo = (name, key) => tabToward(page, (found) => found.includes(name), key);
  /** @param {string} name @param {import("playwright-core").Locator} [shown] @param {"Tab" | "Shift+Tab"} [key] */
  const enter = async (name, shown, key) => {
    await tabTo(name, key);
    await page.keyboard.press("Enter");
    await shown?.waitFor();
  };

  await enter("A Skip");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  await tabTo("INPUT Questions");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1");
  await enter("BUTTON Start", page.done);
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "H1");
  await enter("A Open in Results", page.locator(".agents .body .entry").first());
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  await tabTo("DIV Agents");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("2 of 6 shown").waitFor();
  await page.goBack();
  await enter("A Records", page.locator(".records .body .entry").first(), "Shift+Tab");

  await enter(
    "BUTTON Wrong",
    page.locator("pm-filters [role=status]").filter({ hasNotText: "6 of 6" }),
  );
  await tabTo("DIV Records");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".chosen pm-evidence dl").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".chosen").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.locator(".chosen pm-evidence dl").waitFor();
  await enter("BUTTON Copy link", page.getByText("The link works only in this browser"));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await enter("BUTTON Close", undefined, "Shift+Tab");
  await page.locator(".chosen").waitFor({ state: "detached" });
  const held = () =>
    page.evaluate(() => document.activeElement?.id || document.activeElement?.ariaLabel);
  assert.equal(await held(), "Records");
  await enter("BUTTON Clear the filters", page.getByText("6 of 6 shown"), "Shift+Tab");
  assert.equal(await held(), "search");
  await enter("A Agents", undefined, "Shift+Tab");
  await enter("BUTTON Compute", page.locator(".trust .total").first());
  await enter("A Export", undefined, "Shift+Tab");
  await tabTo("BUTTON Table (CSV)");
  const coming = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  await coming;

  await enter("A Compare", undefined, "Shift+Tab");
  const later = page.waitForEvent("filechooser");
  await enter("BUTTON Choose a file");
  await (await later).setFiles(written("later.ndjson", await recordsOf(mixed)));
  await page.locator(".comparison .verdict").waitFor();
  await enter("All results", undefined, "Shift+Tab");
  await enter("A Sample agents", page.locator(".agents .body .entry").first());

  await enter("BUTTON Verification details", page.locator(".verdict.intact"), "Shift+Tab");
  const choosing = page.waitForEvent("filechooser");
  await enter("BUTTON Choose a file", undefined, "Shift+Tab");
  await (await choosing).setFiles(written("keyboard.ndjson", await recordsOf(mixed)));
  await page.locator(".facts", { hasText: "10 records" }).waitFor();
});

onResults("the focus stays in Results, whatever is opened, left or deleted there", async (page) => {
  const files = await Promise.all(
    ["one", "two", "three"].map(async (seed) =>
      written(`focus ${seed}.ndjson`, await recordsOf(mixed, { questions: 1, seed })),
    ),
  );
  const focused = (/** @type {string} */ what) =>
    page.waitForFunction(
      (what) => document.activeElement?.textContent?.replace(/\s+/g, " ").trim() === what,
      what,
    );
  for (const path of files) {
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).press("Enter");
    await (await choosing).setFiles(path);
    await focused(basename(path));
    await page.locator(".records .body .entry").first().waitFor();
    await page.getByRole("link", { name: "All results" }).press("Enter");
    await focused("Results");
  }
  const [, , last = ""] = files;
  await page.getByRole("link", { name: basename(last) }).press("Enter");
  // The link has the words of the title.
  await page.locator(".records .body .entry").first().waitFor();
  await focused(basename(last));
  // What takes its time is not asked for twice meanwhile, and keeps the focus.
  await page.tab("Agents");
  await page.getByRole("button", { name: "Compute" }).press("Enter");
  await page.locator(".trust .total").waitFor();
  await focused("Compute");
  await page.tab("Export");
  for (const name of ["Table (CSV)", "Report (HTML)"]) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name }).press("Enter");
    await page.keyboard.press("Enter");
    await download;
    await focused(name);
  }
  await page.getByRole("link", { name: "All results" }).press("Enter");
  await focused("Results");

  // The newest is the first; the last of all goes with the table.
  const remove = page.locator("pm-library tbody td:last-child button:last-child");
  for (const [at, next] of /** @type {const} */ ([
    [2, "Delete focus two.ndjson"],
    [0, "Delete focus two.ndjson"],
    [0, "Saved in this browser"],
  ])) {
    await remove.nth(at).press("Enter");
    await page.getByRole("button", { name: "Delete permanently" }).waitFor();
    await page.keyboard.press("Enter");
    await focused(next);
  }
});

test("what is chosen, and how it came out, is seen where the colours are the system's, and on paper", async (page) => {
  // What changes its colour has it at once.
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  /** Returns the styles of the first element of `selector`. @param {string} selector @param {string} [pseudo] */
  const drawn = (selector, pseudo) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, pseudo) => {
        const { backgroundColor, borderBottomWidth } = getComputedStyle(element, pseudo);
        return `${backgroundColor} ${borderBottomWidth}`;
      }, pseudo);
  const differ = async (/** @type {string} */ one, /** @type {string} */ other) =>
    assert.notEqual(await drawn(one), await drawn(other), one);
  await differ(".head nav a[aria-current=page]", ".head nav a[aria-current=false]");
  await differ(".segments label:has(:checked)", ".segments label:has(:not(:checked))");
  // What is written on a ground of its own would lie on a second one, of its own colour.
  await legible(page, "button.main:visible");
  await page.locator(".skip").focus();
  await legible(page, ".skip");

  await page.goto(`${shared.site}/#/results`);
  const both = (await recordsOf(mixed)) + (await recordsOf(mixed, { seed: "another" }));
  await page.give(written("forced.ndjson", both));
  // A rate is drawn upon its interval, and both are seen.
  await page.tab("Breakdown");
  await page.locator(".charts canvas").nth(1).waitFor();
  const fills = await page
    .locator(".rate")
    .first()
    .evaluate((rate) =>
      [".at", ".band"].map((part) => getComputedStyle(rate.querySelector(part) ?? rate).fill),
    );
  assert.equal(fills[0], "rgb(0, 0, 0)");
  assert.notEqual(fills[0], fills[1]);
  await page.waitForFunction(() => {
    const canvas = /** @type {HTMLCanvasElement | undefined} */ (
      document.querySelector(".charts canvas")
    );
    const { data } =
      canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    const solid = new Set();
    for (let at = 0; data && at < data.length; at += 4)
      if (data[at + 3] === 255) solid.add(data.slice(at, at + 3).join(" "));
    return solid.size > 1;
  });
  await page.tab("Records");
  await page.locator(".records .outcome").first().waitFor();
  await page.locator(".chip", { hasText: "Correct" }).click();
  await page.locator(".chip[aria-pressed=true]").waitFor();
  await page.mouse.move(0, 0);
  await differ(".chip[aria-pressed=true]", ".chip[aria-pressed=false]");
  const [shape = ""] = (await drawn(".outcome.good", "::before")).split(" 0px");
  assert.equal(shape, "rgb(0, 0, 0)", "the shape of an outcome");

  await page.emulateMedia({ forcedColors: "none", media: "print" });
  const adjusted = await page
    .locator(".outcome.good")
    .first()
    .evaluate((element) => getComputedStyle(element, "::before").printColorAdjust);
  assert.equal(adjusted, "exact");
});

/** Reports whether the middle of an element shows more than one colour. @param {import("./support.mjs").Page} page @param {string} selector */
async function legible(page, selector) {
  const picture = await page.locator(selector).first().screenshot();
  const colours = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
    const area = /** @type {const} */ ([0.4 * width, 0.4 * height, 0.2 * width, 0.2 * height]);
    const { data = [] } = context?.getImageData(...area) ?? {};
    return new Set(new Uint32Array(Uint8Array.from(data).buffer)).size;
  }, picture.toString("base64"));
  assert.ok(colours > 1, `${selector}: expected letters on their ground, found one colour`);
}

for (const size of ["100%", "200%"]) {
  onResults(`the row that has the keyboard is in sight, with letters of ${size}`, async (page) => {
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), size);
    await page.give(written("rows.ndjson", await recordsOf(mixed, { questions: 60 })));
    await page.locator(".records .body .entry").first().waitFor();
    await page.locator(".records").focus();
    for (const key of ["ArrowDown", "ArrowDown", "PageDown", "ArrowUp", "End", "PageUp", "Home"]) {
      const times = key.startsWith("Arrow") ? 15 : 1;
      for (let time = 0; time < times; time++) await page.keyboard.press(key);
      await page.waitForFunction(() => {
        const [grid, head, row] = [".records", ".records .heads", ".records .entry.at"].map(
          (selector) => document.querySelector(selector)?.getBoundingClientRect(),
        );
        return grid && head && row && row.bottom <= grid.bottom && row.top >= head.bottom - 1;
      });
    }
    const question = page.locator("#row-0 .question");
    const [line, row] = await question.evaluate((cell) => [
      cell.scrollHeight,
      cell.parentElement?.clientHeight ?? 0,
    ]);
    assert.ok(Number(line) < Number(row), `a line of ${line} px in a row of ${row}`);
  });
}

test("in a narrow window with letters of twice the size nothing has to be scrolled sideways for", async (page) => {
  const twice = (/** @type {string} */ where) => fits(page, where, ["200%"]);
  await resize(page, 360, 780);
  await twice("run");
  await page.evaluate(() => void (location.hash = "#/results"));
  await page.give(written("twice.ndjson", await recordsOf(mixed)));
  await page.locator(".records .body .entry").first().waitFor();
  await twice("results");
  await page.choose("Verification details", page.locator("pm-verify .verdict:visible"));
  await twice("verify");
});

test("on paper letters are dark, whatever the page is", async (page) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.choose("Theme: system");
  await page.choose("Theme: light", page.getByRole("button", { name: "Theme: dark" }));
  const colour = () => page.evaluate(() => getComputedStyle(document.body).color);
  const dark = await colour();
  await page.emulateMedia({ media: "print" });
  assert.notEqual(await colour(), dark);
  assert.equal(await colour(), "rgb(28, 27, 24)");
});
