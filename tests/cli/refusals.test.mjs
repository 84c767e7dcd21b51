// What the command line refuses: one line, exit code 2, nothing on stdout, and nothing changed.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { proofmark, scratch } from "./support.mjs";

/** @type {{ name: string, words: string[], files?: Record<string, string>, bytes?: Record<string, string>, code: number, stderr: string }[]} */
const CASES = ["refusals.json", "suite-refusals.json"].flatMap((name) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")),
);
const KEYS = ["name", "words", "files", "bytes", "code", "stderr"];

for (const { name, words, files = {}, bytes = {}, code, stderr, ...rest } of CASES) {
  test(`it refuses ${name}`, async (t) => {
    assert.deepEqual(Object.keys(rest), [], `expected ${KEYS.join(", ")} only`);
    const cwd = scratch(t);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
    for (const [file, hex] of Object.entries(bytes)) writeFileSync(join(cwd, file), hex, "hex");
    const state = () =>
      readdirSync(cwd).map((file) => [file, readFileSync(join(cwd, file), "hex")]);
    const before = state();

    const ended = await proofmark(words, { cwd });
    assert.match(ended.stderr, pattern(stderr));
    assert.equal(ended.stdout, "");
    assert.equal(ended.code, code);
    assert.deepEqual(state(), before);
  });
}

/** A text in which `*` stands for anything on the line. @param {string} text */
function pattern(text) {
  const parts = text.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
