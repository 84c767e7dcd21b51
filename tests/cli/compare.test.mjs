// proofmark compare: files that break off are compared without their torn lines, which are told of.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { evaluate } from "../../pkg/entry/core/node.js";
import { proofmark, scratch } from "./support.mjs";

const { lines } = await evaluate({ ask: () => "7", subject: "urn:seven", runs: 5, seed: "s" });
const WHOLE = lines.map((line) => `${line}\n`).join("");
const records = lines.slice(0, 10);
/** Ten whole lines, and one that breaks off. */
const TORN = `${records.join("\n")}\n${lines[10]?.slice(0, 100)}`;
const TOLD =
  /^torn:11: expected JSON \(RFC 8259\), found .* \(json\.invalid\)\nproofmark: torn: 1 line left out\n$/;

/** @param {import("node:test").TestContext} t */
function folder(t) {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "whole"), WHOLE);
  writeFileSync(join(cwd, "torn"), TORN);
  return cwd;
}

for (const [which, words] of /** @type {const} */ ([
  ["first", ["torn", "whole"]],
  ["second", ["whole", "torn"]],
])) {
  test(`a ${which} file that breaks off is compared, and does not pass`, async (t) => {
    const cwd = folder(t);
    const note = `Line 11 of the ${which} file breaks off and is left out.`;
    for (const [more, said] of /** @type {[string[], RegExp][]} */ ([
      [[], RegExp(`\n  ${note}\n  Too few runs to tell`)],
      [["--format", "markdown"], RegExp(`\n\n${note}\n\n`)],
      [["--fail-on", "regression"], RegExp(note)],
    ])) {
      const found = await proofmark(["compare", ...words, ...more], { cwd });
      assert.match(found.stderr, TOLD);
      assert.match(found.stdout, said);
      assert.equal(found.code, 1);
    }
    const { stdout } = await proofmark(["compare", ...words, "--format", "json"], { cwd });
    const { notes, torn, pairs, onlyFirst, onlySecond } = JSON.parse(stdout);
    assert.deepEqual(notes, [note]);
    assert.deepEqual(
      [torn[which], torn[which === "first" ? "second" : "first"]].map((torn) => torn.length),
      [1, 0],
    );
    assert.deepEqual(
      [pairs.both + pairs.neither, onlyFirst, onlySecond],
      [9, ...(which === "first" ? [0, 1] : [1, 0])],
    );
  });
}

test("whole files are compared without a word about it", async (t) => {
  const cwd = folder(t);
  const found = await proofmark(["compare", "whole", "whole", "--fail-on", "regression"], { cwd });
  assert.deepEqual([found.code, found.stderr], [0, ""]);
  assert.doesNotMatch(found.stdout, /breaks off/);
});

test("the beginning of a line alone is no file to compare", async (t) => {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "a"), WHOLE);
  writeFileSync(join(cwd, "b"), TORN.slice(0, 100));
  const found = await proofmark(["compare", "a", "b"], { cwd });
  assert.match(
    found.stderr,
    /^proofmark: b: scorecard or record file: expected JSON \(RFC 8259\), found .*\(json\.invalid\)/,
  );
  assert.deepEqual([found.code, found.stdout], [2, ""]);
});
