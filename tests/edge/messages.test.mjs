// Messages that nothing can be done with now, or ever.

import assert from "node:assert/strict";

import * as api from "../../pkg/entry/core/node.js";
import { processMessages } from "../../worker/src/runs/consumer.js";
import { createDueRuns } from "../../worker/src/runs/due.js";
import { MOST_WAIT, leaseRuns } from "../../worker/src/runs/terms.js";
import { loadSettings } from "../../worker/src/settings.js";
import { CONFIG } from "../../worker/local.mjs";
import { startAgents, startWorld, test } from "./support/world.mjs";

const agents = await startAgents();
const world = await startWorld();
/** @type {any} */
const env = {
  ...{
    DB: world.db,
    ALLOW_PRIVATE: "true",
    RATE_PER_ORIGIN: "0",
    SIGNING_KEY: api.generateKey().key,
  },
};

/** A subject with an open run that nobody asks yet; its id. @param {string} subject */
async function openRun(subject) {
  await world.seed([[subject, `${agents.url}/honest/${subject}`]]);
  await createDueRuns(env, loadSettings(env), Date.now());
  const row = env.DB.prepare("SELECT run_id FROM runs WHERE subject = ?1").bind(subject);
  return /** @type {string} */ ((await row.first()).run_id);
}

/** Consumes messages and returns how each was answered. @param {unknown[]} bodies @param {any} [by] */
async function answers(bodies, by = env) {
  /** @type {string[]} */
  const found = [];
  const messages = bodies.map((body, at) => ({
    body,
    ack: () => void (found[at] = "done"),
    retry: () => void (found[at] = "again"),
  }));
  await processMessages({ messages }, by);
  return found;
}

test("a message that names no run is done with, however long it is, and no other suffers", async () => {
  const run = await openRun("neighbour");
  const long = Array.from({ length: 19 }, (_, at) => ({ run: `${at}`.repeat(120_000) }));
  const bodies = [null, 1, { run: 1 }, { run: "" }, { run: "0".repeat(64) }, ...long, { run }];
  assert.deepEqual(new Set(await answers(bodies)), new Set(["done"]));
  const { state } = await world.json(`/runs/${run}`);
  assert.notEqual(state, "open");
});

test("a message that waits for its turn lasts until cron sends it anew", () => {
  const [queue] = CONFIG.queues.consumers;
  assert.ok(queue.max_retries * MOST_WAIT >= Number(CONFIG.vars.RESEND_MS), queue.max_retries);
});

test("what a consumer that died has not asked counts no more when its lease is over", async () => {
  const id = await openRun("taken");
  const settings = loadSettings({ ...env, RETRIES: "2", ATTEMPTS_PER_DAY: "6" });
  const now = Date.now();
  /** Reserves the attempts of each number of questions. */
  const allowed = (
    /** @type {Awaited<ReturnType<typeof leaseRuns>>} */ claimed,
    /** @type {number[]} */ ...all
  ) =>
    all.map((questions) =>
      claimed.allows(/** @type {any} */ ({ subject: "taken", questions, lines: [] })),
    );
  const dies = await leaseRuns(env, settings, "dies", [id], now);
  assert.deepEqual(allowed(dies, 2, 1), [true, false]);
  await env.DB.prepare("INSERT INTO records VALUES (?1, 'math', 0, 0, 'record of taken', '{}')")
    .bind(id)
    .run();
  // Of another run of the subject, as one out of a private bank is, it is known that this one is held.
  await env.DB.prepare(
    `INSERT INTO runs (run_id, subject, part, seed, terms, origin, questions,
       requested, created_at)
     SELECT 'other', subject, 'private', seed, terms, origin, 1, 0, created_at FROM runs WHERE run_id = ?1`,
  )
    .bind(id)
    .run();
  const other = await leaseRuns(env, settings, "other", ["other"], now);
  assert.deepEqual(allowed(other, 1, 1), [true, false]);
  await env.DB.prepare("DELETE FROM runs WHERE run_id = 'other'").run();
  // The question that was under way may have taken all its attempts, and the next one may as well.
  const lives = await leaseRuns(env, settings, "lives", [id], now + settings.lease);
  assert.equal(lives.rows[0]?.lease, "lives");
  assert.deepEqual(allowed(lives, 1, 1), [true, false]);
  // Given up, as the operator would.
  for (const table of ["records", "runs"])
    await env.DB.prepare(`DELETE FROM ${table} WHERE run_id = ?1`).bind(id).run();
});

test("a run whose key or bank is gone is left to cron, and messages do not pile up", async () => {
  const began = Date.now();
  const run = await openRun("keyless");
  const made = Date.now();
  const set = (/** @type {string | null} */ did) =>
    env.DB.prepare("UPDATE runs SET evaluator = ?2 WHERE run_id = ?1").bind(run, did).run();
  await set("did:key:gone");
  assert.deepEqual(await answers([{ run }]), ["done"]);
  await set(null);
  const terms = env.DB.prepare(
    "UPDATE runs SET terms = json_set(terms, '$.bank', ?2) WHERE run_id = ?1",
  );
  await terms.bind(run, "0".repeat(64)).run();
  for (const PRIVATE_BANK of [undefined, "{"]) {
    const [answer] = await answers([{ run }], { ...env, PRIVATE_BANK });
    assert.equal(answer, PRIVATE_BANK === undefined ? "done" : "again");
  }
  assert.equal((await world.json(`/runs/${run}`)).state, "open");
  const [{ since, ...open }] = (await world.json("/status")).open;
  assert.deepEqual(open, { evaluator: "", runs: 1 });
  assert.ok(Date.parse(since) >= began && Date.parse(since) <= made, since);
  // It is nobody's then, and is asked as soon as it can be.
  await terms.bind(run, null).run();
  assert.deepEqual(await answers([{ run }]), ["done"]);
  assert.notEqual((await world.json(`/runs/${run}`)).state, "open");
});
