// Shares of counts are rounded as the core rounds them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { partsDown } from "../pkg/share.js";

const { cases } = JSON.parse(
  readFileSync(new URL("./vectors/report/shares.json", import.meta.url), "utf8"),
);

test("a share is rounded down, as in reports, and none is one of nothing", () => {
  for (const { passed, total, percent } of cases)
    assert.equal(((partsDown(passed, total, 10_000) ?? 0) / 100).toFixed(2), percent);
  assert.equal(partsDown(0, 0, 10_000), null);
});
