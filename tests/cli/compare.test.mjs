// proofmark compare: files that break off are compared without their torn lines, which are told of.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { evaluate } from "../../pkg/entry/core/node.js";
import { runSuite } from "../../pkg/entry/suite/node.js";
import { ROOT } from "../../scripts/lib.mjs";
import { proofmark, scratch } from "./support.mjs";

const { lines } = await evaluate({ ask: () => "7", subject: "urn:seven", questions: 5, seed: "s" });
const WHOLE = lines.map((line) => `${line}\n`).join("");
const records = lines.slice(0, 10);
/** Ten whole lines, and one that breaks off. */
const TORN = `${records.join("\n")}\n${lines[10]?.slice(0, 100)}`;
const TOLD = /^torn:11: not JSON: .* \(json\.invalid\)\nproofmark: torn: 1 line left out\n$/;

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
      [[], RegExp(`\n  ${note}\n  Not enough pairs for a verdict`)],
      [["--format", "markdown"], RegExp(`\n\n${note}\n\n`)],
      [["--fail-on", "regression"], RegExp(note)],
    ])) {
      const found = await proofmark(["compare", ...words, ...more], { cwd, code: 1 });
      assert.match(found.stderr, TOLD);
      assert.match(found.stdout, said);
    }
    const { stdout } = await proofmark(["compare", ...words, "--format", "json"], { cwd, code: 1 });
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
  const found = await proofmark("compare whole whole --fail-on regression", { cwd });
  assert.equal(found.stderr, "");
  assert.doesNotMatch(found.stdout, /breaks off/);
});

test("runs of two seeds have no question in common, and the seed is advised", async (t) => {
  const cwd = folder(t);
  const other = await evaluate({ ask: () => "7", subject: "urn:seven", seed: "t" });
  writeFileSync(join(cwd, "other"), other.lines.map((line) => `${line}\n`).join(""));
  const { stdout } = await proofmark("compare whole other", { cwd });
  assert.match(stdout, /Nothing to compare: [^]* run both\s+with\s+the\s+same\s+--seed\.$/m);
});

test("the beginning of a line alone is no file to compare", async (t) => {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "a"), WHOLE);
  writeFileSync(join(cwd, "b"), TORN.slice(0, 100));
  const found = await proofmark("compare a b", { cwd, code: 2 });
  assert.match(
    found.stderr,
    /^proofmark: b: scorecard or record file: not JSON: .*\(json\.invalid\)/,
  );
  assert.equal(found.stdout, "");
});

/** Scorecards of the five tasks of the example: all right, two wrong, all wrong. */
const ANSWERS = {
  good: readFileSync(join(ROOT, "examples/answers-good.json"), "utf8"),
  bad: readFileSync(join(ROOT, "examples/answers-bad.json"), "utf8"),
  none: JSON.stringify({ answers: {} }),
};
const SUITE = readFileSync(join(ROOT, "examples/sealed.json"), "utf8");

/** @type {[first: keyof typeof ANSWERS, second: keyof typeof ANSWERS, failOn: string, code: number, said: RegExp][]} */
const GATES = [
  ["good", "good", "broken", 0, /Passed: nothing that passed before fails now\./],
  ["good", "bad", "broken", 1, /Failed: 2 that passed before fail now\./],
  ["good", "none", "broken", 1, /Failed: 5 that passed before fail now\./],
  ["bad", "good", "broken", 0, /Passed/],
  ["good", "none", "regression", 2, /expected at least 6 pairs.*found 5 \(stats\.too-few-pairs\)/],
];

for (const [first, second, failOn, code, said] of GATES) {
  test(`--fail-on ${failOn}, from ${first} to ${second}: exit code ${code}`, async (t) => {
    const cwd = scratch(t);
    for (const name of new Set([first, second])) {
      const { scorecard = "" } = await runSuite(SUITE, { answers: ANSWERS[name] });
      writeFileSync(join(cwd, name), scorecard);
    }
    const found = await proofmark(["compare", first, second, "--fail-on", failOn], { cwd, code });
    assert.match(found.stdout + found.stderr, said);
    assert.match(code === 2 ? "Pass rates without" : found.stdout, /Pass rates without/);
  });
}

test("files with other questions are compared by their rates, and close every gate", async (t) => {
  const cwd = scratch(t);
  for (const seed of ["a", "b"]) {
    const run = { ask: () => "7", subject: "urn:seven", questions: 20, seed };
    const { lines } = await evaluate({ ...run, families: ["math"] });
    writeFileSync(join(cwd, seed), lines.map((line) => `${line}\n`).join(""));
  }
  for (const failOn of ["broken", "regression"]) {
    const found = await proofmark(["compare", "a", "b", "--fail-on", failOn, "--json"], {
      cwd,
      code: 1,
    });
    const { pairs, rates, gate } = JSON.parse(found.stdout);
    if (pairs.both + pairs.neither > 0) continue;
    assert.deepEqual([rates.first.total, rates.second.total], [20, 20]);
    assert.equal(gate.passed, false);
  }
});

test("records scored by different readings are not compared", async (t) => {
  const cwd = folder(t);
  const options = { ask: () => "7", subject: "urn:seven", questions: 5, seed: "s" };
  const { lines } = await evaluate({ ...options, policy: "committed" });
  writeFileSync(join(cwd, "committed"), lines.map((line) => `${line}\n`).join(""));
  const { stderr } = await proofmark("compare whole committed", { cwd, code: 2 });
  assert.match(stderr, /expected records scored by the literal reading.*\(report\.other-kind\)/s);
});
