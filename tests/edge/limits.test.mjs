// Quotas, the breaker, keys that rotate, a private bank, and what is not told of an open run.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { listen } from "../support/listen.mjs";
import * as api from "../../pkg/entry/core/node.js";
import { createDueRuns } from "../../worker/src/runs/due.js";
import { listKeys } from "../../worker/src/published/keys.js";
import { loadSettings } from "../../worker/src/settings.js";
import { KEY, startAgents, startWorld, test, until } from "./support/world.mjs";

const agents = await startAgents();

/** @typedef {Awaited<ReturnType<typeof startWorld>>} World */

/** Has a subject evaluated once more. @param {World} world @param {string} subject */
async function run(world, subject) {
  const answer = await world.post("/runs", { subject });
  assert.equal(answer.status, 202, await answer.clone().text());
  await world.settle();
  return /** @type {any} */ (await answer.json());
}

/** The records of a subject, in the order of the log. @param {World} world @param {string} subject */
async function recordsOf(world, subject) {
  const file = await (await world.get("/records.ndjson")).text();
  const values = file
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return values.filter(({ type, subject: { id } = {} }) => type === undefined && id === subject);
}

/**
 * A world whose day has just begun, however late it is: attempts count by day, and none of these
 * tests has to end before midnight.
 *
 * @param {Record<string, string>} bindings
 */
async function startDay(bindings) {
  const world = await startWorld(bindings);
  await world.set({ clock: -(Date.now() % 86_400_000) });
  return world;
}

/** @param {string} path */
const asked = (path) => agents.asked.get(path)?.length ?? 0;

test("attempts of a subject and day are capped, and the signal says so", async () => {
  const world = await startDay({ ATTEMPTS_PER_DAY: "4" });
  await world.register([["capped", `${agents.url}/honest/capped`]]);
  await world.settle();
  await run(world, "capped");
  assert.equal(asked("/honest/capped"), 4);
  await run(world, "capped");
  assert.equal(asked("/honest/capped"), 4);
  const records = await recordsOf(world, "capped");
  assert.deepEqual(
    records.slice(4).map(({ status, data }) => [status, data.cause, data.score, data.attempts]),
    [
      ["missing", "quota.spent", null, []],
      ["missing", "quota.spent", null, []],
    ],
  );
  assert.equal((await world.verified()).report.passed, true);
});

test("a subject fills no log: what it may have evaluated is bounded", async () => {
  const world = await startDay({ ATTEMPTS_PER_DAY: "6", ALLOW_PRIVATE: "false" });
  // Never asked, so it takes no attempts; each run makes two records all the same.
  const body = { id: "eager", endpoint: `${agents.url}/honest/eager`, protocol: "json" };
  const made = await world.post("/subjects", { ...body, every: "30d" });
  /** @type {Record<string, string>} */
  const own = { authorization: `Bearer ${/** @type {any} */ (await made.json()).token}` };
  await world.settle();
  const statuses = [];
  for (let at = 0; at < 4; at++) {
    const answer = await world.post("/runs", { subject: "eager" }, own);
    statuses.push(answer.status);
    if (answer.status === 429) {
      assert.equal(/** @type {any} */ (await answer.json()).code, "run.quota");
      const wait = Number(answer.headers.get("retry-after"));
      assert.ok(wait > 0 && wait <= 86_400, `${wait}`);
    }
    await world.settle();
  }
  assert.deepEqual(statuses, [202, 202, 429, 429]);
  assert.equal((await recordsOf(world, "eager")).length, 6);
  // The admin may make a run all the same, whose records say why nothing was asked.
  await run(world, "eager");
});

test("an endpoint that is dead is left alone, and the signal says so", async () => {
  const HOUR = 3_600_000;
  const bindings = { BREAKER_AFTER: "3", BREAKER_REST_MS: `${HOUR}`, BUDGET_MS: "1500" };
  const world = await startWorld(bindings);
  await world.register([["dead", `${agents.url}/slow/dead`]]);
  await world.settle();
  await run(world, "dead");
  await run(world, "dead");
  const records = await recordsOf(world, "dead");
  assert.deepEqual(
    records.map(({ status, data }) => [status, data.cause, data.score]),
    [
      ...Array.from({ length: 3 }, () => ["timeout", "timeout.headers", 0]),
      ...Array.from({ length: 3 }, () => ["timeout", "breaker.timeout", 0]),
    ],
  );
  assert.equal(asked("/slow/dead"), 3);
  const signals = await world.evals("dead");
  assert.deepEqual(new Set(signals.map((/** @type {any} */ s) => s.status)), new Set(["timeout"]));
  // After its rest it is asked one question, which decides.
  await world.db
    .prepare("UPDATE subjects SET rest_from = rest_from - ?1, rest_until = rest_until - ?1")
    .bind(HOUR)
    .run();
  await run(world, "dead");
  assert.equal(asked("/slow/dead"), 4);
  assert.equal((await world.verified()).report.passed, true);
});

test("a new endpoint does not rest for the failures of the one before", async () => {
  const world = await startWorld({ BREAKER_AFTER: "1", BUDGET_MS: "300" });
  await world.register([["moved", `${agents.url}/slow/moved`]]);
  const { db } = world;
  const rest = () => db.prepare("SELECT rest_cause FROM subjects").first("rest_cause");
  await world.settle();
  assert.equal(await rest(), "breaker.timeout");
  // It moves while a run is open that was made for where it was.
  await db.prepare("UPDATE subjects SET due_at = 1, rest_until = 0, rest_from = 0").run();
  const env = /** @type {any} */ ({ DB: db, SIGNING_KEY: KEY.key });
  assert.equal(await createDueRuns(env, loadSettings(env), Date.now()), 1);
  await world.register([["moved", `${agents.url}/honest/moved`]]);
  await world.settle();
  assert.equal(await rest(), null);
  // At its new endpoint it answers, and has the time for that.
  await world.set({ bindings: { BREAKER_AFTER: "1" } });
  await run(world, "moved");
  const found = (await recordsOf(world, "moved")).slice(-2).map(({ status }) => status);
  assert.deepEqual(found, ["ok", "ok"]);
});

test("an endpoint that is gone is missing", async () => {
  const world = await startWorld({ BREAKER_AFTER: "2", BREAKER_REST_MS: "60000" });
  await world.register([["gone", `${agents.url}/nobody/gone`]]);
  await world.settle();
  await run(world, "gone");
  const found = (await recordsOf(world, "gone")).map(({ status, data }) => [status, data.cause]);
  assert.deepEqual(found, [
    ["missing", "http.404"],
    ["missing", "http.404"],
    ["missing", "breaker.missing"],
    ["missing", "breaker.missing"],
  ]);
});

test("an origin is asked at its rate, by all consumers together", async () => {
  const world = await startWorld({ RATE_PER_ORIGIN: "10" });
  /** @type {[string, string][]} */
  const subjects = Array.from({ length: 10 }, (_, at) => [
    `rate:${at}`,
    `${agents.url}/honest/rate-${at}`,
  ]);
  await world.register(subjects);
  await world.settle();
  const times = [];
  for (const [id] of subjects)
    for (const { fetchedAt, data } of await recordsOf(world, id))
      times.push(Date.parse(fetchedAt) - data.latencyMs);
  times.sort((a, b) => a - b);
  assert.equal(times.length, 20);
  // Turns are 100 ms apart, the first of them when there were runs; a request may begin late, the
  // first one too, never early.
  const { db } = world;
  const made = await db.prepare("SELECT min(created_at) AS first FROM runs").first("first");
  const took = (times.at(-1) ?? 0) - Number(made);
  assert.ok(took >= 1_890, `${took}`);
});

test("nothing of an open run is served, not its seed and not its records", async () => {
  const world = await startWorld({ BUDGET_MS: "60000", CHECKPOINT_MS: "600000" });
  let answer = () => {};
  const answers = /** @type {Promise<void>} */ (new Promise((resolve) => (answer = resolve)));
  const agent = createServer(async (_, response) => {
    await answers;
    response.writeHead(200, { "content-type": "application/json" }).end('{"response":"7"}');
  });
  const origin = await listen(agent);
  try {
    await world.register([["open", `${origin}/open`]]);
    await world.cron();
    const { db } = world;
    const row = await until(() => db.prepare("SELECT * FROM runs").first());
    const { run_id: id, seed } = /** @type {any} */ (row);
    const told = await (await world.get(`/runs/${id}`)).text();
    assert.equal(JSON.parse(told).state, "open");
    const unseen = async () => {
      for (const path of [
        "/records.ndjson",
        "/subjects/open/signals",
        `/runs/${id}`,
        "/scores/open",
      ])
        assert.ok(!(await (await world.get(path)).text()).includes(seed), path);
    };
    await unseen();
    // Also where it is recorded already, and in no log yet.
    answer();
    const stored = await until(async () => {
      const { results } = await db.prepare("SELECT record_id, line FROM records").all();
      return results.length > 0 ? /** @type {any[]} */ (results) : undefined;
    });
    for (const { record_id, line } of stored) {
      assert.equal(JSON.parse(line).data.terms.seed, api.commitment(seed));
      assert.equal((await world.get(`/records/${record_id}`)).status, 404);
    }
    await unseen();
  } finally {
    agent.closeAllConnections();
    agent.close();
  }
});

test("keys rotate: what was begun ends under the old one, and old records stay verifiable", async () => {
  const fresh = api.generateKey();
  const world = await startWorld({ CHECKPOINT_MS: "600000" });
  await world.register([["rotate", `${agents.url}/honest/rotate`]]);
  await world.cron();
  await until(async () => (await world.json("/status")).waiting.length > 0);
  await world.set({ bindings: { SIGNING_KEY: fresh.key, SIGNING_KEY_PREVIOUS: KEY.key } });
  await run(world, "rotate");
  let { report } = await world.verified();
  assert.deepEqual(
    report.signers.map(({ did, records }) => [did, records]),
    [
      [KEY.did, 2],
      [fresh.did, 2],
    ],
  );
  await world.set({ bindings: { SIGNING_KEY: fresh.key } });
  await world.cron();
  ({ report } = await world.verified());
  assert.deepEqual([report.passed, report.failures], [true, []]);
  const { keys } = await world.json("/trust.json");
  // A clock that is set back over midnight still dates its records within it.
  for (const { from } of keys) assert.ok(Date.parse(from) <= Date.now() - 86_400_000, from);
  assert.deepEqual(
    keys.map((/** @type {any} */ { did, until }) => [did, until !== undefined]).sort(),
    [
      [KEY.did, true],
      [fresh.did, false],
    ].sort(),
  );
});

test("a worker of the deployment before, which comes late, ends no key for long", async () => {
  const world = await startWorld();
  const until = async () => {
    const { keys } = await world.json("/trust.json");
    return keys.map((/** @type {any} */ key) => [key.did, key.until !== undefined]);
  };
  const before = api.generateKey();
  await world.cron();
  const DB = world.db;
  const env = /** @type {any} */ ({ DB, SIGNING_KEY: before.key });
  await listKeys(env, "before", Date.now());
  assert.deepEqual(new Map(await until()).get(KEY.did), true);
  await world.cron();
  assert.deepEqual(
    new Map(await until()),
    new Map([
      [KEY.did, false],
      [before.did, true],
    ]),
  );
});

test("a name that no trust file has is refused, and one that changes is the new one", async () => {
  const world = await startWorld();
  const DB = world.db;
  const env = /** @type {any} */ ({ DB, SIGNING_KEY: KEY.key });
  for (const name of ["", "\n", "x".repeat(201)])
    await assert.rejects(listKeys(env, name, Date.now()), {
      message: /^EVALUATOR_NAME: .* name/,
    });
  await listKeys(env, "first", Date.now());
  await listKeys(env, "second", Date.now());
  const { keys } = await world.json("/trust.json");
  assert.deepEqual(
    keys.map((/** @type {any} */ { name }) => name),
    ["second"],
  );
});

test("a private bank comes out of secrets, and nothing of it comes out again", async () => {
  const draft = JSON.parse(
    readFileSync(new URL("../../examples/private-bank.json", import.meta.url), "utf8"),
  );
  const { bank, manifest } = api.sealBank(JSON.stringify(draft));
  const half = Math.ceil(bank.length / 2);
  const secrets = { PRIVATE_BANK_1: bank.slice(0, half), PRIVATE_BANK_2: bank.slice(half) };
  const world = await startWorld(secrets);
  await world.register([["private", `${agents.url}/always-a/private`]]);
  await world.settle();
  const { file, report } = await world.verified();
  assert.equal(report.runs, 2);
  // Withheld values cannot be drawn and graded again; everything else is valid.
  assert.deepEqual(report.failures, []);
  const held = await api.verify(file, {
    require: ["schema", "signature", "inclusion"],
    manifests: [manifest],
  });
  assert.deepEqual([held.passed, held.failures], [true, []]);
  const science = (await recordsOf(world, "private")).find(({ signalId }) =>
    signalId.endsWith("science"),
  );
  for (const path of ["expected", "choiceOrder", "response"])
    assert.equal(science.data[path].withheld, "sha-256", path);
  const secretTexts = draft.items
    .flatMap((/** @type {any} */ { stem, right, wrong }) => [stem, right, ...wrong])
    // A symbol of two letters stands in other words too.
    .filter((/** @type {string} */ text) => text.length >= 8);
  for (const path of ["/records.ndjson", "/subjects/private/signals", "/openapi.json", "/status"]) {
    const text = JSON.stringify(await (await world.get(path)).text());
    for (const secret of [...secretTexts, JSON.parse(KEY.key).secretKeyMultibase])
      assert.ok(!text.includes(secret), `${path}: ${secret}`);
  }
});
