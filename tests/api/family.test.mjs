// Which family a record is of.

import assert from "node:assert/strict";
import { test } from "node:test";

import { recordFamily } from "../../pkg/evaluate/family.js";
import { evaluate } from "../../pkg/entry/core/node.js";

test("a record is of the family that was asked", async () => {
  for (const family of /** @type {const} */ (["math", "science"])) {
    const { records } = await evaluate({
      subject: "urn:test:agent",
      families: [family],
      ask: async () => "7",
    });
    assert.deepEqual(records.map(recordFamily), [family]);
  }
});
