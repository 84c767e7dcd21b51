// A run of many subjects, killed at random moments and resumed each time.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { listen } from "../../support/listen.mjs";
import { size } from "../../support/long.mjs";
import { ended, proofmark, readLines, scratch, start } from "../support.mjs";

const KILLS = size(10, 50);
const SUBJECTS = size(300, 2_000);
const RUNS = 2;
const CONCURRENCY = 8;
/** How long a part of the run may ask before it is killed, in milliseconds. */
const LONGEST = 150;

test(`${SUBJECTS} subjects, killed ${KILLS} times: every subject once, no record torn`, async (t) => {
  const cwd = scratch(t);
  const path = join(cwd, "r.ndjson");
  let requests = 0;
  let first = () => {};
  const server = createServer((request, response) => {
    requests += 1;
    first();
    request.resume();
    const answer = () =>
      response.writeHead(200, { "content-type": "application/json" }).end('{"response":"7"}');
    setTimeout(answer, 15);
  });
  const origin = await listen(server, t);
  const targets = Array.from(
    { length: SUBJECTS },
    (_, n) => `{"endpoint":"${origin}/${n}","protocol":"json"}\n`,
  );
  writeFileSync(join(cwd, "t.ndjson"), targets.join(""));
  const words = ["run", "--targets", "t.ndjson", "--allow-private", "--family", "math"];
  words.push("--questions", String(RUNS), "--concurrency", String(CONCURRENCY));
  words.push("--out", "r.ndjson", "--resume", "--format", "json");

  const moments = [];
  let before = "";
  for (let kill = 0; kill < KILLS; kill++) {
    const asked = new Promise((resolve) => (first = () => resolve(undefined)));
    const child = start(words, { cwd });
    const end = ended(child);
    // One in five is killed while it starts, reads and checks; the others while they ask.
    if (kill % 5 > 0) await Promise.race([asked, end]);
    const moment = Math.random() * LONGEST;
    moments.push(Math.round(moment));
    await sleep(moment);
    child.kill("SIGKILL");
    const { signal, stderr } = await end;
    assert.equal(signal, "SIGKILL", `ended by itself after ${kill} kills: ${stderr}`);
    const now = existsSync(path) ? readFileSync(path, "utf8") : "";
    // What was written stays, but for a last line that the kill before has torn.
    const kept = before.slice(0, before.lastIndexOf("\n") + 1);
    assert.ok(now.startsWith(kept), "what was written has changed");
    before = now;
    // A power cut may tear a line in two, which a kill does not.
    if (kill % 10 === 9 && now.endsWith("\n")) appendFileSync(path, '{"data":{"att');
  }

  await proofmark(words, { cwd });
  const lines = readLines(path);
  /** @param {(line: any) => boolean} which @param {(line: any) => string} key */
  const counts = (which, key) => {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const line of lines.filter(which)) found.set(key(line), (found.get(key(line)) ?? 0) + 1);
    return found;
  };
  const opened = counts(
    ({ type }) => type === "run",
    ({ subject }) => subject,
  );
  const closed = counts(
    ({ type }) => type === "close",
    ({ runId }) => runId,
  );
  const asked = counts(
    ({ type }) => type === undefined,
    ({ subject, data }) => `${subject.id} ${data.draw.index}`,
  );
  assert.equal(opened.size, SUBJECTS);
  assert.equal(closed.size, SUBJECTS);
  assert.equal(asked.size, SUBJECTS * RUNS);
  for (const times of [opened, closed, asked])
    for (const [key, count] of times) assert.equal(count, 1, key);
  // Asked again were at most those that were under way when the run was killed.
  assert.ok(requests <= SUBJECTS * RUNS + KILLS * CONCURRENCY, `${requests} requests`);
  await proofmark("verify r.ndjson", { cwd });
  t.diagnostic(`${KILLS} kills, ${requests} requests; after ${moments.join(", ")} ms`);
});
