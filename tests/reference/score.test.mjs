// The core and the second implementation give every random snapshot the same score, to the last
// digit: 1,000 of them, in long runs 10,000.

import assert from "node:assert/strict";
import { test } from "node:test";

import { computeTrustScore } from "proofmark/score";

import { size } from "../support/long.mjs";
import { scoreOf } from "./hcs25.mjs";
import { randomScore } from "./random-scores.mjs";

const CASES = size(1_000, 10_000);

/** Returns the members of a score record that the second implementation computes. */
function computed({ trustScores, trustConfidence, breakdown }) {
  const told = breakdown.adapters.map((adapter) => {
    const unavailable = adapter.unavailable.map(({ key, status }) => [key, status]);
    const components = adapter.components.map(({ key, status, value, window }) => [
      ...[key, status, value],
      window ? [window.correct, window.runs] : null,
    ]);
    const { applicable, inDenominator, total } = adapter;
    return [adapter.adapterId, [applicable, inDenominator, total, unavailable, components]];
  });
  return { trustScores, trustConfidence, breakdown: Object.fromEntries(told) };
}

test(`${CASES} random scores agree to the last digit`, () => {
  const totals = new Set();
  for (let seed = 1; seed <= CASES; seed++) {
    const { config, at, line } = randomScore(seed);
    const text = JSON.stringify({ config, at, line });
    const found = computeTrustScore(config, line, { updatedAt: at });
    assert.deepEqual(computed(found), scoreOf(text), text);
    totals.add(found.trustScore);
  }
  assert.ok(totals.size > CASES / 5, `${totals.size} different scores are too few`);
});
