// `proofmark/verify`: the report of `proofmark`, which several cores give too, and the public bank
// only if a record names it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as core from "proofmark";
import * as verifier from "proofmark/verify";

import { launchChromium } from "../../scripts/chromium.mjs";
import { createWorkerPool } from "../../pkg/verify/worker-pool.js";
import { serve } from "../hosts/server.mjs";

const NOW = 1_795_200_000_000;
/** When nobody waits any more for what does not end, also on a busy machine, in milliseconds. */
const HANGS = 600_000;
/** A run of three questions of each family. @type {{ lines: string[] }} */
const { lines } = JSON.parse(
  readFileSync(new URL("../vectors/verify/run.json", import.meta.url), "utf8"),
);
const text = (/** @type {string[]} */ lines) => lines.map((line) => `${line}\n`).join("");
const mathOnly = text(lines.filter((line) => !line.includes("science:")));
/** More than what one core takes before others are called, with mistakes at both ends. */
const many = `{\n${text(lines).repeat(1500)}{`;

test("several cores give the report of one", async () => {
  assert.ok(many.length > 6 << 20);
  const expected = await core.verify(many, { now: NOW });
  assert.ok(expected.records > 6000 && expected.failed > 1000);
  assert.deepEqual(await verifier.verify(many, { now: NOW }), expected);
  assert.deepEqual(await verifier.verifyStream([many], { now: NOW }), expected);
  assert.deepEqual(await core.verifyStream([many], { now: NOW, cores: 3 }), expected);
});

test(
  "a worker that did not start is told, also where it had no part yet",
  { timeout: HANGS },
  async () => {
    /** @type {import("../../pkg/verify/worker-pool.js").Thread} */
    const hand = { postMessage() {}, onmessage: null, onerror: null, terminate() {} };
    const crew = await createWorkerPool(() => hand, 1, { options: "{}", now: NOW });
    hand.onerror?.({});
    await assert.rejects(crew.examine(new Uint8Array(1)), { code: "host.worker" });
  },
);

test("what is no worker is refused, and those that were hired are sent away", async () => {
  let ended = 0;
  const hand = { postMessage() {}, terminate: () => (ended += 1) };
  for (const found of /** @type {any[]} */ ([undefined, null, 5, {}, { postMessage() {} }])) {
    ended = 0;
    const hands = [hand, found, hand];
    const verified = core.verifyStream([many], { worker: () => hands.shift(), cores: 3 });
    await assert.rejects(verified, { name: "ProofmarkError", code: "host.worker" });
    assert.equal(ended, 2);
  }
});

test("an unknown option is refused by name", async () => {
  for (const name of ["subjekt", "signal", "cores", "onProgress", "worker"]) {
    const refused = { name: "ProofmarkError", code: "host.option", message: new RegExp(name) };
    await assert.rejects(verifier.verify("", /** @type {any} */ ({ [name]: 1 })), refused);
    await assert.rejects(core.verify("", /** @type {any} */ ({ [name]: 1 })), refused);
  }
});

test("a verifier of one core refuses options of several", async () => {
  for (const option of [{ cores: 2 }, { worker: () => undefined }]) {
    const refused = verifier.verifyStream([many], /** @type {any} */ (option));
    await assert.rejects(refused, { code: "host.option", message: /cores|worker/ });
  }
});

test("a page loads the public bank only if a record names it", async () => {
  const server = await serve({ "/empty.html": "<!doctype html>" });
  const browser = await launchChromium();
  try {
    /** Verifies `file` in a page of its own; reports whether the bank was requested. */
    const opened = async (/** @type {string} */ file) => {
      const page = await browser.newPage();
      let asked = 0;
      page.on("request", (request) => {
        if (request.url().endsWith("/badge/bank.js")) asked += 1;
      });
      await page.goto(`${server.url}/empty.html`);
      const report = await page.evaluate(async ([file, now]) => {
        const path = "/pkg/entry/verify/browser.js";
        const { ready, verifyStream } = await import(path);
        await ready();
        return verifyStream([file], { now });
      }, /** @type {const} */ ([file, NOW]));
      await page.close();
      return { report, asked };
    };
    for (const [file, asked] of /** @type {const} */ ([
      [mathOnly, 0],
      [text(lines), 1],
    ])) {
      const expected = { report: await core.verify(file, { now: NOW }), asked };
      assert.deepEqual(await opened(file), expected);
    }
  } finally {
    await browser.close();
    server.close();
  }
});

test("workers take the compiled core from the page", { timeout: HANGS }, async () => {
  const server = await serve({ "/empty.html": "<!doctype html>" });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/empty.html`);
    await page.evaluate(async (path) => (await import(path)).ready(), "/pkg/entry/core/browser.js");
    await page.route(/_bg\.wasm$/, (route) => route.abort());
    const records = await page.evaluate(async ([path, file]) => {
      const { verifyStream } = await import(path);
      const worker = () => new Worker("/pkg/entry/core/worker.js", { type: "module" });
      return (await verifyStream([file], { worker, cores: 2 })).records;
    }, /** @type {const} */ (["/pkg/entry/core/browser.js", many]));
    assert.ok(records > 6000);
  } finally {
    await browser.close();
    server.close();
  }
});

test("a path is refused as the contents of a file, by every function that takes some", async () => {
  const suite = await import("../../pkg/entry/suite/node.js");
  const calls = [core.verify, verifier.verify, suite.report, suite.summarize, suite.openRecords];
  for (const path of [
    "/records/r.ndjson",
    "./r.ndjson",
    "r.ndjson",
    "C:\\r.json",
    "~/r",
    "https://a.example/r",
  ])
    for (const call of calls)
      await assert.rejects(async () => call(path), {
        code: "host.option",
        message: /expected the contents of a file, found a path; read the file first$/,
      });
  for (const text of ["", "{}", "notes", '{"a":"/records/r.ndjson"}', "/records/r.ndjson\n"])
    assert.equal((await core.verify(text)).passed, false);
});
