// The record files that the examples show are what they are shown as.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ready, verify } from "proofmark";

const read = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../examples/badge/${name}`, import.meta.url));

test("the badge's records are signed, whole, and graded as they say", async () => {
  await ready();
  const trust = read("trust.json").toString();
  for (const name of ["runs.ndjson", "chatty.ndjson"]) {
    const report = await verify(read(name), { trust, subject: "https://agent.example/chat" });
    assert.equal(report.verdict, "verified", `${name}: ${report.why}`);
    assert.equal(report.records, 10);
  }
});
