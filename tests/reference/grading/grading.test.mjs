// Holds the reference readings to the vectors of the core.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { grade, outcomeOf } from "../grade-step.mjs";
import { choice, number } from "../grading.mjs";

const vectors = (name) =>
  JSON.parse(readFileSync(new URL(`../../vectors/grade/${name}.json`, import.meta.url), "utf8"));

for (const name of ["committed-number", "committed-choice"]) {
  test(`${name} agrees with its vectors`, () => {
    for (const { why, reply, given, options, committed, rule } of vectors(name)) {
      const read = options ? choice(reply, options) : number(reply, given);
      assert.deepEqual([read.answer, read.rule], [committed, rule], `${why}: ${reply}`);
    }
  });
}

test("the literal reading agrees with its vectors", () => {
  for (const { why, row, literal } of vectors("literal")) {
    if (row.questionId !== undefined) continue;
    const { kind, given = [], options = ["", "", "", ""], response, expected } = row;
    const read = grade(response, { kind, given, options }).literal;
    const outcome =
      expected === null && read.answer !== null ? "answered" : outcomeOf(read, expected);
    assert.deepEqual({ outcome, ...read }, { ...literal }, why);
  }
});
