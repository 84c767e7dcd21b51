// Files that are read for a report or a comparison are freed in the core.

import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluate } from "proofmark";
import { compare, openRecords, report, runSuite, sealSuite, summarize } from "proofmark/suite";

import { core } from "../../pkg/entry/suite/loader.js";

const { lines } = await evaluate({
  ask: () => "7",
  subject: "urn:seven",
  questions: 30,
  seed: "s",
});
const FILE = lines.map((line) => `${line}\n`).join("");
const PLAIN = '{"id":"s","version":"1","tasks":[{"id":"a","prompt":"p","answer":"FINAL_X"}]}';
const { suite } = sealSuite(PLAIN);
const run = await runSuite(suite, { echo: true });
assert.ok(run.complete);
const CARD = run.scorecard;

/** Uses of a file that was read; each is done often. @type {Record<string, () => Promise<unknown>>} */
const USES = {
  "a report": () => report(FILE),
  "a summary": () => summarize(FILE),
  "a comparison": () => compare(FILE, FILE),
  "a comparison of two kinds": () => assert.rejects(compare(FILE, CARD)),
  "a comparison with no file": () => assert.rejects(compare(FILE, "x")),
  "a listing": async () => (await openRecords(FILE)).close(),
  "a listing of a scorecard": () => assert.rejects(openRecords(CARD)),
};

for (const [name, use] of Object.entries(USES)) {
  test(`${name} leaves nothing in the core`, async () => {
    const often = async () => {
      for (let times = 0; times < 40; times++) await use();
      return core.memory.buffer.byteLength;
    };
    const before = await often();
    assert.equal(await often(), before);
  });
}
