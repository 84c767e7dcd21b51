// Agents that repeat the query that they were asked with: no byte of its key in what the worker stores
// of them, logs or answers. How each is asked, the worker has to know: that is in a column of its own.

import assert from "node:assert/strict";
import { after } from "node:test";

import { ELSEWHERE, PLAIN, QUERY, holdsNoKey, startEchoes } from "../support/echoes.mjs";
import { ADMIN, onLog, startWorld, test } from "./support/world.mjs";

/** The columns that say how a subject is asked. */
const TARGETS = ["subjects.target", "runs.terms"];

let logged = "";
const echoes = await startEchoes();
const world = await startWorld();
onLog((text) => (logged += text));
after(() => echoes.close());

/** Every value that the database holds, by its column. */
async function stored() {
  const { db } = world;
  const tables = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    )
    .all();
  const values = [];
  for (const { name } of tables.results) {
    const { results } = await db.prepare(`SELECT * FROM "${name}"`).all();
    for (const row of results)
      for (const [column, value] of Object.entries(row))
        values.push({ column: `${name}.${column}`, text: String(value) });
  }
  return values;
}

test("a key that agents repeat is nowhere", async () => {
  const query = `key=${encodeURIComponent(QUERY)}`;
  const paths = Object.keys({ ...PLAIN, ...ELSEWHERE });
  for (const path of paths) {
    const protocol = ["/a2a", "/mcp", "/broker"].includes(path) ? path.slice(1) : "json";
    const answer = await world.post("/subjects", {
      ...{ id: `urn:echo:${path.slice(1)}`, protocol },
      endpoint: `${echoes.origin}${path}${path === "/broker" ? "" : `?${query}`}`,
      ...(path === "/mcp" ? { tool: "ask" } : {}),
      ...(path === "/broker" ? { agentUrl: `https://agent.example/x?${query}` } : {}),
    });
    holdsNoKey(await answer.text(), "the answer to the registration");
    assert.equal(answer.status, 201);
  }
  // Refusals do not contain the key either.
  const refused = await world.post("/subjects", {
    id: "urn:no",
    endpoint: `ftp://x.example/?${query}`,
  });
  assert.equal(refused.status, 422);
  holdsNoKey(await refused.text(), "the refusal");
  await world.settle();

  const ids = paths.map((path) => encodeURIComponent(`urn:echo:${path.slice(1)}`));
  for (const id of ids) {
    const signals = await world.evals(decodeURIComponent(id));
    assert.equal(signals.length, 2, id);
    // The card of the A2A agent repeats the key, its reply does not.
    if (id.endsWith("a2a")) continue;
    for (const { data } of signals) {
      assert.deepEqual([data.outcome, data.score, data.response], ["error", 0, undefined]);
      assert.equal(data.cause, id.endsWith("refused") ? "http.401" : "reply.secret", id);
    }
  }
  const addresses = [
    ...["/records.ndjson", "/trust.json", "/status", "/subjects", "/checkpoint"],
    ...ids.flatMap((id) => [`/subjects/${id}/signals`, `/scores/${id}`]),
  ];
  const authorization = { authorization: `Bearer ${ADMIN}` };
  for (const address of addresses) {
    const answer = await world.get(address, { headers: authorization });
    assert.equal(answer.status, 200, address);
    holdsNoKey(await answer.text(), address);
  }
  holdsNoKey(logged, "the log");
  const values = await stored();
  const columns = new Set(values.map(({ column }) => column));
  for (const column of [...TARGETS, "records.line", "snapshots.body", "runs.run_line"])
    assert.ok(columns.has(column), column);
  for (const { column, text } of values) if (!TARGETS.includes(column)) holdsNoKey(text, column);
});
