// proofmark report: a file that breaks off is reported without its torn line, which is told of.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { evaluate, generate } from "../../pkg/entry/core/node.js";
import { proofmark, scratch } from "./support.mjs";

const { lines } = await evaluate({ ask: () => "é", subject: "urn:é", questions: 5, seed: "s" });
const WHOLE = lines.map((line) => `${line}\n`).join("");
/** Ten whole lines, and one that breaks off. */
const TORN = `${lines.slice(0, 10).join("\n")}\n${lines[10]?.slice(0, 100)}`;
const NOTE = "Line 11 breaks off and is left out.";
const TOLD = /^torn:11: not JSON: .* \(json\.invalid\)\nproofmark: torn: 1 line left out\n$/;

/** @type {[format: string, said: RegExp[]][]} */
const FORMATS = [
  ["pretty", [/\n {2}Line 11 breaks off and is left out\.\n {2}0 of 9 passed: /]],
  ["markdown", [/\n0 of 9 passed: .*\n\nLine 11 breaks off and is left out\.\n/]],
  [
    "junit",
    [
      /<testsuite name="urn:é" tests="10" failures="9" errors="1" skipped="0">/,
      /<testcase classname="urn:é" name="line 11"><error type="json\.invalid" message="/,
    ],
  ],
  ["html", [/<p>Line 11 breaks off and is left out\.<\/p>/]],
  ["json", [/"torn":\[\{"line":11,"code":"json\.invalid","message":"/]],
];

for (const [format, said] of FORMATS) {
  test(`a file that breaks off is reported as ${format}, and does not pass`, async (t) => {
    const cwd = scratch(t);
    writeFileSync(join(cwd, "torn"), TORN);
    const found = await proofmark(["report", "torn", "--format", format], { cwd, code: 1 });
    for (const pattern of said) assert.match(found.stdout, pattern);
    assert.match(found.stderr, TOLD);
  });
}

test("a report of a file that breaks off is written, also where it does so within a character", async (t) => {
  const cwd = scratch(t);
  const last = Buffer.from(lines[10] ?? "");
  const within = last.subarray(0, last.indexOf(0xc3) + 1);
  writeFileSync(
    join(cwd, "torn"),
    Buffer.concat([Buffer.from(`${TORN.split("\n", 1)}\n`), within]),
  );
  const alone = await proofmark("report torn --out r.txt", { cwd, code: 2 });
  assert.match(alone.stderr, /^proofmark: torn:2: /, "there is nothing to report beside it");
  assert.equal(alone.stdout, "");

  writeFileSync(
    join(cwd, "torn"),
    Buffer.concat([Buffer.from(`${lines.slice(0, 10).join("\n")}\n`), within]),
  );
  const found = await proofmark("report torn --out r.txt", { cwd, code: 1 });
  assert.match(
    found.stderr,
    /^torn:11: [^\n]* \(file\.not-utf8\)\nproofmark: torn: 1 line left out\n/,
  );
  assert.match(found.stderr, /\nproofmark: the report is in r\.txt\n$/);
  assert.ok(readFileSync(join(cwd, "r.txt"), "utf8").includes(NOTE));
});

test("a whole file is reported without a word about it", async (t) => {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "whole"), WHOLE);
  const found = await proofmark("report whole", { cwd });
  assert.equal(found.stderr, "");
  assert.doesNotMatch(found.stdout, /breaks off/);
});

test("a great difference of the readings has advice", async (t) => {
  const cwd = scratch(t);
  const terms = { seed: "s", subject: "urn:a", family: /** @type {const} */ ("math") };
  const right = new Map(
    generate({ ...terms, count: 3 }).map(({ prompt, expected }) => [prompt, expected]),
  );
  const ask = (/** @type {string} */ prompt) => `Step 1000. The answer is ${right.get(prompt)}.`;
  const { seed, subject } = terms;
  const run = await evaluate({ ask, seed, subject, questions: 3, families: ["math"] });
  writeFileSync(join(cwd, "r"), run.lines.map((line) => `${line}\n`).join(""));
  const { stdout } = await proofmark("report r", { cwd });
  assert.match(stdout, /other\s+reading,\s+run\s+again\s+with\s+--policy\s+committed\./);
});
