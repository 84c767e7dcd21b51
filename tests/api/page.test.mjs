// The report's page in real Chromium, from the disk and without network.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import * as suites from "proofmark/suite";

import { launchChromium } from "../../scripts/chromium.mjs";
import { ROOT } from "../../scripts/lib.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), "utf8");
const KEY = JSON.stringify(JSON.parse(read("tests/vectors/proof/key.json")).cases[0].expect);
const SIGNER = JSON.parse(KEY).controller;

/** When nobody waits any more for anything on a page, also on a busy machine, in milliseconds. */
const PATIENCE = 300_000;

/** @type {import("playwright-core").Browser} */
let browser;
const folder = mkdtempSync(join(tmpdir(), "proofmark-page-"));

before(async () => {
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Opens a page as a file, offline; what it says of itself once it has looked, and what it asked
 * the network for.
 *
 * @param {string} html
 * @param {string} [other] a file to choose
 */
async function opened(html, other) {
  const path = join(folder, "report.html");
  writeFileSync(path, html);
  const context = await browser.newContext({ offline: true });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  /** @type {string[]} */
  const requests = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => requests.push(request.url()));
  try {
    const url = pathToFileURL(path).href;
    await page.goto(url);
    const status = await page.waitForSelector("#proofmark-status[data-state]");
    const state = await status.getAttribute("data-state");
    const text = await status.textContent();
    let chosen;
    let chosenState;
    if (other !== undefined) {
      const file = join(folder, "other");
      writeFileSync(file, other);
      await page.setInputFiles("#proofmark-file", file);
      const shown = await page.waitForSelector("#proofmark-other[data-state]");
      chosen = await shown.textContent();
      chosenState = await shown.getAttribute("data-state");
    }
    const whole = (await page.textContent("main")) ?? "";
    const beyond = requests.filter((found) => !/^(?:data|blob):/.test(found) && found !== url);
    return { state, text: text ?? "", whole, chosen, chosenState, problems, beyond };
  } finally {
    await context.close();
  }
}

async function signedCard() {
  const answers = read("examples/answers-bad.json");
  const result = await suites.runSuite(read("examples/sealed.json"), { answers, key: KEY });
  assert.ok(result.complete);
  return result.scorecard;
}

/** Changes the first hex digit of the first digest after `from`. @param {string} text @param {string} from */
function altered(text, from) {
  const at = text.indexOf('"digest":"', text.indexOf(from)) + '"digest":"'.length;
  return `${text.slice(0, at)}${text[at] === "0" ? "1" : "0"}${text.slice(at + 1)}`;
}

test("a signed scorecard is intact and names its signer", async () => {
  const html = await suites.report(await signedCard(), { format: "html" });
  const { state, text, whole, problems, beyond } = await opened(html);
  assert.equal(state, "intact");
  assert.equal(text, `Intact, signed by ${SIGNER}: its counts are those of its results.`);
  assert.match(whole, /A page cannot vouch for itself/);
  assert.deepEqual(problems, []);
  assert.deepEqual(beyond, []);
});

test("one byte of a signed value is changed: failed", async () => {
  const html = await suites.report(await signedCard(), { format: "html" });
  const carried = html.indexOf('id="proofmark-data"');
  assert.ok(carried > 0);
  const changed = html.slice(0, carried) + altered(html.slice(carried), '"results"');
  assert.equal(changed.length, html.length);
  const { state, text, problems } = await opened(changed);
  assert.equal(state, "failed");
  assert.match(text, /^Failed\. proof\.signature: /);
  assert.deepEqual(problems, []);
});

test("an unsigned scorecard says so", async () => {
  const answers = read("examples/answers-good.json");
  const result = await suites.runSuite(read("examples/tasks.json"), { answers });
  assert.ok(result.complete);
  const { state, text } = await opened(await suites.report(result.scorecard, { format: "html" }));
  assert.equal(state, "intact");
  assert.match(text, /^Intact, unsigned: .*Nothing here shows who made it\.$/);
});

test("another file, chosen in the page, gives the answer that it gives elsewhere", async () => {
  const card = await signedCard();
  const html = await suites.report(card, { format: "html" });
  const carrying = await opened(html, html);
  assert.equal(
    carrying.chosen,
    `Intact, signed by ${SIGNER}: its counts are those of its results.`,
  );
  const broken = await opened(html, altered(card, '"results"'));
  assert.match(broken.chosen ?? "", /^Failed\. proof\.signature/);
  assert.equal(broken.state, "intact", "what the page carries is still what it was");
  const nonsense = await opened(html, "nonsense");
  assert.match(nonsense.chosen ?? "", /^Not checked\./);
  assert.equal(nonsense.chosenState, "not-checked");
  assert.match((await opened(html, `\ufeff${card}`)).chosen ?? "", /^Failed\./);
});

test("records are drawn and graded again in the page, science by the bank it carries", async () => {
  const { lines } = JSON.parse(read("tests/vectors/verify/run.json"));
  const file = `${lines.join("\n")}\n`;
  assert.match(file, /science:/);
  const html = await suites.report(file, { format: "html" });
  const { state, text, problems, beyond } = await opened(html);
  assert.equal(state, "intact", text);
  assert.match(text, /^Intact, unsigned: schema, draw, grade hold on all \d+ records/);
  assert.deepEqual([problems, beyond], [[], []]);
  const lied = html.replace(/("outcome":")correct/, "$1xorrect");
  assert.notEqual(lied, html);
  assert.equal((await opened(lied)).state, "failed");
});

test("a page of a file that breaks off says so, and that it does not hold", async () => {
  const { lines } = JSON.parse(read("tests/vectors/verify/run.json"));
  const file = `${lines.slice(0, 3).join("\n")}\n${lines[3].slice(0, 100)}`;
  const { state, text, whole } = await opened(await suites.report(file, { format: "html" }));
  assert.equal(state, "failed");
  assert.match(text, /^Failed\. json\.invalid: line 4: /);
  assert.ok(whole.includes("Line 4 breaks off and is left out."));
});

test("text in a reply is shown and not obeyed", async () => {
  const { lines } = JSON.parse(read("tests/vectors/verify/run.json"));
  const record = lines.map(JSON.parse).find((/** @type {any} */ line) => line.data?.response);
  record.data.response = "</script><script>document.title='x'</script><img src=x onerror=alert(1)>";
  const html = await suites.report([record], { format: "html" });
  const { state, whole, problems, beyond } = await opened(html);
  assert.equal(state, "failed");
  assert.ok(whole.includes(record.data.response));
  assert.deepEqual([problems, beyond], [[], []]);
});
