// Replies and targets that are as long as they may be: what the database takes as one value is
// bounded, and so is the memory of a worker.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after } from "node:test";

import { listen } from "../support/listen.mjs";
import { createDueRuns } from "../../worker/src/runs/due.js";
import { readLines, selectRecordPlaces } from "../../worker/src/published/lines.js";
import { splitIntoJsonArrays } from "../../worker/src/parts.js";
import { loadSettings } from "../../worker/src/settings.js";
import { KEY, startWorld, test } from "./support/world.mjs";

/** Replies of 65,000 bytes, by what a record makes of them. @type {Record<string, string>} */
const REPLIES = {
  // Three bytes a character.
  han: "中".repeat(21_600),
  // Six a byte, as JSON.
  control: "\u0001".repeat(65_000),
  // Four a byte, as JSON in JSON.
  quotes: '"'.repeat(65_000),
};

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
  response.end(REPLIES[request.url?.split("/")[1] ?? ""]);
});
const url = await listen(server, { after });

/** @param {Record<string, number>} counts @returns {[string, string][]} */
const subjects = (counts) =>
  Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => [`urn:${kind}:${at}`, `${url}/${kind}/${at}`]),
  );

test("subjects whose replies are long do not keep the log from growing", async () => {
  const world = await startWorld({ CHECKPOINT_RECORDS: "1000", CHECKPOINT_MS: "3000" });
  await world.seed(subjects({ han: 12, control: 5, quotes: 3 }));
  await world.settle();
  const { file, report } = await world.verified();
  assert.deepEqual([report.passed, report.records, report.failures], [true, 40, []]);
  // The records of one checkpoint have to fit into the memory of a worker.
  const lines = file.split("\n");
  let bytes = 0;
  for (const line of lines) {
    if (line.startsWith('{"signalId"') || line.includes('"signalId":'))
      bytes += Buffer.byteLength(line);
    if (!line.includes('"type":"checkpoint"')) continue;
    assert.ok(bytes <= 4_000_000, `${bytes}`);
    bytes = 0;
  }
  for (const id of ["urn:han:11", "urn:control:0", "urn:quotes:0"]) {
    assert.equal((await world.evals(id)).length, 2);
  }
  // They are read a page at a time, all of them and in their order.
  const env = /** @type {any} */ ({ DB: world.db });
  const runs = await env.DB.prepare("SELECT run_id FROM runs ORDER BY first_leaf").all();
  const ids = runs.results.map((/** @type {any} */ { run_id }) => run_id);
  const { results: places } = await selectRecordPlaces(env, ids).all();
  const read = [];
  for await (const page of readLines(env, places)) {
    const size = page.reduce((sum, { line }) => sum + Buffer.byteLength(line), 0);
    assert.ok(size <= 2_000_000, `${size}`);
    read.push(...page.map(({ line }) => line));
  }
  assert.deepEqual(
    read,
    lines.filter((line) => line.includes('"signalId":')),
  );
});

test("a snapshot keeps as many runs as fit into it", async () => {
  const world = await startWorld({ QUESTIONS: "4" });
  await world.seed(subjects({ control: 1 }));
  await world.settle();
  assert.equal((await world.evals("urn:control:0")).length, 2);
  assert.equal((await world.verified()).report.records, 8);
});

test("subjects that say at length how they are asked are all due", async () => {
  const world = await startWorld();
  const { db } = world;
  const jsonBody = JSON.stringify({ a: "x".repeat(4_000), message: "{{prompt}}" });
  for (const page of [0, 1, 2]) {
    const rows = Array.from({ length: 100 }, (_, at) => {
      const id = `urn:long:${page}:${at}`;
      const [endpoint, agentUrl] = [`${url}/han/${at}`, `${url}/${"y".repeat(2_000)}`];
      const target = { subject: id, endpoint, jsonBody, agentUrl, tool: jsonBody };
      return { id, target: JSON.stringify(target) };
    });
    for (const part of splitIntoJsonArrays(rows))
      await db
        .prepare(
          `INSERT INTO subjects (id, target, origin, every_ms, due_at, created_at)
           SELECT value ->> 'id', value ->> 'target', ?2, 86400000, 1, 1 FROM json_each(?1)`,
        )
        .bind(part, url)
        .run();
  }
  const env = /** @type {any} */ ({ DB: db, SIGNING_KEY: KEY.key });
  assert.equal(await createDueRuns(env, loadSettings(env), Date.now()), 300);
  const row = await db.prepare("SELECT count(*) AS n FROM runs WHERE state = 'open'").first();
  assert.equal(/** @type {any} */ (row).n, 300);
});

test("parts of a list are no larger than asked for, and lose nothing", () => {
  const values = Array.from({ length: 50 }, (_, at) => ({ at, text: "é".repeat(at * 7) }));
  const parts = splitIntoJsonArrays(values, 500);
  for (const part of parts) {
    const { length } = JSON.parse(part);
    assert.ok(Buffer.byteLength(part) <= 500 || length === 1, part);
  }
  assert.deepEqual(
    parts.flatMap((part) => JSON.parse(part)),
    values,
  );
  assert.deepEqual(splitIntoJsonArrays([]), []);
});
