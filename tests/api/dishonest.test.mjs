// Files of a dishonest evaluator, and of a dishonest page that shows an honest one: none of them is
// shown as more than it is.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import * as api from "../../pkg/entry/core/node.js";

const { key, did } = api.generateKey();
const SUBJECT = "urn:agent:x";
const TRUSTED = { trust: did, subject: SUBJECT };
let asked = 0;

/** The lines of a signed run of sums, of which the agent gets some right. @param {object} [options] */
async function run(options) {
  asked = 0;
  const families = /** @type {["math"]} */ (["math"]);
  const how = {
    ask,
    subject: SUBJECT,
    families,
    questions: 20,
    seed: "a seed",
    key,
    checkpointEvery: 10,
  };
  return (await api.evaluate({ ...how, ...options })).lines;
}

/** @param {string} prompt */
async function ask(prompt) {
  const [, a = "", sign, b = ""] = /(\d+)\s*([+−×])\s*(\d+)/.exec(prompt) ?? [];
  const sums = { "+": +a + +b, "−": +a - +b, "×": +a * +b };
  return String(asked++ < 5 ? sums[/** @type {keyof typeof sums} */ (sign)] : 7777);
}

/** @param {string[]} lines */
const text = (lines) => lines.map((line) => `${line}\n`).join("");
/** @param {string[]} lines @param {string} [type] */
const ofType = (lines, type) => lines.filter((line) => JSON.parse(line).type === type);
/** @param {string} line @param {object} changes */
const changed = (line, changes) => JSON.stringify({ ...JSON.parse(line), ...changes });
const sha = (/** @type {string} */ of) => createHash("sha256").update(of).digest("hex");
const jcs = (/** @type {unknown} */ of) => api.canonicalJson(JSON.stringify(of));

test("a run that was cut to its lucky part is incomplete, whatever its counts say", async () => {
  const lines = await run();
  const { terms } = JSON.parse(`${lines[0]}`);
  const first = ofType(lines).slice(0, 10);
  const checkpoint = `${ofType(lines, "checkpoint")[0]}`;
  const cut = { ...terms, counts: { math: 10 } };
  const runId = sha(jcs({ entropy: "", plan: sha(jcs(cut)), subject: SUBJECT }));
  const close = `${ofType(lines, "close")[0]}`;
  for (const [head, tail] of [
    [lines[0], changed(close, { records: 10 })],
    [changed(`${lines[0]}`, { terms: cut }), changed(close, { records: 10 })],
    [changed(`${lines[0]}`, { terms: cut, runId }), changed(close, { records: 10, runId })],
  ]) {
    const report = await api.verify(text([`${head}`, ...first, checkpoint, `${tail}`]), TRUSTED);
    assert.equal(report.verdict, "failed");
    assert.equal(report.shown.extent, "part");
    assert.equal(report.runs, 0);
  }
});

test("a record with its inclusion proof is one of twenty, in a run of its own or in none", async () => {
  const lines = await run();
  const record = JSON.stringify(await api.proveInclusion([text(lines)], 2));
  const alone = await api.verify(`${record}\n`, { ...TRUSTED, index: 0 });
  assert.equal(alone.verdict, "partial");
  assert.deepEqual(alone.shown, { extent: "record", questions: 1, of: 20, unseen: 9 });
  const { terms } = JSON.parse(`${lines[0]}`);
  const one = { ...terms, counts: { math: 1 } };
  const runId = sha(jcs({ entropy: "", plan: sha(jcs(one)), subject: SUBJECT }));
  const head = changed(`${lines[0]}`, { terms: one, runId });
  const close = changed(`${ofType(lines, "close")[0]}`, { runId, records: 1 });
  assert.equal((await api.verify(text([head, record, close]), TRUSTED)).verdict, "failed");
});

test("a file is all of its log only under its newest checkpoint", async () => {
  const lines = await run();
  assert.equal((await api.verify(text(lines), TRUSTED)).shown.extent, "log");
  const last = lines.findLastIndex((line) => JSON.parse(line).type === "checkpoint");
  assert.equal((await api.verify(text(lines.toSpliced(last, 1)), TRUSTED)).shown.extent, "runs");
});

test("entropy that was chosen after the plan was published is of no plan, or names its source", async () => {
  const published = api.runIds({
    ask,
    subject: SUBJECT,
    seed: "a seed",
    families: ["math"],
    questions: 20,
  });
  const lucky = { entropy: "105", entropySource: "block 105" };
  const ground = await run(lucky);
  const { failures } = await api.verify(text(ground), { ...TRUSTED, committed: published.planId });
  assert.ok(failures.length > 0 && failures.every(({ code }) => code === "policy.committed"));
  const [plan] = (await api.verify(text(ground), TRUSTED)).plans;
  assert.deepEqual(plan?.entropy, { value: "105", source: "block 105" });
  await assert.rejects(run({ entropy: "105" }), { code: "run.entropy" });
  const honest = text(await run());
  for (const committed of [
    published.planId,
    published.runId,
    honest.slice(0, honest.indexOf("\n")),
  ])
    assert.equal((await api.verify(honest, { ...TRUSTED, committed })).verdict, "verified");
  const other = `${published.runId}\n${"0".repeat(64)}`;
  assert.deepEqual(
    (await api.verify(honest, { ...TRUSTED, committed: other })).failures.map(({ line, code }) => [
      line,
      code,
    ]),
    [[0, "policy.committed"]],
  );
});

test("a run about another does not stand in for one that was committed to", async () => {
  const others = await run({ subject: "urn:agent:y" });
  const own = await run({ seed: "another seed" });
  const { planId } = api.runIds({
    ...{ ask, subject: SUBJECT, seed: "a seed" },
    ...{ families: ["math"], questions: 20 },
  });
  const [plan] = (await api.verify(text(own), TRUSTED)).plans;
  const asked = { ...TRUSTED, committed: `${planId}\n${plan?.id}` };
  const file = text([...ofType(others, "run"), ...own]);
  const found = (await api.verify(file, asked)).failures.map(({ line, code }) => [line, code]);
  assert.deepEqual(found, [[0, "policy.committed"]]);
});

test("a run of nothing is none, and a run about another counts for nothing", async () => {
  const lines = await run();
  const nothing = changed(`${lines[0]}`, {
    terms: { ...JSON.parse(`${lines[0]}`).terms, counts: {} },
  });
  assert.equal(
    (await api.verify(text([nothing, ...lines]), TRUSTED)).failures[0]?.code,
    "record.inconsistent",
  );
  const other = ofType(await run({ subject: "urn:agent:y" }), "run");
  const report = await api.verify(text([...other, ...lines]), TRUSTED);
  assert.equal(report.verdict, "verified");
  assert.equal(report.runs, 1);
  assert.equal(report.shown.extent, "runs");
});

test("a signature made before its record, in the future, or outside its key's dates fails", async () => {
  const lines = await run({ questions: 1 });
  const record = JSON.parse(`${ofType(lines)[0]}`);
  delete record.proof;
  const file = (/** @type {string} */ created) =>
    text(
      lines
        .map((line) =>
          JSON.parse(line).type === undefined ? jcs(api.sign(record, { key, created })) : line,
        )
        .filter((line) => JSON.parse(line).type !== "checkpoint"),
    );
  const soon = new Date(Date.now() + 1000).toISOString();
  assert.equal((await api.verify(file(soon), TRUSTED)).verdict, "verified");
  assert.equal((await api.verify(file(soon.replace("Z", "+00:00")), TRUSTED)).verdict, "verified");
  const codes = async (/** @type {string} */ created, trust = did) =>
    (await api.verify(file(created), { ...TRUSTED, trust })).failures.map(({ code }) => code);
  for (const created of ["1970-01-01T00:00:00Z", "9999-01-01T00:00:00Z"])
    assert.deepEqual(await codes(created), ["policy.created"]);
  const until = new Date(Date.now() + 500).toISOString();
  const keys = JSON.stringify({ keys: [{ did, name: "Acme", until }] });
  assert.deepEqual(await codes(soon, keys), ["policy.created"]);
});
