// Which replies count as right by a reading: the counts of a run under way are those of its file.

import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluate, verify } from "../pkg/node.js";
import { isRight } from "../pkg/right.js";

const WITHHELD = { withheld: "sha-256", digest: "0".repeat(64) };
const OUTCOMES = /** @type {const} */ (["correct", "wrong", "unparseable"]);

const { records } = await evaluate({
  subject: "urn:test:agent",
  families: ["math"],
  ask: async () => "7",
});

/** A reading of this answer; it says no rule that there is not. @param {unknown} answer */
const reading = (answer) => ({
  answer,
  span: typeof answer === "string" ? [0, 1] : answer,
  rule: records[0]?.data.literal?.rule,
});

test("what is right is what the core counts as right", () => {
  const [record] = records;
  assert.ok(record);
  for (const outcome of OUTCOMES) {
    for (const expected of ["95", WITHHELD]) {
      for (const literal of ["95", "59", null, WITHHELD]) {
        for (const committed of ["95", "59", null, WITHHELD]) {
          const score = outcome === "correct" ? 100 : 0;
          const readings = { literal: reading(literal), committed: reading(committed) };
          /** @type {Record<string, unknown>} */
          const data = { ...record.data, outcome, score, expected, ...readings };
          /** @type {string} */
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
      }
    }
  }
});

test("a reading that is not there is not right", () => {
  const data = /** @type {any} */ ({ expected: WITHHELD, outcome: "correct" });
  assert.equal(isRight(data, "literal"), false);
});
