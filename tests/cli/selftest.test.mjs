// proofmark selftest: what bots that know nothing would score.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { proofmark } from "./support.mjs";

const BANK = fileURLToPath(new URL("../../examples/private-bank.json", import.meta.url));
const BOTS = 9;

test("both families are played, by every bot", async () => {
  const words = ["selftest", "--seed", "s", "--questions", "40", "--format", "json"];
  const { code, stdout } = await proofmark(words);
  assert.equal(code, 0);
  const { seed, count, rows } = JSON.parse(stdout);
  assert.deepEqual({ seed, count }, { seed: "s", count: 40 });
  assert.equal(rows.length, 2 * BOTS);
  for (const { asked } of rows) assert.equal(asked, 40);
});

test("a private bank is played too, and the same seed gives the same table", async () => {
  const words = ["selftest", "--bank", BANK, "--seed", "s", "--questions", "40"];
  const { code, stdout } = await proofmark(words);
  assert.equal(code, 0);
  assert.match(stdout, /^ {2}science: the score of each bot over 40 draws; guessing gives 25$/m);
  assert.match(stdout, /^ {2}always the longest option +[\d.]+ +[\d.]+$/m);
  assert.ok(!stdout.includes("math"));
  for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
  assert.equal((await proofmark(words)).stdout, stdout);

  const fresh = await proofmark(["selftest", "--questions", "3"]);
  assert.match(fresh.stdout, /^ {2}The same again: --seed [0-9a-f]{32}$/m);
});
