// Figures read as the core writes them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { levelText, partsDown, percentText, probabilityText } from "../pkg/figure.js";

const { shares, percents, levels } = JSON.parse(
  readFileSync(new URL("./vectors/figure/figures.json", import.meta.url), "utf8"),
);

test("a share is rounded down, and none is one of nothing", () => {
  for (const { passed, total, text } of shares)
    assert.equal(`${((partsDown(passed, total, 10_000) ?? 0) / 100).toFixed(2)} %`, text);
  assert.equal(partsDown(0, 0, 10_000), null);
});

test("no proportion reads as 0 or as all that is neither", () => {
  for (const { value, text } of percents) assert.equal(percentText(value), text);
  for (const { alpha, text } of levels) assert.equal(levelText(alpha), text);
});

test("no p is 0", () => {
  assert.deepEqual([0, 0.5, 1e-9].map(probabilityText), ["below 1e-300", "0.5000", "1.000e-9"]);
});
