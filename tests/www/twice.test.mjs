// Actions done twice by mistake, or lost by a single mistake.

import assert from "node:assert/strict";

import { resize } from "../support/resize.mjs";
import { agent, onPage, recordsOf, written } from "./support.mjs";

const test = onPage("results");
const onRun = onPage("run");
const onVerify = onPage("verify");

test("a double click on Delete asks, and deletes nothing, and so does a key that is held down", async (page) => {
  await page.give(written("dear.ndjson", await recordsOf(() => "7", { questions: 1 })));
  await page.locator("pm-file h1", { hasText: "dear.ndjson" }).waitFor();
  await page.choose("All results");
  await page.getByRole("button", { name: "Delete dear.ndjson" }).dblclick();
  const sure = page.getByRole("button", { name: "Delete permanently dear.ndjson" });
  await sure.waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete dear.ndjson" }).focus();
  // A key that is held down.
  for (let times = 0; times < 3; times++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await sure.waitFor();
  await sure.click();
  await page.getByText("Nothing yet.").waitFor();
});

/** Starts a run that waits for the reply to its second question, which never comes. @param {import("./support.mjs").Page} page */
async function waiting(page) {
  let comes = () => {};
  const second = new Promise((resolve) => (comes = () => resolve(undefined)));
  const { url } = await agent((_, asked) => (asked === 0 ? "7" : void comes()));
  await page.getByText("Your agent", { exact: true }).click();
  assert.equal(await page.locator("#budget").inputValue(), "25");
  await page.ask(url, { questions: 2, families: ["math"] });
  await second;
}

onRun("Enter that is held down on Stop stops, and does not go on", async (page) => {
  await waiting(page);
  await page.getByText("Time limit per question: 10 min 0 s").waitFor();
  await page.getByRole("button", { name: "Stop" }).focus();
  await page.keyboard.down("Enter");
  await page.getByRole("button", { name: "Resume" }).waitFor();
  for (let times = 0; times < 2; times++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.waitForTimeout(200);
  await page.getByRole("heading", { name: "Stopped" }).waitFor();
});

onRun("a double click on Stop stops, and does not go on", async (page) => {
  await waiting(page);
  await page.getByRole("button", { name: "Stop" }).hover();
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForTimeout(200);
  await page.getByRole("heading", { name: "Stopped" }).waitFor();
  assert.ok(await page.getByRole("button", { name: "Resume" }).isVisible());
});

onRun("what nobody has anywhere else is not left without a question", async (page) => {
  const { url } = await agent((_, asked) => (asked === 0 ? "7" : undefined));
  await page.refuseWrites();
  /** @type {string[]} */
  const asked = [];
  page.removeAllListeners("dialog");
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const leave = () =>
    page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));
  assert.ok(await leave(), "nothing was asked yet");
  await page.ask(url, { questions: 2, families: ["math"] }, "This browser could not save the run");
  // What is not left is not loaded again, however long one waits for it.
  const question = page.waitForEvent("dialog");
  page.reload().catch(() => {});
  await question;
  assert.deepEqual(asked, ["beforeunload"]);
  await page.choose("Stop", page.getByRole("heading", { name: "Stopped" }));
  assert.ok(!(await leave()), "it is nowhere but here");
  await page.download();
  assert.ok(await leave(), "it was downloaded");
});

test("a list of records is no longer than what is in it", async (page) => {
  await page.give(written("two.ndjson", await recordsOf(() => "7", { questions: 1 })));
  await page.locator(".records .body .entry").nth(1).waitFor();
  const room = () =>
    page.locator(".records").evaluate((list) => ({
      below:
        list.getBoundingClientRect().bottom -
        (list.lastElementChild?.getBoundingClientRect().bottom ?? 0),
      scrolls: list.scrollHeight - list.clientHeight,
    }));
  for (const width of [1280, 360]) {
    await resize(page, width, 900);
    const { below, scrolls } = await room();
    assert.ok(below < 4, `${below} px below the last row at ${width}`);
    assert.equal(scrolls, 0, `at ${width}`);
  }
});

onVerify(
  "of a file without a record nothing is checked, and nothing can be opened",
  async (page) => {
    await page.give(written("crlf.ndjson", (await recordsOf(() => "7")).replaceAll("\n", "\r\n")));
    await page.getByText("The file contains no record.").waitFor();
    assert.equal(
      await page
        .getByText("Nothing: every step that applies was performed on every record.")
        .count(),
      0,
    );
    assert.equal(await page.getByRole("button", { name: "Open in Results" }).count(), 0);
  },
);
