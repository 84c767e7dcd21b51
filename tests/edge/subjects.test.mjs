// Subjects over their whole life: they are listed, they leave, also in the midst of a run, and they
// come back.

import assert from "node:assert/strict";

import { createDueRuns } from "../../worker/src/runs/due.js";
import { loadSettings } from "../../worker/src/settings.js";
import { ADMIN, KEY, startAgents, startWorld, test } from "./support/world.mjs";

const agents = await startAgents();
const world = await startWorld();

/** @param {Response} answer */
async function told(answer) {
  const body = /** @type {any} */ (await answer.json());
  return body.code === undefined ? answer.status : `${answer.status} ${body.code}`;
}

/** @param {string} id @param {Record<string, string>} [headers] */
const letGo = (id, headers = {}) =>
  world.get(`/subjects/${encodeURIComponent(id)}`, {
    method: "DELETE",
    headers: {
      ...{ authorization: `Bearer ${ADMIN}`, "idempotency-key": crypto.randomUUID() },
      ...{ "proofmark-time": String(Date.now()), ...headers },
    },
  });

/** Every subject that is listed. */
async function listed() {
  const all = [];
  for (let next = ""; next !== null;) {
    const query = next === "" ? "" : `?after=${encodeURIComponent(next)}`;
    const page = await world.json(`/subjects${query}`);
    assert.ok(page.subjects.length <= 200);
    all.push(...page.subjects);
    next = page.next;
  }
  return all;
}

test("a subject that leaves in the midst of a run is asked no more, and can come back", async () => {
  const body = { id: "urn:a/b?c", endpoint: `${agents.url}/honest/leaving`, protocol: "json" };
  const register = async () => {
    const answer = await world.post("/subjects", body);
    const { token } = /** @type {any} */ (await answer.json());
    return { status: answer.status, own: { authorization: `Bearer ${token}` } };
  };
  const path = `/subjects/${encodeURIComponent(body.id)}/signals`;
  const first = await register();
  await world.settle();
  const asked = () => agents.asked.get("/honest/leaving")?.length;
  assert.equal(asked(), 2);

  // A run is made, and before it is asked the subject leaves.
  const { db } = world;
  const dueNow = () => db.prepare("UPDATE subjects SET due_at = 1").run();
  await dueNow();
  const env = /** @type {any} */ ({ DB: db, SIGNING_KEY: KEY.key });
  assert.equal(await createDueRuns(env, loadSettings(env), Date.now()), 1);
  assert.equal(await told(await letGo(body.id, first.own)), "403 token.admin");
  const once = { "idempotency-key": crypto.randomUUID() };
  const from = Date.now();
  assert.equal(await told(await letGo(body.id, once)), 200);
  const to = Date.now();
  assert.equal(await told(await letGo(body.id, once)), "409 request.replayed");
  assert.equal(await told(await letGo(body.id)), "404 subject.unknown");
  assert.equal(await told(await letGo("urn:nobody")), "404 subject.unknown");
  await dueNow();
  await world.settle();
  assert.equal(asked(), 2);

  // Its id and token are nobody's; its published records stay, and the run ends.
  assert.equal(await told(await world.post("/runs", { subject: body.id })), "404 subject.unknown");
  const run = await world.post("/runs", { subject: body.id }, first.own);
  assert.equal(await told(run), "401 token.refused");
  assert.equal(await told(await world.get(path)), "404 subject.unknown");
  const { file, report } = await world.verified();
  assert.deepEqual([report.passed, report.runs, report.records], [true, 2, 4]);
  assert.equal(file.split('"cause":"transport.off"').length - 1, 2);
  const [gone] = await listed();
  assert.deepEqual([gone.id, gone.due], [body.id, null]);
  assert.ok(Date.parse(gone.left) >= from && Date.parse(gone.left) <= to, gone.left);

  // It is registered anew, has another token, and is due at once.
  const second = await register();
  assert.equal(second.status, 201);
  assert.notEqual(second.own.authorization, first.own.authorization);
  await world.settle();
  assert.equal(asked(), 4);
  assert.equal(await told(await world.get(path)), 200);
  assert.equal((await world.verified()).report.records, 6);
  assert.equal(await told(await letGo(body.id)), 200);
});

test("subjects are listed for the admin, page by page", async () => {
  const ids = Array.from({ length: 430 }, (_, at) => `urn:listed:${at}`);
  await world.seed(ids.map((id) => [id, `${agents.url}/honest/listed`]));
  const all = await listed();
  assert.deepEqual(
    all.map(({ id }) => id).filter((id) => id.startsWith("urn:listed:")),
    [...ids].sort(),
  );
  const { due, ...rest } = all.at(-1);
  assert.ok(Date.parse(due) <= Date.now());
  assert.deepEqual(rest, {
    ...{ id: "urn:listed:99", endpoint: `${agents.url}/honest/listed`, protocol: "json" },
    ...{ everyMs: 86_400_000, left: null, restsUntil: null, restCause: null },
    today: { attempts: 0, attemptsPerDay: 200, inputTokens: 0, outputTokens: 0 },
  });
  assert.equal(await told(await world.get("/subjects")), "401 token.refused");
  const more = await world.get("/subjects?before=a", {
    headers: { authorization: `Bearer ${ADMIN}` },
  });
  assert.equal(await told(more), "400 request.malformed");
});

test("a clock that was a year ahead for a while keeps nobody from being evaluated", async () => {
  const { db } = world;
  const env = /** @type {any} */ ({ DB: db, SIGNING_KEY: KEY.key });
  await world.seed([["urn:ahead", `${agents.url}/honest/ahead`]]);
  const now = Date.now();
  await createDueRuns(env, loadSettings(env), now + 365 * 86_400_000);
  await createDueRuns(env, loadSettings(env), now);
  const { latest } = /** @type {any} */ (
    await db.prepare("SELECT max(due_at) AS latest FROM subjects").first()
  );
  assert.ok(latest <= now + 86_400_000, `${latest - now}`);
});
