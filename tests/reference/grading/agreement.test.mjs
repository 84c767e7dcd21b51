// The core and the second implementation read every reply alike: answer, span and rule. The number
// of random replies is `REPLIES`; by default 1,000, in long runs 20,000.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { grade } from "proofmark";

import { size } from "../../support/long.mjs";
import { rows } from "../../accuracy/expand.mjs";
import { choice, literalChoice, literalNumber, number } from "../grading.mjs";
import { randomReplies } from "./random-replies.mjs";

const REPLIES = Number(process.env.REPLIES ?? size(1_000, 20_000));
const SEED = Number(process.env.SEED ?? 1);
const CORPUS = new URL("../../../../shared/corpus/", import.meta.url);

/** Holds the core to the second implementation on one row. */
function agree({ kind, given = [], options, response }) {
  const row = kind === "math" ? { kind, given } : { kind, options };
  const core = grade({ ...row, expected: null, response });
  const twin =
    kind === "math"
      ? [literalNumber(response), number(response, given)]
      : [literalChoice(response, options), choice(response, options)];
  for (const [reading, { answer, span, rule }] of [
    [core.literal, twin[0]],
    [core.committed, twin[1]],
  ]) {
    const found = { answer: reading.answer, span: reading.span, rule: reading.rule };
    assert.deepEqual(found, { answer, span, rule }, JSON.stringify({ ...row, response }));
  }
}

test("the repository's labelled replies are read alike", () => rows().forEach(agree));

test(`${REPLIES} random replies are read alike`, () => {
  for (const row of randomReplies(REPLIES, SEED)) agree(row);
});

test("the corpus is read alike", { skip: !existsSync(CORPUS) && "no corpus here" }, () => {
  for (const name of readdirSync(CORPUS).filter((it) => it.endsWith(".jsonl"))) {
    for (const line of readFileSync(new URL(name, CORPUS), "utf8").split("\n").filter(Boolean)) {
      const { kind, options, response } = JSON.parse(line);
      if (kind === "math" || options?.length >= 2) agree({ kind, options, response });
    }
  }
});
