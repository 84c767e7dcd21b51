// Which replies count as right by a reading.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isRight } from "../pkg/right.js";

const WITHHELD = { withheld: "sha-256", digest: "00" };

test("an answer is right by its reading, and by the outcome where one of the two is withheld", () => {
  for (const [right, expected, answer, outcome] of /** @type {const} */ ([
    [true, "95", "95", "wrong"],
    [false, "95", "59", "correct"],
    [false, "95", null, "unparseable"],
    [true, WITHHELD, "95", "correct"],
    [false, WITHHELD, "95", "wrong"],
    [true, WITHHELD, WITHHELD, "correct"],
    [false, WITHHELD, null, "unparseable"],
  ])) {
    const data = /** @type {any} */ ({ expected, committed: { answer }, outcome });
    assert.equal(isRight(data, "committed"), right, JSON.stringify(data));
    // A reading that is not there is no answer.
    assert.equal(isRight(data, "literal"), outcome === "correct" && expected === WITHHELD);
  }
});
