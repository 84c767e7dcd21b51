// The second implementation of sealed banks is held to the vectors of the first.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { resolve } from "../hosts/shared.js";
import { check, manifest, root, seal } from "./bank.mjs";

function cases(/** @type {string} */ name) {
  const url = new URL(`../vectors/bank/${name}.json`, import.meta.url);
  const file = JSON.parse(readFileSync(url, "utf8"));
  return resolve(file.cases ?? file, file.shared ?? {});
}

test("a bank is sealed as the vectors say", () => {
  for (const { name, bank, random, expect } of cases("seal")) {
    if (expect.code) continue; // What is refused has no bytes to compare.
    assert.equal(root(bank), expect.openRoot, name);
    assert.deepEqual(seal(bank, random), expect.sealed, name);
    assert.deepEqual(manifest(expect.sealed), expect.manifest, name);
  }
});

test("a reveal says which part of it is wrong", () => {
  for (const { name, manifest, reveal, expect } of cases("reveal")) {
    assert.equal(check(reveal, manifest), expect, name);
  }
});
