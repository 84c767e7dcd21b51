// Which replies count as right by a reading: the counts of a run under way are those of its file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { evaluate, verify } from "../pkg/node.js";
import { isRight } from "../pkg/right.js";

const WITHHELD = { withheld: "sha-256", digest: "0".repeat(64) };
const OUTCOMES = /** @type {const} */ (["correct", "wrong", "unparseable"]);

const privateBank = new URL("../examples/private-bank.json", import.meta.url);
const { records: maths } = await evaluate({
  subject: "urn:test:agent",
  families: ["math"],
  ask: async () => "7",
});
// Only the right answer to a question of a private bank can be withheld.
const { records: sciences } = await evaluate({
  subject: "urn:test:agent",
  families: ["science"],
  bank: readFileSync(privateBank, "utf8"),
  withhold: ["response", "expected"],
  ask: async () => "A",
});

/** A reading of this answer; it says no rule that there is not. @param {any} record @param {unknown} answer */
const reading = (record, answer) => ({
  answer,
  span: typeof answer === "string" ? [0, 1] : answer,
  rule: record.data.literal.rule,
});

/** A record, and what may be withheld of it goes together. @param {any} record @param {any} given */
function checked(record, { outcome, response, literal, committed }) {
  const score = outcome === "correct" ? 100 : 0;
  const readings = { literal: reading(record, literal), committed: reading(record, committed) };
  const data = { ...record.data, outcome, score, response, ...readings };
  const line = JSON.stringify({ ...record, data });
  const { scores, steps, failures } = verify(line);
  assert.equal(steps[0]?.pass, 1, `${failures[0]?.message}: ${line}`);
  const counted = (/** @type {"literal" | "committed"} */ by) =>
    Number(isRight(/** @type {any} */ (data), by));
  assert.deepEqual(
    [counted("literal"), counted("committed")],
    [scores.literal, scores.committed],
    line,
  );
}

test("what is right is what the core counts as right", () => {
  for (const outcome of OUTCOMES) {
    for (const literal of ["95", "59", null])
      for (const committed of ["95", "59", null])
        checked(maths[0], { outcome, response: "7", literal, committed });
    // Withheld, a reading without an answer looks like any other.
    for (const record of [maths[0], sciences[0]])
      checked(record, { outcome, response: WITHHELD, literal: WITHHELD, committed: WITHHELD });
  }
});

test("a reading that is not there is not right", () => {
  const data = /** @type {any} */ ({ expected: WITHHELD, outcome: "correct" });
  assert.equal(isRight(data, "literal"), false);
});
