// The reading stays small enough to be implemented again by a stranger.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = new URL("../..", import.meta.url).pathname;
const text = (/** @type {string} */ path) => readFileSync(join(ROOT, path), "utf8");

/** Counts the lines of code in `source`: neither blank nor a comment. @param {string} source */
const code = (source) =>
  source.split("\n").filter((line) => !/^\s*(?:\/\/|\/?\*\*?[ /]|$)/.test(line)).length;

/** Counts the lines of Rust under `folder`, without test modules. @param {string} folder */
const rust = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".rs"))
    .map((name) => text(join(folder, name)).split("\n#[cfg(test)]\nmod tests {")[0] ?? "")
    .reduce((sum, source) => sum + code(source), 0);

/** Counts the lines of the second implementation: the literal and the committed reading. */
const twin = () =>
  ["grading", "grading/facts", "grading/text", "grading/tokens"]
    .map((name) => code(text(`tests/reference/${name}.mjs`)))
    .reduce((sum, count) => sum + count, 0);

/** Counts the lines of the lexicon. */
const lexicon = () => text("src/grade/committed/lexicon.txt").trimEnd().split("\n").length;

const vectors = () =>
  ["number", "choice"]
    .map((kind) => JSON.parse(text(`tests/vectors/grade/committed-${kind}.json`)).length)
    .reduce((sum, count) => sum + count, 0);

for (const [what, count, most] of /** @type {[string, () => number, number][]} */ ([
  ["bytes of docs/grading.md", () => Buffer.byteLength(text("docs/grading.md")), 14 * 1024],
  ["lines of src/grade/committed", () => rust("src/grade/committed"), 2_000],
  ["lines of src/grade and src/rows", () => rust("src/grade") + rust("src/rows"), 5_000],
  ["lines of the lexicon", lexicon, 250],
  ["lines of the second implementation", twin, 1_050],
  ["vectors of the committed reading", vectors, 800],
])) {
  test(`${what}: at most ${most}`, (context) => {
    context.diagnostic(`${what}: ${count()} of ${most}`);
    assert.ok(count() <= most, `${count()} ${what}`);
  });
}
