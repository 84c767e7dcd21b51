// The settings of the edge worker: what is not what it should be is refused before anything is asked.

import assert from "node:assert/strict";

import { CONFIG } from "../../worker/local.mjs";
import { loadSettings } from "../../worker/src/settings.js";
import { test } from "./support/world.mjs";

const read = (/** @type {Record<string, string>} */ env) => loadSettings(/** @type {any} */ (env));

test("without settings the worker has those that are deployed", () => {
  assert.deepEqual(read({}), read(CONFIG.vars));
});

test("families are some of those there are, in the order given", () => {
  for (const [text, families] of /** @type {const} */ ([
    ["math", ["math"]],
    ["science,math", ["science", "math"]],
    ["math, science", ["math", "science"]],
    ["math,math", ["math"]],
  ])) {
    assert.deepEqual(read({ FAMILIES: text }).families, families, text);
  }
});

for (const [name, text, message] of /** @type {const} */ ([
  ["FAMILIES", "maths, science", 'FAMILIES: expected one of math, science, found "maths"'],
  ["FAMILIES", "", 'FAMILIES: expected one of math, science, found ""'],
  ["FAMILIES", "math,", 'FAMILIES: expected one of math, science, found ""'],
  ["RETRIES", "", 'RETRIES: expected a whole number from 0, found ""'],
  ["RATE_PER_ORIGIN", " ", 'RATE_PER_ORIGIN: expected a whole number from 0, found " "'],
  ["RETRIES", "-1", 'RETRIES: expected a whole number from 0, found "-1"'],
  ["QUESTIONS", "0", 'QUESTIONS: expected a whole number from 1, found "0"'],
  ["MAX_BODY", "131073", 'MAX_BODY: expected a whole number from 1 to 131072, found "131073"'],
  ["RETRIES", "11", "BUDGET_MS, RETRIES: retries: expected 0 to 10, found 11"],
  [
    ...["BUDGET_MS", "3600001"],
    "BUDGET_MS, RETRIES: time budget: expected 1 ms to one hour, found 3600001 ms",
  ],
  ["QUESTIONS", "34", "ATTEMPTS_PER_DAY: expected the 204 of one run at least, found 200"],
  ["ATTEMPTS_PER_DAY", "5", "ATTEMPTS_PER_DAY: expected the 6 of one run at least, found 5"],
  ["POLICY", "", 'POLICY: expected one of literal, committed, found ""'],
])) {
  test(`${name} is not ${JSON.stringify(text)}`, () => {
    assert.throws(() => read({ [name]: text }), { message });
  });
}
