// A run says what it is going to ask. What was left out of it, doubled, moved or replaced by
// something luckier is found, and the code says which.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { evaluate, sealBank, verify } from "../../pkg/entry/core/node.js";

const RUNS = 20;
const SEED = "of the run";

/** An agent that always says A, so that luck is worth something. */
const fetch = async () =>
  new Response('{"response":"A"}', { headers: { "content-type": "application/json" } });

/** @param {Partial<import("../../pkg/index.d.ts").EvaluateOptions>} options */
async function lines(options = {}) {
  const target = { endpoint: "https://agent.example/", protocol: /** @type {const} */ ("json") };
  const families = /** @type {["science"]} */ (["science"]);
  const run = await evaluate({ ...target, families, runs: RUNS, seed: SEED, fetch, ...options });
  return run.lines.map((line) => JSON.parse(line));
}

/** What verification finds: each line, step and code. @param {any[]} file @param {object} [options] */
function found(file, options) {
  const text = file.map((line) => `${JSON.stringify(line)}\n`).join("");
  const { passed, failures } = verify(text, options);
  assert.equal(passed, failures.length === 0);
  return failures.map(({ line, step, code }) => `${line} ${step} ${code}`);
}

const RUN = await lines();
const CLOSE = RUN.length;

test("a run that is whole passes", () => {
  assert.equal(CLOSE, RUNS + 2);
  assert.deepEqual(found(RUN), []);
});

for (const [which, at] of /** @type {const} */ ([
  ["first", 1],
  ["middle", 10],
  ["last", RUNS],
])) {
  test(`the ${which} record is missed`, () => {
    // It is missed on the line that should have been behind it.
    const file = RUN.toSpliced(at, 1);
    const count = `${CLOSE - 1} run run.count`;
    assert.deepEqual(found(file), [`${at + 1} run run.missing-record`, count]);
    // A close line that counts what is left does not help.
    const counted = file.with(-1, { ...file.at(-1), records: RUNS - 1 });
    assert.deepEqual(found(counted), [`${at + 1} run run.missing-record`]);
  });
}

test("two records that change places are out of order", () => {
  const file = RUN.toSpliced(5, 2, RUN[6], RUN[5]);
  assert.deepEqual(found(file), ["7 run run.out-of-order"]);
});

test("a doubled record is a second one", () => {
  const file = RUN.toSpliced(5, 0, RUN[5]);
  assert.deepEqual(found(file), ["7 run run.duplicate-record", `${CLOSE + 1} run run.count`]);
});

test("a run without its end is not closed", () => {
  assert.deepEqual(found(RUN.slice(0, -1)), [`${CLOSE - 1} run run.not-closed`]);
});

/** A wrong record of the run, and one of `others` at the same place that is right. @param {any[]} others */
function luckier(others) {
  const at = RUN.findIndex(
    ({ data }, at) => data?.outcome === "wrong" && others[at]?.data.outcome === "correct",
  );
  assert.ok(at > 0, "twenty draws hold one");
  return { at, record: structuredClone(others[at]) };
}

test("a luckier draw of another seed is of another run", async () => {
  const { at, record } = luckier(await lines({ seed: "luckier" }));
  assert.deepEqual(found(RUN.with(at, record)), [
    `${at + 1} run run.unknown`,
    `${at + 2} run run.missing-record`,
    `${CLOSE} run run.count`,
  ]);
  record.data.runId = RUN[0].runId;
  assert.equal(found(RUN.with(at, record))[0], `${at + 1} schema record.run-id`);
  record.data.terms = RUN[0].terms;
  assert.deepEqual(found(RUN.with(at, record)), [`${at + 1} draw draw.seed`]);
  record.data.draw.seed = SEED;
  assert.match(`${found(RUN.with(at, record))}`, RegExp(`^${at + 1} draw draw\\.(question|order)`));
});

test("a luckier draw of another subject is of another run", async () => {
  const { at, record } = luckier(await lines({ subject: "agent:other" }));
  assert.equal(found(RUN.with(at, record))[0], `${at + 1} run run.unknown`);
  record.subject.id = RUN[0].subject;
  record.data.runId = RUN[0].runId;
  assert.match(`${found(RUN.with(at, record))}`, RegExp(`^${at + 1} draw draw\\.(question|order)`));
});

test("a luckier draw of another entropy is of another run", async () => {
  const other = await lines({ entropy: "luckier", entropySource: "a beacon" });
  const { at, record } = luckier(other);
  assert.equal(found(RUN.with(at, record))[0], `${at + 1} run run.unknown`);
  record.data.runId = RUN[0].runId;
  assert.equal(found(RUN.with(at, record))[0], `${at + 1} schema record.run-id`);
});

test("a luckier draw out of another bank is of another run", async () => {
  const text = readFileSync(new URL("../../examples/private-bank.json", import.meta.url), "utf8");
  const { bank } = sealBank(text);
  // Sealing is random, so one record is as good as another.
  const record = (await lines({ bank }))[4];
  assert.equal(found(RUN.with(4, record), { banks: [bank] })[0], "5 run run.unknown");
});

test("a luckier place of the same run is not that place", () => {
  const wrong = RUN.findIndex(({ data }) => data?.outcome === "wrong");
  const right = RUN.findIndex(({ data }) => data?.outcome === "correct");
  const record = structuredClone(RUN[right]);
  record.data.draw.index = RUN[wrong].data.draw.index;
  assert.match(`${found(RUN.with(wrong, record))}`, RegExp(`^${wrong + 1} draw draw\\.`));
});

test("a run that asked twenty and published the best twelve is found out", () => {
  const [run, close] = [RUN[0], RUN.at(-1)];
  const records = RUN.slice(1, -1);
  const right = records.filter(({ data }) => data.outcome === "correct");
  const best = [...right, ...records.filter((record) => !right.includes(record))].slice(0, 12);
  const inOrder = records.filter((record) => best.includes(record));
  const left = found([run, ...inOrder, { ...close, records: 12 }]);
  assert.ok(left.length > 0 && left.every((text) => text.endsWith(" run run.missing-record")));

  const fewer = { ...run, terms: { ...run.terms, counts: { science: 12 } } };
  const cut = found([fewer, ...inOrder, { ...close, records: 12 }]);
  assert.equal(cut[0], "1 schema record.run-id");

  const renumbered = inOrder.map((record, index) => {
    const { data } = record;
    return { ...record, data: { ...data, draw: { ...data.draw, index } } };
  });
  const moved = found([run, ...renumbered, { ...close, records: 12 }]);
  assert.ok(
    moved.some((text) => / draw draw\.(question|order|variant)$/.test(text)),
    `${moved}`,
  );
});

test("the entropy and its source stand in the first line", async () => {
  const file = await lines({ entropy: "round 7", entropySource: "a beacon, round 7" });
  assert.equal(file[0].entropy, "round 7");
  assert.equal(file[0].terms.entropySource, "a beacon, round 7");
  assert.deepEqual(found(file), []);
  assert.ok(!("entropy" in RUN[0]), "none is left out");
  const { entropy: _, ...silent } = file[0];
  assert.equal(found([silent, ...file.slice(1)])[0], "1 schema record.inconsistent");
});
