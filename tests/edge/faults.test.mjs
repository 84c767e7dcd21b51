// Faults at the edge, which must not lead to a record twice, a record lost, or a log
// that does not hold together.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as api from "../../pkg/entry/core/node.js";
import { processMessages } from "../../worker/src/runs/consumer.js";
import { createDueRuns } from "../../worker/src/runs/due.js";
import { appendWaiting } from "../../worker/src/published/log.js";
import { loadSettings } from "../../worker/src/settings.js";
import { KEY, startAgents, startWorld, test, until } from "./support/world.mjs";

/** Leases and messages that last until the clock leaps. */
const LEASES = { LEASE_MS: "600000", RESEND_MS: "600000", STORE_PATIENCE_MS: "500" };
const LEAP = { leap: 600_000 };

const agents = await startAgents();

/** @typedef {Awaited<ReturnType<typeof startWorld>>} World */

/**
 * Holds what a worker serves to what it was asked for: every question of every subject has one
 * record, the file holds, and every checkpoint has grown into the last one.
 *
 * @param {World} world
 * @param {number} subjects
 * @param {number} [runs] of each subject
 */
async function whole(world, subjects, runs = 1) {
  const { file, report } = await world.verified();
  assert.deepEqual(report.failures, []);
  assert.equal(report.passed, true);
  assert.equal(report.runs, subjects * runs);
  assert.equal(report.records, 2 * subjects * runs);
  assert.equal(report.subjects.length, subjects);
  const lines = file.split("\n").filter((line) => line !== "");
  const values = lines.map((line) => JSON.parse(line));
  const questions = values
    .filter(({ type }) => type === undefined)
    .map(({ signalId, data }) => `${data.runId} ${signalId} ${data.draw.index}`);
  assert.equal(new Set(questions).size, 2 * subjects * runs);
  const notes = values.filter(({ type }) => type === "checkpoint").map(({ note }) => note);
  const last = notes.at(-1);
  for (const note of notes.slice(0, -1)) {
    const { size } = api.readCheckpoint(note);
    const proof = await world.json(`/consistency?from=${size}`);
    assert.deepEqual([proof.old, proof.new], [note, last]);
    api.checkConsistency(proof);
  }
  return { notes, values };
}

/** @param {string} kind @param {number} count @param {(at: number) => string} name */
const subjects = (kind, count, name) =>
  Array.from({ length: count }, (_, at) => {
    const id = `urn:${kind}:${at}`;
    return /** @type {[string, string]} */ ([id, `${agents.url}/${name(at)}/${kind}-${at}`]);
  });

test("each message twice, and two consumers at once: each question is asked once", async () => {
  const world = await startWorld(LEASES);
  await world.set({ duplicate: true });
  await world.seed(subjects("twice", 60, () => "honest"));
  await world.cron();
  await world.again();
  await world.settle();
  assert.ok((await world.set({})).duplicated > 0);
  await whole(world, 60);
  for (const [path, prompts] of agents.asked)
    if (path.includes("/twice-")) assert.equal(prompts.length, 2, path);
});

test("consumers that die, a store that refuses or loses its answer, half of the fleet hanging", async () => {
  const world = await startWorld(LEASES);
  // An agent that answers is never late, however busy the machine is.
  await world.set({ faulty: true, duplicate: true, outOf: 6, crashes: 6, slow: 300 });
  await world.seed(subjects("faults", 60, (at) => (at % 2 === 0 ? "honest" : "slow")));
  await world.cron().catch(() => {});
  await world.again();
  await world.settle(LEAP);
  const { refused, lostAnswers, crashed } = await world.set({});
  assert.ok(Math.min(refused, lostAnswers, crashed) > 0, `${refused} ${lostAnswers} ${crashed}`);
  const { values } = await whole(world, 60);
  for (const [name, outcome] of [
    ["slow", "timeout"],
    ["honest", "correct"],
  ]) {
    const found = values.filter(
      ({ type, subject: { endpoint } = {} }) =>
        type === undefined && endpoint.includes(`/${name}/`),
    );
    assert.equal(found.length, 60, name);
    for (const { data } of found) assert.equal(data.outcome, outcome, name);
  }
});

test("a store that refuses every write for a while", async () => {
  const world = await startWorld(LEASES);
  await world.set({ faulty: true });
  await world.seed(subjects("down", 30, () => "honest"));
  await world.cron();
  await world.set({ down: true });
  // The cron trigger, and a consumer if one was at work.
  await world.again();
  await assert.rejects(world.cron());
  await until(async () => (await world.set({})).down > 2);
  await world.set({ down: false });
  await world.settle(LEAP);
  await whole(world, 30);
});

test("a clock that jumps back, and forward, and back again", async () => {
  const world = await startWorld({ ...LEASES, BUDGET_MS: "500", CONCURRENCY: "5" });
  const HOUR = 3_600_000;
  await world.seed(subjects("clock", 40, (at) => (at % 4 === 3 ? "slow" : "honest")));
  await world.cron();
  const stored = () => world.db.prepare("SELECT count(*) AS n FROM records").first("n");
  for (const [clock, records] of /** @type {const} */ ([
    [-HOUR, 1],
    [2 * HOUR, 20],
    [-2 * HOUR, 40],
    [0, 60],
  ])) {
    await until(async () => Number(await stored()) >= records);
    await world.set({ clock, duplicate: true });
    await world.cron();
    await world.again();
  }
  await world.settle(LEAP);
  const { values } = await whole(world, 40);
  for (const { data } of values.filter(({ type }) => type === undefined))
    assert.ok(data.latencyMs >= 0 && data.latencyMs <= 500, `${data.latencyMs}`);
});

test("a process that is killed midway, with all its messages, and starts again", async (t) => {
  const persist = mkdtempSync(join(tmpdir(), "proofmark-edge-"));
  t.after(() => rmSync(persist, { recursive: true, force: true }));
  let world = await startWorld(LEASES, { persist });
  const slow = { slow: 300 };
  await world.set(slow);
  await world.seed(subjects("killed", 60, (at) => (at % 2 === 0 ? "honest" : "slow")));
  await world.cron();
  const path = (/** @type {string} */ path) => path.includes("/killed-");
  await until(() => [...agents.asked.keys()].filter(path).length >= 30);
  await world.close();
  world = await startWorld(LEASES, { persist });
  // The clock has passed the leases of the consumers that died.
  await world.set({ ...slow, clock: LEAP.leap });
  await world.settle();
  await whole(world, 60);
});

test("two that append at once make no fork", async () => {
  const world = await startWorld({ CHECKPOINT_RECORDS: "10" });
  const cron = () => Promise.all(Array.from({ length: 4 }, () => world.cron().catch(() => {})));
  // Twice, so that a log is there to fork, however many of the first runs one checkpoint covers.
  for (const name of ["first", "second"]) {
    await world.seed(subjects(name, 30, () => "honest"));
    await world.cron();
    await world.settle({ tick: cron });
  }
  const { notes } = await whole(world, 60);
  assert.ok(notes.length > 1, `${notes.length}`);
});

test("a cron that is slow makes no second run of what another has evaluated meanwhile", async () => {
  const world = await startWorld();
  await world.seed([["slow", `${agents.url}/honest/slow`]]);
  const { db } = world;
  const [hasRead, read] = gate();
  const [mayWrite, write] = gate();
  const slow = {
    prepare: (/** @type {string} */ sql) => db.prepare(sql),
    async batch(/** @type {any} */ statements) {
      read();
      await mayWrite;
      return db.batch(statements);
    },
  };
  const env = /** @type {any} */ ({
    DB: slow,
    SIGNING_KEY: KEY.key,
    ADMIN_TOKEN_SHA256: "0".repeat(64),
  });
  const made = createDueRuns(env, loadSettings(env), Date.now());
  await hasRead;
  await world.settle();
  write();
  await made;
  const { results } = await db.prepare("SELECT state FROM runs").all();
  assert.deepEqual(results, [{ state: "logged" }]);
});

test("two keys that append at once lose nothing of what is known of a subject", async () => {
  const world = await startWorld({ CHECKPOINT_MS: "600000" });
  const DB = world.db;
  const id = "urn:both";
  // A run that waits under each key, the failed one under the second.
  const quick = { ALLOW_PRIVATE: "true", CHECKPOINT_MS: "1" };
  const envs = [KEY, api.generateKey()].map(
    ({ key }) => /** @type {any} */ ({ DB, SIGNING_KEY: key, ...quick }),
  );
  for (const [at, env] of envs.entries()) {
    const name = at === 0 ? "honest" : "wrong";
    const target = JSON.stringify({ subject: id, endpoint: `${agents.url}/${name}/both` });
    await world.seed([[id, `${agents.url}/${name}/both`]]);
    await DB.prepare("UPDATE subjects SET due_at = 1, target = ?1").bind(target).run();
    await createDueRuns(env, loadSettings(env), Date.now());
    const { results } = await DB.prepare("SELECT run_id FROM runs WHERE state = 'open'").all();
    const messages = results.map((/** @type {any} */ { run_id: run }) => ({
      body: { run },
      ack() {},
      retry() {},
    }));
    await processMessages({ messages }, { ...env, CHECKPOINT_MS: "600000" });
  }
  const [first, second] = envs;
  const [hasMerged, merged] = gate();
  const [mayWrite, write] = gate();
  let batches = 0;
  const slow = {
    prepare: (/** @type {string} */ sql) => DB.prepare(sql),
    async batch(/** @type {any} */ statements) {
      batches += 1;
      if (batches === 3) {
        merged();
        await mayWrite;
      }
      return DB.batch(statements);
    },
  };
  const later = Date.now() + 1_000;
  const append = (/** @type {any} */ env) => appendWaiting(env, loadSettings(env), later);
  const behind = append({ ...first, DB: slow });
  await hasMerged;
  assert.equal(await append(second), 2);
  write();
  assert.equal(await behind, 0);
  assert.equal(await append(first), 2);
  assert.deepEqual(
    (await world.evals(id)).map((/** @type {any} */ { data }) => data.outcome).sort(),
    ["correct", "correct", "wrong", "wrong"],
  );
});

/** A promise, and what fulfils it. @returns {[Promise<void>, () => void]} */
function gate() {
  let open = () => {};
  const opened = /** @type {Promise<void>} */ (new Promise((resolve) => (open = resolve)));
  return [opened, open];
}
