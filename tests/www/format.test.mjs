// Figures as the page writes them: what is rounded never reads as what it is not.

import assert from "node:assert/strict";
import { test } from "node:test";

import { formatDuration, percent, formatShare } from "../../www/src/format.js";

test("a share reads as none or as all only where it is", () => {
  for (const [value, expected] of /** @type {const} */ ([
    [0, "0%"],
    [1, "100%"],
    [0.5, "50%"],
    [0.9994, "99.9%"],
    [0.9996, "99.96%"],
    [0.99999, "99.999%"],
    [0.0004, "0.04%"],
    [-0.0004, "-0.04%"],
    [-0.25, "-25%"],
    // The ends of an interval are doubles.
    [1 - Number.EPSILON, "100%"],
    [1e-17, "0%"],
    [-1e-17, "0%"],
  ])) {
    assert.equal(percent(value), expected, String(value));
  }
  assert.equal(formatShare({ passed: 9_999, total: 10_000 }), "99.9%");
});

test("a time is told in the units that it is long in", () => {
  for (const [ms, expected] of /** @type {const} */ ([
    [0, "0 ms"],
    [812, "812 ms"],
    [1500, "1.5 s"],
    [60_000, "1 min 0 s"],
    [3_599_499, "59 min 59 s"],
    [3_600_000, "1 h 0 min"],
    [5_000_000, "1 h 23 min"],
    [Number.MAX_SAFE_INTEGER, "2,501,999,792 h 59 min"],
  ])) {
    assert.equal(formatDuration(ms), expected, String(ms));
  }
});
