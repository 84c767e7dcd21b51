// Files that the dashboard keeps: runs that stop, two tabs, a store that is full, files that are dropped.

import assert from "node:assert/strict";

import { withActions } from "./page-actions.mjs";
import { agent, api, onPage, recordsOf, shared, written } from "./support.mjs";

const test = onPage("run");
const onResults = onPage("results");

/** Drops files on an element. Reports whether the page kept the browser from opening them. @param {import("./support.mjs").Page} page @param {string} selector @param {[name: string, text: string][]} files */
const drop = (page, selector, files) =>
  page.evaluate(([selector, files]) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
    const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector(selector)?.dispatchEvent(event);
    return event.defaultPrevented;
  }, /** @type {const} */ ([selector, files]));

/** Downloads the record file of the page and verifies it. @param {import("./support.mjs").Page} page */
async function downloaded(page) {
  const report = await api.verify((await page.download()).text);
  return [report.verdict, report.records, report.runs];
}

test("agents with one seed go on, each with its own run, and in one tab alone", async (page) => {
  // Both that are asked at a time wait for their answers from the tenth on, until they are let go.
  const held = /\/(honest|verbose)$/;
  let letGo = () => {};
  const gone = /** @type {Promise<void>} */ (new Promise((resolve) => (letGo = resolve)));
  let asked = 0;
  await page.context().route(held, async (route) => {
    if (++asked > 9) await gone;
    // Of some that were held nobody waits for the answer any more.
    await route.continue().catch(() => {});
  });
  for (const name of ["always-a", "refusing", "echo"])
    await page.locator(`input[name=agent][value=${name}]`).check();
  await page.getByLabel("Questions per topic").fill("5");
  await page.getByText("More settings").click();
  await page.getByLabel("Seconds per question").fill("600");
  await page.getByLabel("Seed").fill("shared");
  await page.getByLabel("Agents at a time").fill("2");
  await page.choose("Start", "9 of 60 questions");

  const other = withActions(await page.context().newPage());
  await other.goto(`${shared.site}/#/results`);
  const row = other.locator("pm-library tbody tr");
  await row.getByText("in progress").waitFor();
  assert.ok(
    await row.getByRole("button", { name: /^Delete/ }).isDisabled(),
    "a run under way is not deleted",
  );

  await page.bringToFront();
  await page.choose("Stop", page.getByRole("heading", { name: "Stopped" }));
  await other.goto(`${shared.site}/#/run`);
  await other.getByRole("heading", { name: "Unfinished runs" }).waitFor();
  const tabs = [page, other];
  await Promise.all(tabs.map((tab) => tab.getByRole("button", { name: "Resume" }).click()));
  const refused = (/** @type {typeof page} */ tab) =>
    tab
      .getByText("This run is in progress in another tab.")
      .waitFor()
      .then(() => tab);
  const loser = await Promise.race(tabs.map(refused));
  const winner = loser === page ? other : page;
  letGo();
  await winner.getByRole("heading", { name: "Done" }).waitFor();
  assert.deepEqual(await downloaded(winner), ["intact", 60, 6]);

  // The list knows of it without being loaded again.
  await winner.choose("Results", winner.locator("pm-library tbody tr", { hasText: "60 records" }));
});

test("a store that is full loses nothing of a run that is open", async (page) => {
  await page.refuseWrites(5);
  const one = await agent(() => "12");
  await page.ask(one.url, { questions: 5 }, page.done);
  await page.getByText("This browser could not save the run").waitFor();
  assert.deepEqual(await downloaded(page), ["intact", 10, 1]);
  await page.choose("Open in Results", "10 records · 1 agent · 1 run");
});

test("of a run that is cut off, what was answered is kept, also where agents are faster than the store", async (page) => {
  // Each transaction takes a fifth of a second.
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      const until = performance.now() + 200;
      const wait = () => {
        if (performance.now() < until) this.count().onsuccess = wait;
      };
      wait();
      return put.apply(this, given);
    };
  });
  const answered = 40;
  let goesOn = false;
  const quick = await agent((_, asked) => (asked < answered || goesOn ? "1" : undefined));
  await page.ask(quick.url, { questions: 30 });
  await page.waitForFunction((all) => document.querySelector("progress")?.value === all, answered);
  // The store goes no further than two transactions: the one under way, and the one behind it.
  await page.evaluate(async () => {
    const request = indexedDB.open("proofmark");
    await new Promise((done) => (request.onsuccess = done));
    for (let turn = 0; turn < 2; turn++) {
      const transaction = request.result.transaction("pieces", "readwrite");
      transaction.objectStore("pieces").count();
      await new Promise((done) => (transaction.oncomplete = done));
    }
    request.result.close();
  });
  goesOn = true;
  await page.reload();
  const row = page.locator("pm-run li", { hasText: quick.url });
  const [, kept = "0"] = /(\d+) of 60 questions/.exec((await row.textContent()) ?? "") ?? [];
  assert.ok(Number(kept) > answered / 2, `${kept} of ${answered}`);
  await page.choose("Resume", page.done);
  assert.deepEqual(await downloaded(page), ["intact", 60, 1]);
});

test("a browser that lets the page keep nothing has all of it but what is kept", async (page) => {
  // As Chromium does where cookies are blocked.
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: denied });
    IDBFactory.prototype.open = denied;
    LockManager.prototype.request = LockManager.prototype.query = async () => denied();
  });
  await page.reload();
  await page.choose("Theme: system", page.getByRole("button", { name: "Theme: light" }));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");

  const one = await agent(() => "12");
  await page.ask(one.url, { questions: 2 }, page.done);
  await page.getByText("This browser could not save the run").waitFor();
  assert.deepEqual(await downloaded(page), ["intact", 4, 1]);
  await page.choose("Open in Results", "This browser does not allow storage. The file stays open");
  await page.getByText("4 records · 1 agent · 1 run").waitFor();
  await page.choose("All results", "This browser does not allow storage. Runs and files");
});

/**
 * An agent that does not answer the third question, nor the sixth, which keeps the run where it is.
 *
 * @param {(request: import("node:http").IncomingMessage) => unknown} [note] receives each request
 */
const halting = (note) =>
  agent((_, asked, request) => {
    note?.(request);
    return asked === 2 || asked === 5 ? undefined : "7";
  });

test("what goes on has its headers", async (page) => {
  const seen = new Set();
  const { url } = await halting(({ headers }) => seen.add(headers.authorization));
  await page.getByText("Your agent", { exact: true }).click();
  await page.getByText("More settings").click();
  await page.getByLabel("Headers").fill("authorization: Bearer t\nx-other: 1");
  await page.ask(url, { questions: 8, families: ["math"] }, "2 of 8 questions");
  await page.choose("Stop");
  await page.choose("Resume", "4 of 8 questions");

  await page.reload();
  await page.getByRole("heading", { name: "Unfinished runs" }).waitFor();
  await page.locator("form.row textarea[name=headers]").fill("no header");
  await page.choose("Resume", "Not a header (name: value): no header");
  await page.locator("form.row textarea[name=headers]").fill(" \n ");
  await page.choose("Resume", "Enter the headers of this run.");
  await page.locator("form.row textarea[name=headers]").fill("authorization: Bearer t");
  await page.choose("Resume", page.done);
  assert.deepEqual([...seen], ["Bearer t"]);
});

test("what goes on has the query of its address, which is kept nowhere if it holds a secret", async (page) => {
  const seen = new Set();
  const one = await halting(({ url }) => seen.add(url));
  await page.getByText("Your agent", { exact: true }).click();
  const query = "?v=1&api_key=s3cr3t%2F";
  await page.ask(`${one.url}${query}`, { questions: 8, families: ["math"] }, "2 of 8 questions");
  assert.doesNotMatch(await page.everythingKept(), /s3cr3t/);
  await page.choose("Stop");
  await page.choose("Resume", "4 of 8 questions");

  await page.reload();
  await page.getByRole("heading", { name: "Unfinished runs" }).waitFor();
  const again = page.getByLabel("The address has a secret in its query. Enter the query again");
  await again.fill("http://elsewhere.example/?x");
  await page.choose("Resume", "Enter the part of the address after the question mark");
  await again.fill(query.slice(1));
  await page.choose("Resume", page.done);
  assert.deepEqual([...seen], [`/agent${query}`]);
  assert.doesNotMatch(await page.everythingKept(), /s3cr3t/);
});

test("a query without a secret is kept, and not asked for again", async (page) => {
  await page.getByText("Your agent", { exact: true }).click();
  const one = await agent(() => undefined);
  await page.ask(`${one.url}?v=1`, { questions: 8, families: ["math"] });
  await page.choose("Stop", page.getByRole("heading", { name: "Stopped" }));
  await page.reload();
  await page.getByRole("heading", { name: "Unfinished runs" }).waitFor();
  assert.match(await page.everythingKept(), /\?v=1/);
  assert.equal(await page.locator("pm-run form.row input").count(), 0);
});

for (const [from, to] of /** @type {const} */ ([
  [1, 1],
  [4, 5],
])) {
  test(`a store that fails from write ${from} to ${to} keeps all of the run in the end`, async (page) => {
    const { url } = await halting();
    await page.refuseWrites(from, to);
    await page.ask(url, { questions: 3, families: ["math"] }, "2 of 3 questions");
    await page.choose("Stop", "Saved in this browser. Open it in Results");
    await page.reload();
    await page.getByText("2 of 3 questions").waitFor();
    await page.choose("Resume", page.done);
    await page.getByText("3 of 3 questions").waitFor();
    assert.deepEqual(await downloaded(page), ["intact", 3, 1]);
    await page.choose("Open in Results", "3 records · 1 agent · 1 run");
  });
}

test("what was cleared while the page is open is kept again", async (page) => {
  const { url } = await halting();
  await page.ask(url, { questions: 3, families: ["math"] }, "2 of 3 questions");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", {
    origin: shared.site,
    storageTypes: "indexeddb",
  });
  await page.choose("Stop", "Saved in this browser. Open it in Results");
  await page.choose("Resume", page.done);
  assert.deepEqual(await downloaded(page), ["intact", 3, 1]);
  await page.choose("Open in Results", "3 records · 1 agent · 1 run");
});

onResults("a file that goes from view to view is kept once", async (page) => {
  await page.give(written("once.ndjson", await recordsOf(() => "12")));
  for (let turn = 0; turn < 2; turn++) {
    await page.choose("Verification details");
    await page.locator("pm-verify .verdict.intact:visible", { hasText: "once.ndjson" }).waitFor();
    await page.waitForURL(/#\/verify\/\w+$/);
    if (turn === 0) await page.reload();
    await page.locator("pm-verify .verdict.intact:visible", { hasText: "once.ndjson" }).waitFor();
    await page.choose("Open in Results", "10 records · 1 agent · 1 run");
  }
  await page.choose("Results", page.locator("pm-library tbody tr").first());
  assert.equal(await page.locator("pm-library tbody tr").count(), 1);

  // One that was deleted meanwhile is kept anew.
  await page.choose("once.ndjson");
  await page.choose("Verification details", page.locator("pm-verify .verdict:visible"));
  await page.choose("Results");
  await page.choose("Delete once.ndjson");
  await page.choose("Delete permanently once.ndjson", "Nothing yet.");
  await page.choose("Verify");
  await page.choose("Open in Results", "10 records · 1 agent · 1 run");
});

onResults("several files are opened together, and one that is none is not kept", async (page) => {
  const first = await recordsOf(() => "1");
  const second = await recordsOf(() => "2", { seed: "another" });
  await drop(page, "pm-results .drop", [
    ["a.ndjson", first.trimEnd()],
    ["b.ndjson", second],
  ]);
  await page.getByText("20 records · 1 agent · 2 runs").waitFor();
  await page.goBack();
  await page.locator("pm-library tbody tr", { hasText: "b.ndjson" }).waitFor();
  assert.equal(await page.locator("pm-library tbody tr").count(), 2);

  await drop(page, "pm-results .drop", [["picture.png", "PNG"]]);
  await page.getByText("This is not a proofmark file.").waitFor();
  await page.choose("All results", page.locator("pm-library tbody tr").first());
  assert.equal(await page.locator("pm-library tbody tr").count(), 2);

  // Of several that cannot be read together, the first that is none is named, with its own line.
  const torn = second.split("\n").toSpliced(4, 1, "<html>").join("\n");
  await drop(page, "pm-results .drop", [
    ["c.ndjson", first],
    ["d.html", torn],
    ["e.ndjson", second],
  ]);
  await page.getByText("This file could not be read: d.html").waitFor();
  await page.locator(".notice.bad", { hasText: "line 5" }).waitFor();
  await page.choose("All results", page.locator("pm-library tbody tr", { hasText: "c.ndjson" }));
  await page.locator("pm-library tbody tr", { hasText: "e.ndjson" }).waitFor();
  assert.equal(await page.locator("pm-library tbody tr").count(), 4);

  // What is kept no more is told, also beside what is.
  await page.locator("pm-library tbody tr a", { hasText: "a.ndjson" }).click();
  await page.getByText("10 records · 1 agent · 1 run").waitFor();
  const { hash } = new URL(page.url());
  for (const rest of ["+nope", ":nope"]) {
    await page.goto(`${shared.site}/${hash}${rest}`);
    await page.getByText("Some files of this link are not saved").waitFor();
    await page.getByText("10 records · 1 agent · 1 run").waitFor();
  }

  assert.ok(await drop(page, "footer", [["c.ndjson", first]]), "beside its place it is not opened");
  await page.goto(`${shared.site}/#/verify`);
  await page.locator("pm-verify h1").waitFor();
  await drop(page, "pm-verify .drop", [
    ["a.ndjson", first],
    ["b.ndjson", second],
  ]);
  await page.getByText("Only one file at a time. The first was used.").waitFor();
  await page.getByText("10 records, 1 complete run").waitFor();
});

onResults("an address of nothing stored leads to the list", async (page) => {
  for (const name of ["%", "00000000-0000-4000-8000-000000000000"]) {
    await page.goto(`${shared.site}/?${name.length}#/results/${name}`);
    await page
      .getByText("This link points to a file saved in another browser. Ask its owner for the file.")
      .waitFor();
    await page.getByRole("button", { name: "Choose a file" }).waitFor();
  }
});

onResults("what is about to be deleted is not, after Escape or elsewhere", async (page) => {
  await page.give(written("stays.ndjson", await recordsOf(() => "7", { questions: 1 })));
  await page.locator("pm-file h1", { hasText: "stays.ndjson" }).waitFor();
  await page.choose("All results");
  const button = page.getByRole("button", { name: "Delete stays.ndjson" });
  const sure = page.getByRole("button", { name: "Delete permanently stays.ndjson" });
  for (const back of [
    () => page.keyboard.press("Escape"),
    () => page.keyboard.press("Tab"),
    () => page.locator("h1:visible").click(),
  ]) {
    const { x = 0 } = (await button.boundingBox()) ?? {};
    await button.click();
    await sure.waitFor();
    assert.equal((await sure.boundingBox())?.x, x, "it stays under the pointer");
    await back();
    await sure.waitFor({ state: "detached" });
    await button.waitFor();
  }
});

onResults("what is kept and can be neither read nor deleted stays in the list", async (page) => {
  await page.give(written("stuck.ndjson", await recordsOf(() => "12")));
  await page.getByText("10 records · 1 agent · 1 run").waitFor();
  await page.addInitScript(() => {
    const fail = () => {
      throw new DOMException("the disk is broken", "UnknownError");
    };
    Object.assign(IDBObjectStore.prototype, { delete: fail });
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = function (...query) {
      return this.name === "pieces" ? fail() : getAll.apply(this, query);
    };
  });
  await page.reload();
  await page
    .getByText("This link points to a file saved in another browser. Ask its owner for the file.")
    .waitFor();
  await page.choose("Delete stuck.ndjson");
  await page.choose("Delete permanently stuck.ndjson");
  await page.getByRole("button", { name: "Delete stuck.ndjson" }).waitFor();
});
