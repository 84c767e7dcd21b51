// Tests what one record adds to the scores: the counts of a run under way are those of its file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { evaluate, scoresOf, verify } from "../../pkg/entry/core/node.js";

const WITHHELD = { withheld: "sha-256", digest: "0".repeat(64) };
const OUTCOMES = /** @type {const} */ (["correct", "wrong", "unparseable"]);

const privateBank = new URL("../../examples/private-bank.json", import.meta.url);
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
async function checked(record, { outcome, response, literal, committed }) {
  const score = outcome === "correct" ? 100 : 0;
  const readings = { literal: reading(record, literal), committed: reading(record, committed) };
  const data = { ...record.data, outcome, score, response, ...readings };
  const whole = { ...record, data };
  const line = JSON.stringify(whole);
  const { scores, steps, failures } = await verify(line);
  assert.equal(steps[0]?.pass, 1, `${failures[0]?.message}: ${line}`);
  assert.deepEqual(scoresOf(whole), scores, line);
  assert.deepEqual(scoresOf(line), scores, line);
}

test("what is right is what the core counts as right", async () => {
  for (const outcome of OUTCOMES) {
    for (const literal of ["95", "59", null])
      for (const committed of ["95", "59", null])
        await checked(maths[0], { outcome, response: "7", literal, committed });
    // Withheld, a reading without an answer looks like any other.
    for (const record of [maths[0], sciences[0]])
      await checked(record, {
        outcome,
        response: WITHHELD,
        literal: WITHHELD,
        committed: WITHHELD,
      });
  }
});

test("by its two readings, a record can be right and wrong", () => {
  const literal = reading(maths[0], "7");
  const committed = reading(maths[0], maths[0]?.data.expected);
  const data = { ...maths[0]?.data, outcome: "wrong", score: 0, literal, committed };
  const scores = { scored: 1, correct: 0, literal: 0, committed: 1 };
  assert.deepEqual(scoresOf(/** @type {any} */ ({ ...maths[0], data })), scores);
});

test("what was never asked is not scored", async () => {
  const { records } = await evaluate({
    subject: "urn:test:agent",
    families: ["math"],
    admit: () => "quota.spent",
    ask: async () => "7",
  });
  const scores = { scored: 0, correct: 0, literal: 0, committed: 0 };
  assert.deepEqual(records.map(scoresOf), [scores]);
});

test("what is no record is refused", () => {
  const refused = (/** @type {any} */ record, /** @type {string} */ code) =>
    assert.throws(() => scoresOf(record), { code });
  refused("{", "json.invalid");
  refused("{}", "json.invalid");
  refused(undefined, "host.option");
});
