// `kill -9` at any moment, and --resume: whole lines only, and no question twice.

import assert from "node:assert/strict";
import {
  appendFileSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { listen } from "../../support/listen.mjs";
import { proofmark, readRecords, scratch } from "../support.mjs";

/**
 * An agent that counts the prompts it was asked and answers a number.
 *
 * @param {import("node:test").TestContext} t
 */
async function counting(t) {
  /** @type {Map<string, number>} */
  const asked = new Map();
  /** The text before each reply. */
  const agent = { before: () => sleep(5) };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const key = `${request.url} ${body}`;
    asked.set(key, (asked.get(key) ?? 0) + 1);
    await agent.before();
    response.writeHead(200, { "content-type": "application/json" }).end('{"response":"7"}');
  });
  const origin = await listen(server, t);
  return { url: origin, asked, agent };
}

/** A run that was stopped after some records. @param {import("node:test").TestContext} t */
async function stopped(t) {
  const cwd = scratch(t);
  const { url, asked, agent } = await counting(t);
  const words = `run ${url}/a --protocol json --family math --questions 6 --out r.ndjson`.split(
    " ",
  );
  await proofmark(words, { cwd });
  const path = join(cwd, "r.ndjson");
  const whole = readFileSync(path, "utf8").split("\n");
  /** @param {number} count */
  const keep = (count) =>
    writeFileSync(
      path,
      whole
        .slice(0, count)
        .map((line) => `${line}\n`)
        .join(""),
    );
  return { cwd, path, asked, agent, words: [...words, "--resume"], whole, keep };
}

test("a torn last line is reported and cut off, with --resume alone", async (t) => {
  const { cwd, path, words, whole, keep } = await stopped(t);
  for (const kept of [1, 3]) {
    keep(kept);
    appendFileSync(path, `${whole[kept]}`.slice(0, 200));
    const torn = readFileSync(path, "utf8");
    await proofmark(words.slice(0, -1), { cwd, code: 2 });
    assert.equal(readFileSync(path, "utf8"), torn);

    const { stderr } = await proofmark(words, { cwd });
    assert.match(stderr, /^proofmark: r.ndjson: its last line was torn and is cut off$/m);
    assert.equal(readRecords(path).length, 6);
    await proofmark("verify r.ndjson", { cwd });
  }
});

test("text of somebody else behind whole lines is refused, and stays", async (t) => {
  const { cwd, path, words, whole, keep } = await stopped(t);
  for (const text of ["dear diary", '{"precious": "notes"', `${whole[2]} and notes`, "\0 x"]) {
    keep(2);
    appendFileSync(path, text);
    const { stderr } = await proofmark(words, { cwd, code: 2 });
    assert.equal(
      stderr,
      "proofmark: r.ndjson: last line: neither complete nor the start of a record (cli.resume-file)\n",
    );
    assert.ok(readFileSync(path, "utf8").endsWith(`\n${text}`));
  }
});

test("a run of which no record is left is begun anew", async (t) => {
  const { cwd, path, words, whole, keep } = await stopped(t);
  for (const left of [`${whole[0]}\n`, `${whole[0]}`, "{", `${whole[0]}`.slice(0, 9)]) {
    writeFileSync(path, left);
    const { stderr } = await proofmark(words, { cwd });
    assert.match(stderr, /^proofmark: r.ndjson: its last line was torn and is cut off$/m);
    assert.equal(readRecords(path).length, 6);
    assert.notEqual(readFileSync(path, "utf8").split("\n")[0], whole[0]);
    await proofmark("verify r.ndjson", { cwd });
  }

  // With its seed it goes on; what was committed to is not taken back.
  const { seed } = JSON.parse(`${whole[1]}`).data.draw;
  keep(1);
  await proofmark([...words, "--seed", seed], { cwd });
  assert.equal(readFileSync(path, "utf8").split("\n")[0], whole[0]);
  keep(1);
  const lost = await proofmark([...words, "--commit"], { cwd, code: 2 });
  assert.equal(
    lost.stderr,
    "proofmark: r.ndjson.seed: the seed of the run at r.ndjson:1 is missing; give it with --seed in place of --commit (host.seed)\n",
  );
  assert.equal(readFileSync(path, "utf8"), `${whole[0]}\n`);
});

test("a whole last line that lacks its line feed is kept", async (t) => {
  const { cwd, path, words, asked, keep } = await stopped(t);
  keep(4);
  truncateSync(path, statSync(path).size - 1);
  asked.clear();
  await proofmark(words, { cwd });
  assert.equal(readRecords(path).length, 6);
  assert.equal(asked.size, 3);
});

test("of two runs that go on with one file, the second stops", async (t) => {
  const { cwd, path, words, agent, whole, keep } = await stopped(t);
  keep(3);
  // Another run writes while this one waits for its first reply.
  agent.before = async () => {
    agent.before = async () => {};
    appendFileSync(path, `${whole[3]}\n`);
  };
  const { stderr } = await proofmark(words, { cwd, code: 3 });
  assert.match(
    stderr,
    /^proofmark: r.ndjson: another process writes to it: \d+ bytes in place of \d+ \(cli\.file-changed\)$/m,
  );
  assert.deepEqual(readFileSync(path, "utf8").split("\n").slice(0, -1), whole.slice(0, 4));

  await proofmark(words, { cwd });
  await proofmark("verify r.ndjson", { cwd });
});

test("with no file, or nothing in it, it begins", async (t) => {
  const { cwd, path, words } = await stopped(t);
  for (const empty of [true, false]) {
    rmSync(path);
    if (empty) writeFileSync(path, "");
    await proofmark(words, { cwd });
    assert.equal(readRecords(path).length, 6);
  }
});

test("it goes on on the run's own terms, and says where others were typed", async (t) => {
  const { cwd, path, words, keep } = await stopped(t);
  keep(3);
  const before = readFileSync(path, "utf8");
  const [, ...rest] = words;
  for (const [typed, stderr] of [
    [
      ["--questions=7"],
      '--questions: expected "6", as the run at r.ndjson:1 began, found "7" (cli.resume-terms)',
    ],
    [
      ["--family=science"],
      '--family: expected "math", as the run at r.ndjson:1 began, found "science" (cli.resume-terms)',
    ],
    [
      ["--policy=committed"],
      '--policy: expected "literal", as the run at r.ndjson:1 began, found "committed" (cli.resume-terms)',
    ],
  ]) {
    const name = `${typed}`.split("=")[0];
    const at = rest.indexOf(`${name}`);
    const others = at < 0 ? rest : rest.toSpliced(at, 2);
    const refused = await proofmark(["run", ...others, `${typed}`], { cwd, code: 2 });
    assert.equal(refused.stderr, `proofmark: ${stderr}\n`);
  }
  assert.equal(readFileSync(path, "utf8"), before);

  const short = ["run", `${words[1]}`, "--protocol", "json", "--out", "r.ndjson", "--resume"];
  await proofmark(short, { cwd });
  assert.equal(readRecords(path).length, 6);
});

test("a run of somebody else is not gone on with", async (t) => {
  const { cwd, words, keep } = await stopped(t);
  keep(3);
  const [command, url, ...rest] = words;
  const { stderr } = await proofmark([`${command}`, `${url}/b`, ...rest], { cwd, code: 2 });
  assert.equal(
    stderr,
    `proofmark: r.ndjson:1: has an open run of "${url}", which this command does not ask (cli.resume-terms)\n`,
  );
});

test("where nothing is left to ask, it says that nothing was asked", async (t) => {
  const { cwd, words, asked } = await stopped(t);
  asked.clear();
  const { stderr } = await proofmark(words, { cwd });
  assert.equal(
    stderr,
    "proofmark: r.ndjson: already complete; showing the results of its records\n",
  );
  assert.equal(asked.size, 0);
});
