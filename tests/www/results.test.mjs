// The view Results: figures, records, comparison, trust, export and import.

import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../scripts/lib.mjs";
import { stratumNames } from "../../www/src/text/words.js";
import { compare, report, summarize } from "../../pkg/entry/suite/node.js";
import { resize } from "../support/resize.mjs";
import { api, mixed, onPage, recordsOf, shared, written } from "./support.mjs";

const test = onPage("results");

/** @type {import("./support.mjs").Reply} */
const worse = (_, expected, index) => (index % 2 === 1 ? "no idea" : expected);

/** @param {{ passed: number, total: number }} tally */
const share = ({ passed, total }) => `${Math.floor((1000 * passed) / total) / 10}%`;
/** @param {number} value */
const percent = (value) => `${Number((100 * value).toFixed(1))}%`;

test("a file shows the figures of the core, and they follow the filters", async (page) => {
  const file = await recordsOf(mixed, { questions: 20 });
  const summary = await summarize(file);
  await page.give(written("mixed.ndjson", file), "40 records · 1 agent · 1 run");
  assert.equal(await page.locator(".score .big").textContent(), share(summary.score));
  const [low, high] = summary.score.interval;
  await page
    .locator(".score")
    .getByText(`95 % interval ${percent(low)} to ${percent(high)}`)
    .first()
    .waitFor();
  // Both readings, where they differ.
  assert.notEqual(summary.literal.passed, summary.committed.passed);
  await page
    .locator(".score tr", { hasText: "Final answer" })
    .getByText(share(summary.committed))
    .waitFor();
  for (const [name, tally] of Object.entries(summary.byStratum)) {
    const [, stratum = ""] = name.split(".");
    await page.tab("Breakdown");
    const hasText = /** @type {Record<string, string>} */ (stratumNames)[stratum] ?? stratum;
    const row = page.locator(".strata tr.stratum", { hasText });
    await row.getByText(`${tally.passed} of ${tally.total}`).waitFor();
  }

  await page.locator("#family").selectOption("science");
  await page.getByText("20 of 40 shown").waitFor();
  const { score } = await summarize(
    file
      .split("\n")
      .filter((line) => line.includes("simple-evals.science"))
      .join("\n"),
  );
  await page.locator(".score .big", { hasText: share(score) }).waitFor();
  await page.choose("Clear the filters", "40 of 40 shown");
  // Filters that are taken back one by one leave everything, too.
  await page.choose("Readings differ", "1 of 40 shown");
  await page.locator(".score h2", { hasText: "of the filtered records" }).waitFor();
  await page.choose("Readings differ", page.locator(".score h2", { hasText: "of all records" }));
});

test("what matches no filter has no score, and nothing else is said of it", async (page) => {
  await page.give(written("nothing.ndjson", await recordsOf(mixed)));
  await page.locator(".records .body .entry").first().waitFor();
  await page.getByLabel("Search agent, question or reply").fill("no such subject");
  await page.getByText("0 of 10 shown").waitFor();
  await page.getByText("No record matches the filters.").waitFor();
  assert.equal(await page.locator(".score .big").textContent(), "No score");
  const said = (await page.locator("pm-file section").allTextContents()).join(" ");
  assert.doesNotMatch(said, /of 0 right|%|Both readings|No reply came|One run/);
  await page.choose("Clear the filters", page.locator(".records .body .entry").first());
});

test("what of the page cannot be loaded is told, and asked for again", async (page) => {
  const path = written("offline.ndjson", await recordsOf(mixed));
  const lacking = page.getByText("A part of this page could not be loaded.");
  let ask = () => page.give(path);
  // The check of the opened file would load the core before it is asked for here.
  const core = /core_bg/;
  await page.route(core, (route) => route.abort());
  // What works, and then what that is made of.
  for (const part of [/worker-.*\.js/, /suite_bg/]) {
    await page.route(part, (route) => route.abort());
    await ask();
    await lacking.waitFor();
    ask = () => page.getByRole("button", { name: "Try again" }).click();
    const asked = page.waitForRequest(part);
    await ask();
    await asked;
    await lacking.waitFor();
    await page.unroute(part);
  }
  await ask();
  await page.getByText("10 records · 1 agent · 1 run").waitFor();

  // Without the core, a question is shown by its id.
  await page.locator("#row-0 .question", { hasText: /^math:/ }).waitFor();
  await page.locator("#row-0").click();
  await page.getByText("This record could not be shown.").waitFor();
  await page.unroute(core);
  await page.locator("#row-0").click();
  await page.locator(".chosen pm-evidence dl").waitFor();
  assert.equal(await page.getByText("This record could not be shown.").count(), 0);

  // The file is kept, whatever the page lacked.
  await page.choose("All results");
  await page.locator("pm-library tbody tr", { hasText: "offline.ndjson" }).waitFor();
});

test("two files are compared with the paired test of the core", async (page) => {
  const first = await recordsOf(mixed, { questions: 20 });
  const second = await recordsOf(worse, { questions: 20 });
  const found = await compare(first, second);
  await page.give(written("first.ndjson", first), page.locator("pm-filters"));
  await page.tab("Compare");
  await page.give(written("second.ndjson", second));
  const comparison = page.locator(".comparison");
  await comparison.getByText(found.text).waitFor();
  const { level, p, midP } = found.figures;
  for (const figure of [level, p, midP]) await comparison.getByText(figure).first().waitFor();
  const points = new Intl.NumberFormat("en", {
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format(100 * found.difference);
  await comparison.getByText(`${points} points`).first().waitFor();
  for (const [name, words] of /** @type {const} */ ([
    ["both", "Right in both"],
    ["fixed", "Fixed"],
    ["broken", "Broken"],
    ["neither", "Wrong in both"],
  ])) {
    const pair = comparison.locator(".pairs div", { hasText: words });
    assert.equal(await pair.locator("dd").textContent(), String(found.pairs[name]));
  }

  // The same out of what is kept.
  await page.choose("All results");
  await page.give(join(shared.folder, "second.ndjson"), page.locator("pm-filters"));
  await page.choose("All results");
  await page.selectAll(2);
  await page.choose("Compare", page.locator(".comparison").getByText(found.text));
  await page
    .locator(".comparison .row", { hasText: "first.ndjson" })
    .filter({ hasText: "second.ndjson" })
    .waitFor();

  // A run over time, out of both.
  await page.goBack();
  await page.selectAll(2);
  await page.choose("Open together", "80 records · 1 agent");
});

test("what is exported comes back: record file, table, report, page", async (page) => {
  const file = await recordsOf(mixed, { questions: 10, subject: "=HYPERLINK(1)" });
  await page.give(written("export.ndjson", file));
  const exported = async (/** @type {string} */ name) => (await page.download(name)).text;
  await page.tab("Export");
  assert.equal(await exported("Record file (NDJSON)"), file);
  const rows = (await exported("Table (CSV)")).trim().split("\r\n");
  assert.equal(rows.length, 21);
  assert.match(rows[1] ?? "", /^2,'=HYPERLINK\(1\),/);
  assert.deepEqual(JSON.parse(await exported("Report (JSON)")), JSON.parse(await report(file)));
  assert.equal(await exported("Report (HTML)"), await report(file, { format: "html" }));

  await page.choose("All results");
  await page.give(written("again.ndjson", file), "20 records · 1 agent · 1 run");
  await page.reload();
  await page.getByText("20 records · 1 agent · 1 run").waitFor();
  await page.choose("All results");
  const row = page.locator("pm-library tbody tr", { hasText: "again.ndjson" });
  await page.choose("Delete again.ndjson");
  await page.choose("Delete permanently again.ndjson");
  await row.waitFor({ state: "detached" });
});

test("files that have no question in common are not said to differ, nor not to", async (page) => {
  await page.give(written("this.ndjson", await recordsOf(mixed)));
  const other = await recordsOf(mixed, { subject: "urn:another" });
  await page.tab("Compare");
  await page.give(written("other.ndjson", other));
  const found = page.locator(".comparison");
  await found.getByRole("heading", { name: "No common questions" }).waitFor();
  await found.getByText("None of the 10 questions of the first file").waitFor();
  assert.doesNotMatch((await found.textContent()) ?? "", /pairs|Fixed/);
});

test("the record that is open is seen to be, also under the pointer", async (page) => {
  await page.give(written("pointer.ndjson", await recordsOf(mixed)));
  await page.locator("#row-2").click();
  await page.locator("#row-2.open").waitFor();
  const colour = (/** @type {string} */ row) =>
    page.locator(row).evaluate((row) => getComputedStyle(row).backgroundColor);
  const under = await colour("#row-2");
  await page.mouse.move(0, 0);
  assert.equal(await colour("#row-2"), under);
  assert.notEqual(await colour("#row-1"), under);
});

test("the trust score comes with its breakdown", async (page) => {
  const { computeTrustScore, mergeSnapshot } = await import("../../pkg/entry/score/node.js");
  const file = await recordsOf(mixed, { questions: 5 });
  const config = readFileSync(join(ROOT, "examples/score-config.json"), "utf8");
  const records = file.split("\n").filter((line) => line.includes('"signalId"'));
  const snapshot = mergeSnapshot(
    { subject: { id: "urn:test:agent" } },
    records.map((line) => JSON.parse(line)),
    { keep: 100 },
  );
  const { trustScore } = computeTrustScore(config, snapshot);
  await page.give(written("trust.ndjson", file));
  // The filters leave some of it; the score is of all of it, and says so.
  await page.choose("Correct");
  await page.locator("pm-filters [role=status]").filter({ hasNotText: "10 of 10" }).waitFor();
  await page.tab("Agents");
  await page.locator("pm-trust").getByText("Filters do not apply here").waitFor();
  await page.choose("Compute", page.locator(".trust .total", { hasText: trustScore.toFixed(2) }));
  await page.locator(".trust th", { hasText: "simple-math" }).waitFor();
  await page.locator(".trust td", { hasText: "steadiness.math" }).waitFor();

  const other = written("config.json", config.replace('"simple-math"', '"Simple Math"'));
  await page.locator("pm-trust input[type=file]").setInputFiles(other);
  await page.locator("pm-trust .notice.bad").getByText("Simple Math").waitFor();
  const marked = written("marked.json", `\ufeff${config}`);
  await page.locator("pm-trust input[type=file]").setInputFiles(marked);
  await page.locator("pm-trust .notice.bad").getByText("at byte 0").waitFor();
});

test("a file is read once for its trust scores", async (page) => {
  const file = await recordsOf(mixed);
  await page.give(written("once.ndjson", file));
  await page.locator("#row-0 .line", { hasText: /^\d+$/ }).waitFor();
  await page.tab("Agents");
  await page.locator("pm-trust").waitFor();
  const [worker] = page.workers();
  assert.ok(worker);
  await worker.evaluate(() => {
    /** @type {any} */ (self).read = 0;
    for (const way of /** @type {const} */ (["arrayBuffer", "stream"])) {
      const prototype = /** @type {any} */ (Blob.prototype);
      const original = prototype[way];
      prototype[way] = function () {
        /** @type {any} */ (self).read += this.size;
        return original.call(this);
      };
    }
  });
  await page.choose("Compute", page.locator(".trust .total").first());
  assert.equal(await worker.evaluate(() => /** @type {any} */ (self).read), file.length);
});

test("a scorecard shows its score and its tasks", async (page) => {
  const { runSuite } = await import("../../pkg/entry/suite/node.js");
  const suite = readFileSync(join(ROOT, "examples/tasks.json"), "utf8");
  const { scorecard, summary } = /** @type {any} */ (
    await runSuite(suite, {
      answers: readFileSync(join(ROOT, "examples/answers-bad.json"), "utf8"),
    })
  );
  await page.give(written("card.json", scorecard), `${summary.passed} of ${summary.total} right`);
  assert.equal(await page.locator("section[aria-label=Tasks] tbody tr").count(), summary.total);
});

test("subjects that differ at their end are told apart, and told whole", async (page) => {
  const base = "https://a-long-name-that-never-ends.example.com/api/v1/agents/";
  const files = await Promise.all(
    ["71", "72"].map((end) => recordsOf(mixed, { subject: `${base}${end}` })),
  );
  await page.give(written("subjects.ndjson", files.join("")));
  for (const width of [1280, 360]) {
    await resize(page, width, 860);
    // The agents differ in the end of their path, so their common start is left out.
    for (const [at, end] of ["71", "72"].entries()) {
      const name = page.locator(`.agents [title="${base}${end}"]`);
      assert.equal(await name.textContent(), `…/${end}`, String(at));
    }
    await page.locator("#row-0 .failure", { hasText: "No answer found 2" }).waitFor();
    await page.locator("#row-1").click();
    await page.getByText("10 of 20 shown").waitFor();
    await page.locator(".tabs a", { hasText: "Agents 1 of 2" }).waitFor();
    await page.goBack();
    await page.tab("Records");
    if (width > 700) await page.locator("#row-0 .subject", { hasText: "…/71" }).waitFor();
    await page.tab("Agents");
  }
});

test("a reply that did not come is explained before its code", async (page) => {
  const broken = shared.fleet.agents.find(({ name }) => name === "broken");
  const { lines } = await api.evaluate({ endpoint: broken?.url ?? "", retries: 0 });
  await page.give(written("broken.ndjson", `${lines.join("\n")}\n`));
  await page
    .locator("#row-0 .replied", { hasText: /^The server failed .*\(http\.500\)$/ })
    .waitFor();
});

test("the list of records is never scrolled sideways, also beside an open record", async (page) => {
  // Each date is as wide as one can be.
  const records = (await recordsOf(mixed, { questions: 20 })).replaceAll(
    /(?<="fetchedAt":")[^"]*/g,
    "2026-12-22T22:22:22.000Z",
  );
  await page.give(written("wide.ndjson", records));
  const row = page.locator(".records .body .entry").nth(2);
  await row.waitFor();
  const wide = () =>
    page.evaluate(async () => {
      // Virtual rows follow the room that an open record leaves with the next frames.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const records = /** @type {Element} */ (document.querySelector(".records"));
      const { scrollWidth } = document.documentElement;
      const told = [
        ...records.querySelectorAll(".body :is(.line, .outcome, .latencyMs, .fetchedAt)"),
      ];
      return {
        records: records.scrollWidth - records.clientWidth,
        page: Math.max(0, scrollWidth - innerWidth),
        cut: told.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length,
      };
    });
  for (const width of [1280, 1200, 1100, 1000, 800, 700, 360]) {
    await resize(page, width, 860);
    assert.deepEqual(await wide(), { records: 0, page: 0, cut: 0 }, `at ${width} px`);
    await row.click();
    await page.locator(".chosen").waitFor();
    assert.deepEqual(await wide(), { records: 0, page: 0, cut: 0 }, `at ${width} px, opened`);
    await page.locator(".chosen").getByRole("button", { name: "Close" }).click();
    await page.locator(".chosen").waitFor({ state: "detached" });
  }
});

test("a family and its figures stand on one line", async (page) => {
  await page.give(written("families.ndjson", await recordsOf(mixed)));
  await page.tab("Breakdown");
  await page.locator(".strata .family").nth(1).waitFor();
  const apart = await page.evaluate(() =>
    [...document.querySelectorAll(".strata tr")].map((row) => {
      const bottoms = [...row.querySelectorAll("th, .figure")].map((cell) => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        return words.getBoundingClientRect().bottom;
      });
      return Math.max(...bottoms) - Math.min(...bottoms);
    }),
  );
  assert.ok(apart.length > 3);
  assert.ok(Math.max(...apart) < 1, JSON.stringify(apart));
});

test("a reply that took longer than any step of the chart is counted there", async (page) => {
  const file = (await recordsOf(mixed)).replace(/"latencyMs":\d+/, '"latencyMs":6000000');
  await page.give(written("patient.ndjson", file));
  await page.tab("Breakdown");
  const chart = page.locator("section[aria-label^=Latency]");
  await chart.getByText("Show as table").click();
  await chart.getByRole("row", { name: "1 h 23 min or more 1" }).waitFor();
  // There are more steps than have room for their names; some have theirs.
  const drawn = await page.waitForFunction(() => {
    const { plot } = /** @type {any} */ (document.querySelector("pm-chart"));
    return plot?.axes[0]._values?.filter(Boolean);
  });
  const named = await drawn.jsonValue();
  assert.ok(named.length > 4, named.join(", "));
});

test("a file that is gone, or was changed since it was chosen, says so", async (page) => {
  const path = written("gone.ndjson", await recordsOf(mixed));
  const coming = new Promise((resolve) => page.route(/worker-.*\.js/, resolve, { times: 1 }));
  await page.give(path);
  const worker = await coming;
  rmSync(path);
  await worker.continue();
  await page.getByText("This file could not be read.").waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  assert.equal(await page.getByText("Reading").count(), 0);

  // A configuration, too, and the one before it stays.
  await page.choose("All results");
  await page.give(written("there.ndjson", await recordsOf(mixed)));
  await page.tab("Agents");
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
  });
  await page.locator("pm-trust input[type=file]").setInputFiles(written("config.json", "{}"));
  await page.locator("pm-trust .notice.bad").waitFor();
  await page.getByText("Configuration: default weighting").waitFor();
});

test("what is dropped after a comparison is not compared with what was", async (page) => {
  for (const name of ["one", "two"]) {
    await page.give(written(`${name}.ndjson`, await recordsOf(mixed)));
    await page.locator(".records .body .entry").first().waitFor();
    await page.choose("All results", page.locator("pm-library tr", { hasText: `${name}.ndjson` }));
  }
  await page.selectAll(2);
  await page.choose("Compare", page.locator(".comparison .verdict"));
  await page.choose("All results");
  await page.refuseWrites();
  await page.give(written("three.ndjson", await recordsOf(worse)));
  await page.getByText("The browser’s storage is full").waitFor();
  await page.tab("Export");
  await page.locator("section[aria-label=Export]").waitFor();
  await page.waitForTimeout(1000);
  assert.equal(await page.locator(".comparison").count(), 0);
});
