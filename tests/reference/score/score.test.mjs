// The core and the second implementation give every random snapshot the same score, to the last
// digit: 1,000 of them, in long runs 10,000.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { computeTrustScore } from "proofmark/score";

import { resolve } from "../../hosts/shared.js";
import { size } from "../../support/long.mjs";
import { scoreOf } from "./hcs25.mjs";
import { Obj, hexof, sha } from "../json.mjs";
import { checkSummary } from "../proofs.mjs";
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

/** Parses JSON with decimals, which {@link checkSummary} reads. */
const parse = (text) =>
  JSON.parse(text, (_, value) =>
    value?.constructor === Object ? new Obj(Object.entries(value)) : value,
  );

test("the second implementation verifies the signed scores of the vectors", () => {
  const path = new URL("../../vectors/score/signed.json", import.meta.url);
  const { shared, cases } = JSON.parse(readFileSync(path, "utf8"));
  const signed = resolve(cases, shared).filter(({ expect }) => expect.texts !== undefined);
  for (const { at, config, lines, expect } of signed) {
    for (const text of expect.texts) {
      checkSummary(parse(text));
      assert.throws(() => checkSummary(parse(text.replace(at, at.replace("2026", "2027")))));
      const score = JSON.parse(text);
      const { id } = score.subject;
      const own = lines.filter((line) => JSON.parse(line).subject?.id === id);
      const digest = hexof(sha(own.map((line) => `${line}\n`).join("")));
      assert.deepEqual(score.input, { digest, lines: own.length });
      const signals = own.map((line) => JSON.parse(line)).flatMap((line) => line.signals ?? [line]);
      const line = { subject: { id }, signals };
      assert.deepEqual(computed(score), scoreOf(JSON.stringify({ config, at, line })));
    }
  }
  assert.equal(signed.flatMap(({ expect }) => expect.texts).length, 3);
});
