// Runs are told apart by their records, because repeated runs of one plan share an id.

import assert from "node:assert/strict";
import { test } from "node:test";

import { numberRuns } from "../../../www/src/results/worker/run-numbers.js";

/** @param {string} text line, run, subject, question and time of each record, such as `2 0 0 a 1` */
const numbered = (text) => {
  const rows = text.split(", ").map((row) => {
    const [line, run, subject, question, fetchedAt] = row.split(" ");
    return { line: Number(line), run: Number(run), subject: Number(subject), question, fetchedAt };
  });
  const { numbers, runs, repeated } = numberRuns(/** @type {any} */ (rows));
  return [[...numbers].join(""), runs, repeated];
};

test("nightly runs with one seed are runs of their own", () => {
  const nights = "2 0 0 a 1, 3 0 0 b 2, 6 0 0 a 3, 7 0 0 b 4, 10 0 0 a 5, 11 0 0 b 6";
  assert.deepEqual(numbered(nights), ["001122", 3, 0]);
});

test("a question that a run asks twice begins no other run", () => {
  assert.deepEqual(numbered("2 0 0 a 1, 3 0 0 b 2, 4 0 0 a 3, 6 0 0 b 4"), ["0000", 1, 0]);
});

test("other seeds and other subjects are other runs", () => {
  assert.deepEqual(numbered("2 0 0 a 1, 5 1 0 a 2, 8 0 1 a 3, 9 0 0 b 4"), ["0120", 3, 0]);
});

test("a stopped run and its resumed copy are one run with repeated records", () => {
  const copies = "2 0 0 a 1, 3 0 0 b 2, 5 0 0 a 1, 6 0 0 b 2, 7 0 0 c 3";
  assert.deepEqual(numbered(copies), ["00000", 1, 1]);
});
