// Shares read as the core writes them: what is cut off is not rounded.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { shareText } from "../../pkg/cli/render/amount.js";
import { formatShare } from "../../www/src/format.js";

const { shares } = JSON.parse(
  readFileSync(new URL("../vectors/figure/figures.json", import.meta.url), "utf8"),
);

test("the command line has the digits of a report", () => {
  for (const { passed, total, text } of shares)
    assert.equal(`${Number(shareText(passed, total)).toFixed(2)} %`, text);
  assert.equal(shareText(0, 0), "–");
});

test("the dashboard has as many of them as it shows", () => {
  for (const { passed, total, text } of shares)
    assert.equal(formatShare({ passed, total }), `${Number(text.replace(/\d %$/, ""))}%`);
  assert.equal(formatShare({ passed: 0, total: 0 }), "0%");
});

test("no count is cut at a digit that is not its own", () => {
  for (let total = 1; total <= 400; total++) {
    for (let passed = 0; passed <= total; passed++) {
      const hundredths = Number((BigInt(passed) * 10_000n) / BigInt(total));
      assert.equal(shareText(passed, total), String(hundredths / 100), `${passed} of ${total}`);
      const tenths = Math.floor(hundredths / 10) / 10;
      assert.equal(formatShare({ passed, total }), `${tenths}%`, `${passed} of ${total}`);
    }
  }
});
