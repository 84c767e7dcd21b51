// Limits of owners and agents: an owner cannot decide a subject's score, and nobody reaches private
// addresses or secrets.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { verify } from "../../pkg/entry/core/node.js";
import { computeTrustScore } from "../../pkg/entry/score/node.js";
import { summarize } from "../../pkg/entry/suite/node.js";
import { snapshotFigures } from "../../worker/src/published/figures.js";
import { listen } from "../support/listen.mjs";
import { INSIDE, OUTSIDE } from "./support/names.mjs";
import { onLog, startAgents, startWorld, test, until } from "./support/world.mjs";

const SECRET = "Bearer hol-secret-8f1e";

const agents = await startAgents();
const BINDINGS = { AGENT_SECRETS: "HOL_KEY, GONE_KEY", HOL_KEY: SECRET };
const world = await startWorld(BINDINGS);

/**
 * Registers a subject. Returns its body and the headers of its owner.
 *
 * @param {string} id
 * @param {Record<string, unknown>} [more]
 */
async function register(id, more = {}) {
  const body = { id, endpoint: `${agents.url}/honest/${id}`, protocol: "json", ...more };
  const made = await world.post("/subjects", body);
  const { token } = /** @type {any} */ (await made.json());
  /** @type {Record<string, string>} */
  const own = { authorization: `Bearer ${token}` };
  return { body, own };
}

/** @param {Response} answer */
const told = async (answer) =>
  answer.ok ? answer.status : `${answer.status} ${/** @type {any} */ (await answer.json()).code}`;

test("runs that an owner requests are published, but not scored", async () => {
  const { body, own } = await register("urn:lucky");
  await world.settle();
  const before = await world.json("/scores/urn:lucky");
  const endpoint = `${agents.url}/wrong/lucky`;
  assert.equal(await told(await world.post("/subjects", { ...body, endpoint }, own)), 200);
  assert.equal(await told(await world.post("/runs", { subject: body.id }, own)), 202);
  await world.settle();
  assert.equal((await world.json("/scores/urn:lucky")).trustScore, before.trustScore);
  const { runs, next } = await world.json("/subjects/urn:lucky/runs");
  assert.deepEqual(
    runs.map((/** @type {any} */ run) => [run.requested, run.questions, run.answered, run.right]),
    [
      [true, 2, 2, 0],
      [false, 2, 2, 2],
    ],
  );
  assert.equal(next, null);
  const page = await world.json("/subjects/urn:lucky/runs?limit=1");
  const rest = await world.json(`/subjects/urn:lucky/runs?before=${page.next}`);
  assert.deepEqual([...page.runs, ...rest.runs], runs);
  assert.equal(await told(await world.get("/subjects/urn:nobody/runs")), "404 subject.unknown");
});

test("the schedule, the claims and the cost of a subject are the admin's", async () => {
  const { body, own } = await register("urn:owned", { registry: "hol", every: "2d" });
  for (const set of [
    { every: "999d" },
    { every: "1m" },
    { registry: "official" },
    { attemptsPerDay: 9 },
    { headers: { "x-api-key": "secret:HOL_KEY" } },
  ]) {
    assert.equal(
      await told(
        await world.post(
          "/subjects",
          { ...body, registry: undefined, every: undefined, ...set },
          own,
        ),
      ),
      "403 token.admin",
      JSON.stringify(set),
    );
  }
  const { id, endpoint, protocol } = body;
  const updated = await world.post("/subjects", { id, endpoint, protocol }, own);
  assert.equal(/** @type {any} */ (await updated.json()).everyMs, 172_800_000);
  await world.settle();
  const signals = await world.json("/subjects/urn:owned/signals");
  assert.equal(signals.subject.registry, "hol");
  await world.post("/subjects", { ...body, attemptsPerDay: 2 });
  assert.equal(await told(await world.post("/runs", { subject: id }, own)), "429 run.quota");
});

test("several registrations of one subject at the same time make one token", async () => {
  const body = { id: "urn:raced", endpoint: `${agents.url}/honest/raced` };
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const answer = await world.post("/subjects", body);
      return { status: answer.status, .../** @type {any} */ (await answer.json()) };
    }),
  );
  const made = answers.filter(({ token }) => token !== undefined);
  assert.deepEqual(
    made.map(({ status }) => status),
    [201],
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 201]));
  const own = { authorization: `Bearer ${made[0]?.token}` };
  assert.equal(await told(await world.post("/subjects", body, own)), 200);
});

test("a secret goes to its agent, and nowhere else", async () => {
  /** @type {(string | undefined)[]} */
  const received = [];
  const server = createServer((request, response) => {
    received.push(request.headers.authorization);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ response: `you sent ${request.headers.authorization}` }));
  });
  const endpoint = await listen(server);
  try {
    const headers = { authorization: "secret:HOL_KEY" };
    const { body, own } = await register("urn:keyed", { endpoint, headers });
    await world.settle();
    assert.deepEqual(received, [SECRET, SECRET]);
    for (const path of ["/records.ndjson", "/subjects", "/subjects/urn:keyed/signals", "/status"]) {
      const answer = await world.get(path, { headers: world.admin });
      assert.doesNotMatch(await answer.text(), /hol-secret/, path);
    }
    const elsewhere = { ...body, headers: undefined, endpoint: `${agents.url}/honest/keyed` };
    assert.equal(await told(await world.post("/subjects", elsewhere, own)), "403 token.admin");
    const [row] = (await world.json("/subjects?after=urn:kex")).subjects;
    assert.equal(row.today.attempts, 2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  for (const value of ["plain", "secret:SIGNING_KEY", "secret:HOL_KEY secret:ADMIN_TOKEN_SHA256"]) {
    const body = { id: "urn:thief", endpoint: agents.url, headers: { authorization: value } };
    assert.equal(await told(await world.post("/subjects", body)), "422 subject.secret", value);
  }
});

test("a run whose secret is gone waits for it", async () => {
  await register("urn:waits", { headers: { authorization: "secret:GONE_KEY" } });
  let logged = "";
  onLog((text) => (logged += text));
  await world.cron();
  await until(() => logged.includes("GONE_KEY"));
  assert.equal(agents.asked.get("/honest/urn:waits"), undefined);
  const { db } = world;
  const { results } = await db.prepare("SELECT state FROM runs WHERE subject = 'urn:waits'").all();
  assert.deepEqual(results, [{ state: "open" }]);
  await db.prepare("DELETE FROM runs WHERE subject = 'urn:waits'").run();
});

test("the runs of one subject verify as its own file", async () => {
  await register("urn:filed");
  await world.settle();
  const { own } = await register("urn:filed", { newToken: true });
  assert.equal(await told(await world.post("/runs", { subject: "urn:filed" }, own)), 202);
  await world.settle();
  const trust = await (await world.get("/trust.json")).text();
  const answer = await world.get("/subjects/urn:filed/records.ndjson");
  const file = await answer.text();
  const report = await verify(file, {
    ...{ trust, subject: "urn:filed" },
    require: ["schema", "signature", "inclusion", "draw", "grade", "policy"],
  });
  assert.deepEqual([report.passed, report.records, report.runs], [true, 4, 2]);
  const one = await (await world.get("/subjects/urn:filed/records.ndjson?runs=1")).text();
  assert.ok(file.endsWith(one));
  const etag = answer.headers.get("etag") ?? "";
  const again = await world.get("/subjects/urn:filed/records.ndjson", {
    headers: { "if-none-match": etag },
  });
  assert.equal(again.status, 304);
  const none = await world.get("/subjects/urn:nobody/records.ndjson");
  assert.equal(await told(none), "404 subject.unknown");
});

test("the pages of the record file are the file", async () => {
  const whole = await world.get("/records.ndjson");
  const file = await whole.text();
  /** @type {string[]} */
  const pages = [];
  for (let path = "/records.ndjson?from=0"; path !== "";) {
    const answer = await world.get(path);
    pages.push(await answer.text());
    path = /^<(.*)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
  }
  assert.equal(pages.join(""), file);
  const headers = { "if-none-match": whole.headers.get("etag") ?? "" };
  assert.equal((await world.get("/records.ndjson", { headers })).status, 304);
  assert.equal(await told(await world.get("/records.ndjson?from=1")), "404 page.unknown");
});

test("a visitor may ask for thirty whole files a minute", async () => {
  await world.set({ limited: true, bindings: BINDINGS });
  // The requests may fall into two minutes, each with its own limit.
  const all = Array.from({ length: 62 }, () => world.get("/records.ndjson"));
  const answers = await Promise.all(all);
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length > 0);
  for (const answer of refused) {
    assert.equal(answer.headers.get("retry-after"), "60");
    assert.equal(await told(answer), "429 request.rate");
  }
  await world.set({ limited: false, bindings: BINDINGS });
});

test("any page may ask for what is published", async () => {
  for (const path of ["/records.ndjson", "/scores/urn:lucky", "/subjects/urn:lucky/badge.svg"]) {
    const answer = await world.get(path, { method: "OPTIONS" });
    assert.deepEqual(
      [answer.status, answer.headers.get("access-control-allow-origin")],
      [204, "*"],
    );
    assert.equal(answer.headers.get("access-control-allow-methods"), "GET, HEAD");
  }
});

test("an image claims a score, and says since when it is old", async () => {
  const shield = () => world.json("/subjects/urn:lucky/shield.json");
  const { trustScore } = await world.json("/scores/urn:lucky");
  const claim = { schemaVersion: 1, label: "trust score, claimed" };
  const score = `${Math.round(trustScore)} of 100`;
  assert.deepEqual(await shield(), { ...claim, message: score, color: "blue" });
  const answer = await world.get("/subjects/urn:lucky/badge.svg");
  assert.equal(answer.headers.get("content-type"), "image/svg+xml");
  const svg = await answer.text();
  assert.match(svg, new RegExp(`>${score}</text>`));
  assert.ok(svg.includes('href="/#/agents/urn%3Alucky"'), svg);
  const { db } = world;
  await db.prepare("UPDATE subjects SET every_ms = 1 WHERE id = 'urn:lucky'").run();
  const day = new Date().toISOString().slice(0, 10);
  assert.equal((await shield()).message, `${score}, stale since ${day}`);
  await db
    .prepare("UPDATE subjects SET rest_from = 0, rest_until = ?1 WHERE id = 'urn:lucky'")
    .bind(Date.now() + 60_000)
    .run();
  assert.equal((await shield()).message, `${score}, degraded since 1970-01-01`);
  await db.prepare("UPDATE subjects SET rest_until = NULL WHERE id = 'urn:lucky'").run();
  await world.seed([["urn:unasked", agents.url]]);
  await db.prepare("UPDATE subjects SET due_at = 9e15 WHERE id = 'urn:unasked'").run();
  assert.equal(
    (await world.json("/subjects/urn:unasked/shield.json")).message,
    "not evaluated yet",
  );
});

test("every subject is in the list of agents, with its figures", async () => {
  const { agents: listed } = await world.json("/agents.json");
  const lucky = listed.find((/** @type {any} */ agent) => agent.id === "urn:lucky");
  const { trustScore } = await world.json("/scores/urn:lucky");
  assert.deepEqual(
    [lucky.state, lucky.score, lucky.asked, lucky.answered, lucky.right],
    ["stale", trustScore, 2, 2, 2],
  );
  assert.deepEqual(
    [lucky.available, lucky.interval],
    [
      [0.3424, 1],
      [34.24, 100],
    ],
  );
  assert.ok(lucky.medianMs > 0 && Date.parse(lucky.at) <= Date.now());
  const unasked = listed.find((/** @type {any} */ agent) => agent.id === "urn:unasked");
  assert.deepEqual(unasked, { id: "urn:unasked", state: "new", since: null, at: null });
});

test("a score is explained, and availability is a signal that a configuration scores", async () => {
  const id = "/scores/urn:lucky";
  const { explanation, interval, trustScore } = await world.json(id);
  assert.deepEqual([explanation.total, interval], [trustScore, [34.24, 100]]);
  const { subject, signals } = await world.json("/subjects/urn:lucky/signals");
  const { signalId, data } = signals.at(-1);
  assert.deepEqual(
    [signalId, data],
    ["proofmark.availability", { asked: 2, answered: 2, low: 0.3424, high: 1 }],
  );
  const page = readFileSync(new URL("../../docs/signals.md", import.meta.url), "utf8");
  const [, config = ""] =
    /^## `proofmark.availability`\n[^]*?^```json\n([^]*?)^```/m.exec(page) ?? [];
  const { trustScores } = computeTrustScore(config, { subject, signals });
  assert.equal(trustScores["answered.share"], 100);
});

test("the median latency is that of a report", async () => {
  const file = await (await world.get("/subjects/urn:filed/records.ndjson")).text();
  const times = file
    .split("\n")
    .flatMap((line) => (line.includes('"latencyMs"') ? JSON.parse(line) : []));
  const signals = times.map((record) => ({ ...record, signalId: "simple-evals.math" }));
  const { latencyMs } = await summarize(file);
  assert.equal(snapshotFigures({ subject: { id: "urn:filed" }, signals }).medianMs, latencyMs?.p50);
});

test("no name, redirect or card leads to a private address", () => {
  const folder = mkdtempSync(join(tmpdir(), "proofmark-"));
  const hosts = join(folder, "hosts");
  writeFileSync(hosts, `127.0.0.1 localhost ${INSIDE}\n127.0.0.2 ${OUTSIDE}\n`);
  try {
    const found = execFileSync("unshare", [
      ...["--map-root-user", "--mount", "sh", "-c"],
      ...['mount --bind "$1" /etc/hosts && exec "$2" "$3"', "sh"],
      ...[
        hosts,
        process.execPath,
        fileURLToPath(new URL("support/check-names.mjs", import.meta.url)),
      ],
    ]);
    // Beside it, the process reports that it has no tests.
    const [line = ""] = /^\{.*$/m.exec(String(found)) ?? [];
    assert.deepEqual(JSON.parse(line), {
      open: { hits: 2, causes: [] },
      closed: { hits: 0, causes: ["network.unreachable", "redirect.refused"] },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the worker's own secrets are not for agents", async () => {
  await world.set({ bindings: { AGENT_SECRETS: "SIGNING_KEY" } });
  assert.equal(await told(await world.get("/checkpoint")), "503 worker.misconfigured");
});
