// Tests how long a badge waits: for the record, and what the badge itself needs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { IDLE } from "../../badge/patience.js";
import { ROOT } from "../../scripts/lib.mjs";
import { onPage, opened, said } from "./browser.mjs";
import { DID, SUBJECT, file, lines } from "./records.mjs";
import { page } from "./site.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("node:http").ServerResponse} Response */

const science = file(
  await lines({ families: ["math", "science"], questions: 4, answer: () => "A" }),
);

const badge = (/** @type {string} */ src, trust = DID) =>
  `<proofmark-badge src="${src}" trust="${trust}" subject="${SUBJECT}"></proofmark-badge>`;

/**
 * Shows `body` on a foreign page whose timers run by the clock of the test alone.
 *
 * @param {string} body
 * @param {Record<string, import("./site.mjs").Answer>} answers
 * @param {Parameters<typeof onPage<void>>[1]} use
 */
const shown = (body, answers, use) =>
  onPage(page(body), use, {
    answers: { "/runs.ndjson": science, ...answers },
    async before(tab) {
      const now = Date.now();
      // Until it is halted it goes, and it is never put back.
      await tab.clock.install({ time: now - 3_600_000 });
      await tab.clock.pauseAt(now);
      await tab.addInitScript(watch);
    },
  });

/** On the page: notes in `fetches` what it fetches, also by a worker, and how much of that it has read. */
function watch() {
  const page = /** @type {any} */ (globalThis);
  const { Worker, fetch } = page;
  page.fetches = [];
  const note = (/** @type {string} */ url) => {
    const one = { path: new URL(url, document.baseURI).pathname, read: 0, over: false };
    page.fetches.push(one);
    return one;
  };
  page.Worker = class extends Worker {
    constructor(/** @type {any[]} */ ...given) {
      super(...given);
      const one = note(given[0]);
      for (const type of ["message", "error"]) this.addEventListener(type, () => (one.over = true));
    }
  };
  page.fetch = async (/** @type {any[]} */ ...given) => {
    const one = note(given[0]);
    try {
      const response = await fetch(...given);
      const reader = response.body.getReader();
      const read = async () => {
        const found = await reader.read();
        one.read += found.value?.length ?? 0;
        one.over = found.done;
        return found;
      };
      response.body.getReader = () => ({ read: () => read().catch(ended) });
      return response;
    } catch (error) {
      return ended(error);
    }
    /** @param {unknown} error */
    function ended(error) {
      one.over = true;
      throw error;
    }
  };
}

/**
 * Waits until the site was asked for something, so many bytes of which have come, and nothing else is
 * on its way.
 *
 * @param {Page} tab
 * @param {string[]} requests
 * @param {string} path
 * @param {number} bytes
 */
async function asked(tab, requests, path, bytes = 0) {
  while (!requests.includes(path)) await tab.waitForTimeout(10);
  await tab.waitForFunction(
    ([path, bytes]) =>
      /** @type {any} */ (globalThis).fetches.every(
        (/** @type {any} */ one) => one.over || (one.path === path && one.read >= bytes),
      ),
    /** @type {const} */ ([path, bytes]),
  );
}

const verdicts = (/** @type {Page} */ tab) =>
  tab.evaluate(() =>
    [...document.querySelectorAll("proofmark-badge")].map(
      (badge) => /** @type {any} */ (badge).verdict,
    ),
  );

/** Has the first badge check again, and tells what it says then. @param {Page} tab */
async function again(tab) {
  await tab.evaluate(() => {
    /** @type {any} */ (document.querySelector("proofmark-badge")).maxAge = "9d";
  });
  return said(tab);
}

const silent = () => {};
/** The length of an answer that goes no further, in bytes. */
const PART = 1000;
/** An answer that begins, and goes no further. @param {string} type @param {Uint8Array | string} body */
const begun = (type, body) => (/** @type {Response} */ response) => {
  response.writeHead(200, { "content-type": type }).write(body.slice(0, PART));
};
/** A file of the badge's folder. @param {string} name */
const packaged = (name) => readFileSync(join(ROOT, "pkg/badge", name));

test("a server that falls silent is given up, whatever it was to send", async () => {
  const record = ["stalled", "its server did not answer in time", /^/];
  const verifier = [
    "verifier",
    "the verifier did not load",
    /Expected verifier\.js and verify_bg\.wasm beside/,
  ];
  const bank = ["bank", "the public bank did not load", /Expected bank\.js beside/];
  const trust = ["trust", "the trust file could not be fetched", /^/];
  const part = begun("application/x-ndjson", science);
  const wasm = begun("application/wasm", packaged("verify_bg.wasm"));
  const cases = /** @type {[string, import("./site.mjs").Answer, string, string, RegExp][]} */ ([
    ["/never", silent, ...record],
    ["/begun", part, ...record],
    ["/trust.json", silent, ...trust],
    ["/badge/verifier.js", silent, ...verifier],
    ["/badge/verify_bg.wasm", silent, ...verifier],
    ["/badge/verify_bg.wasm", wasm, ...verifier],
    ["/badge/bank.js", silent, ...bank],
  ]);
  for (const [path, answer, reason, note, help] of cases) {
    const src = reason === "stalled" ? path : "/runs.ndjson";
    const shownBy = badge(src, reason === "trust" ? path : DID);
    await shown(shownBy, { [path]: answer }, async (tab, { requests }) => {
      await asked(tab, requests, path, answer === silent ? 0 : PART);
      await tab.clock.runFor(IDLE - 1000);
      await tab.waitForTimeout(50);
      assert.deepEqual(await verdicts(tab), ["checking"], path);
      await tab.clock.runFor(1000);
      const found = await said(tab);
      assert.deepEqual([found.verdict, found.note], ["not-checked", note], path);
      const told = await tab.evaluate(
        () => /** @type {any} */ (document.querySelector("proofmark-badge")).reason,
      );
      assert.equal(told, reason);
      const text = await opened(tab);
      assert.match(text, help);
      assert.match(text, /Nothing came for 15 seconds\./);
    });
  }
});

test("a server that is slow is waited for", async () => {
  for (const [path, type, body] of /** @type {const} */ ([
    ["/slow", "application/x-ndjson", Buffer.from(science)],
    ["/badge/verify_bg.wasm", "application/wasm", packaged("verify_bg.wasm")],
  ])) {
    /** @type {Response[]} */
    const slow = [];
    const answer = (/** @type {Response} */ response) => {
      response.writeHead(200, { "content-type": type }).flushHeaders();
      slow.push(response);
    };
    const src = path === "/slow" ? path : "/runs.ndjson";
    await shown(badge(src), { [path]: answer }, async (tab, { requests }) => {
      await asked(tab, requests, path);
      const piece = Math.ceil(body.length / 4);
      for (let at = 0; at < body.length; at += piece) {
        await tab.clock.runFor(IDLE - 1000);
        const part = body.subarray(0, at + piece);
        slow[0]?.write(part.subarray(at));
        await asked(tab, requests, path, part.length);
      }
      slow[0]?.end();
      assert.equal((await said(tab)).verdict, "verified", path);
    });
  }
});

test("badges give up together, and what comes later serves the next check", async () => {
  for (const path of ["/badge/verifier.js", "/badge/verify_bg.wasm", "/badge/bank.js"]) {
    /** @type {Response[]} */
    const held = [];
    const answers = { [path]: (/** @type {Response} */ response) => void held.push(response) };
    await shown(badge("/runs.ndjson").repeat(5), answers, async (tab, foreign) => {
      await asked(tab, foreign.requests, path);
      await tab.clock.runFor(IDLE + 1000);
      await said(tab);
      assert.deepEqual(await verdicts(tab), Array(5).fill("not-checked"), path);
      delete foreign.answers[path];
      const name = path.slice("/badge/".length);
      const type = name.endsWith(".js") ? "text/javascript" : "application/wasm";
      for (const response of held)
        if (!response.destroyed)
          response.writeHead(200, { "content-type": type }).end(packaged(name));
      // An imported script is there for all at once.
      if (name.endsWith(".js")) await tab.evaluate((path) => import(path), path);
      assert.equal((await again(tab)).verdict, "verified", path);
    });
  }
});
