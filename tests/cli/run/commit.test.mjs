// proofmark run --commit: the commitment is on the disk before the first question is sent, and the
// seed behind it survives whatever kills the run.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { listen } from "../../support/listen.mjs";
import { commitment } from "../../../pkg/entry/core/node.js";
import {
  BINARY,
  ended,
  killed,
  proofmark,
  readLines,
  readRecords,
  scratch,
  start,
} from "../support.mjs";

/**
 * An agent that answers a number, once `onAsk` has seen that it is asked; a promise that it gives
 * is waited for.
 *
 * @param {import("node:test").TestContext} t
 * @param {(asked: number) => unknown} onAsk
 */
async function agent(t, onAsk) {
  let asked = 0;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    await onAsk(++asked);
    response.writeHead(200, { "content-type": "application/json" }).end('{"response":"7"}');
  });
  return await listen(server, t);
}

const noShell = process.platform === "win32" ? "there is no ulimit here" : false;
const never = new Promise(() => {});

/** @param {string} url */
const wordsOf = (url) => {
  const words = ["run", `${url}/a`, "--protocol", "json", "--questions", "3", "--commit"];
  return [...words, "--out", "r.ndjson"];
};

test("the commitment stands before the first question, and every record reveals its seed", async (t) => {
  const cwd = scratch(t);
  const [path, seedPath] = [join(cwd, "r.ndjson"), join(cwd, "r.ndjson.seed")];
  /** @type {any} */
  let first;
  const url = await agent(t, (asked) => {
    if (asked > 1) return;
    first = {
      lines: readLines(path),
      seed: readFileSync(seedPath, "utf8"),
      mode: statSync(seedPath).mode & 0o777,
    };
  });
  const { stdout, stderr } = await proofmark([...wordsOf(url), "--format=json"], { cwd });

  const [run, ...others] = first.lines;
  assert.deepEqual(others, []);
  assert.equal(run.type, "run");
  assert.equal(run.terms.seed, commitment(first.seed.trim()));
  assert.equal(first.mode, 0o600);
  const { planId } = JSON.parse(stdout);
  assert.ok(stderr.includes(`proofmark: committed to plan ${planId}\n`), stderr);
  await proofmark(["verify", "r.ndjson", "--committed", planId], { cwd });
  const other = await proofmark(["verify", "r.ndjson", "--committed", "0".repeat(64)], {
    cwd,
    code: 1,
  });
  assert.match(other.stdout, /policy\.committed/);

  assert.equal(existsSync(seedPath), false);
  assert.deepEqual(readLines(path)[0], run);
  const records = readRecords(path);
  assert.equal(records.length, 6);
  for (const { data } of records) assert.equal(data.draw.seed, first.seed.trim());
  await proofmark("verify r.ndjson", { cwd });
});

test("killed during the first question, it goes on with the run that it committed to", async (t) => {
  const cwd = scratch(t);
  const [path, seedPath] = [join(cwd, "r.ndjson"), join(cwd, "r.ndjson.seed")];
  let answers = false;
  let wake = () => {};
  const asked = new Promise((resolve) => (wake = () => resolve(undefined)));
  const url = await agent(t, () => {
    wake();
    return answers ? undefined : never;
  });
  const child = start(wordsOf(url), { cwd });
  const end = ended(child);
  await asked;
  child.kill("SIGKILL");
  await end;
  answers = true;
  const before = readFileSync(path, "utf8");
  const seed = readFileSync(seedPath, "utf8").trim();
  assert.equal(readLines(path).length, 1);

  const refused = await proofmark(wordsOf(url), { cwd, code: 2 });
  assert.match(refused.stderr, / already exists; --resume continues.*\(cli\.file-exists\)/);
  const other = await proofmark([...wordsOf(url).toSpliced(6, 1), "--resume", "--seed=x"], {
    cwd,
    code: 2,
  });
  assert.match(
    other.stderr,
    /^proofmark: --seed: not allowed: the run has committed.*\(cli\.resume-terms\)/,
  );
  writeFileSync(seedPath, "another\n");
  const wrong = await proofmark([...wordsOf(url), "--resume"], { cwd, code: 2 });
  assert.match(
    wrong.stderr,
    /^proofmark: r\.ndjson:1: not the seed that the run commits to.*\(draw\.seed\)/,
  );
  writeFileSync(seedPath, `${seed}\n`);

  // A first record that was torn does not take the commitment with it.
  appendFileSync(path, '{"data":{"att');
  const { stderr } = await proofmark([...wordsOf(url), "--resume"], { cwd });
  assert.match(stderr, /its last line was torn and is cut off/);
  assert.ok(readFileSync(path, "utf8").startsWith(before));
  assert.ok(readRecords(path).every(({ data }) => data.draw.seed === seed));
  assert.equal(existsSync(seedPath), false);
  await proofmark("verify r.ndjson", { cwd });
});

test("many subjects under one commitment, killed at random moments", async (t) => {
  const cwd = scratch(t);
  const path = join(cwd, "r.ndjson");
  const url = await agent(t, () => sleep(5));
  const targets = Array.from({ length: 20 }, (_, n) => `{"endpoint":"${url}/${n}"}\n`);
  writeFileSync(join(cwd, "t.ndjson"), targets.join(""));
  const words = ["run", "--targets", "t.ndjson", "--allow-private", "--protocol", "json"];
  words.push(..."--questions 3 --out r.ndjson --commit --resume --entropy-source b".split(" "));
  words.push("--entropy", "round 7");
  await killed(words, { cwd, path, kills: 5 });
  await proofmark(words, { cwd });
  const lines = readLines(path);
  assert.equal(new Set(lines.flatMap(({ terms }) => terms?.seed ?? [])).size, 1);
  assert.equal(lines.filter(({ type }) => type === "run").length, 20);
  assert.equal(readRecords(path).length, 20 * 3 * 2);
  assert.equal(existsSync(join(cwd, "r.ndjson.seed")), false);
  await proofmark("verify r.ndjson", { cwd });
});

test("an interrupt keeps the seed", async (t) => {
  const cwd = scratch(t);
  const seedPath = join(cwd, "r.ndjson.seed");
  let wake = () => {};
  const asked = new Promise((resolve) => (wake = () => resolve(undefined)));
  let answers = false;
  const url = await agent(t, (count) => {
    if (count === 3) wake();
    return count < 3 || answers ? undefined : never;
  });
  const child = start(wordsOf(url), { cwd });
  const end = ended(child);
  await asked;
  child.kill("SIGINT");
  assert.equal((await end).code, 130);
  assert.ok(existsSync(seedPath));
  answers = true;
  await proofmark([...wordsOf(url), "--resume"], { cwd });
  assert.equal(existsSync(seedPath), false);
  await proofmark("verify r.ndjson", { cwd });
});

test("a seed that could not be written stands in nobody's way", { skip: noShell }, async (t) => {
  const cwd = scratch(t);
  const seedPath = join(cwd, "r.ndjson.seed");
  const url = await agent(t, () => undefined);
  // A file may have no byte here, as on a disk that is full.
  const shell = ["-c", 'ulimit -f 0; exec "$0" "$@"', process.execPath, BINARY, ...wordsOf(url)];
  const full = await ended(spawn("sh", shell, { cwd }));
  assert.match(
    full.stderr,
    /^proofmark: r\.ndjson\.seed: expected a file to keep the seed in, .*\(cli\.file-unwritable\)/,
  );
  assert.deepEqual([full.code, existsSync(seedPath)], [3, false]);

  for (const resume of [[], ["--resume"]]) {
    rmSync(join(cwd, "r.ndjson"), { force: true });
    writeFileSync(seedPath, "");
    await proofmark([...wordsOf(url), ...resume], { cwd });
    assert.equal(existsSync(seedPath), false);
  }
  writeFileSync(seedPath, "");
  const beside = await proofmark([...wordsOf(url), "--resume"], { cwd, code: 2 });
  assert.equal(
    beside.stderr,
    "proofmark: r.ndjson.seed: has no seed (cli.resume-file)\n",
    "a record file may be one that committed",
  );
});

test("runs whose seed is lost are not begun anew under another", async (t) => {
  const cwd = scratch(t);
  const [path, seedPath] = [join(cwd, "r.ndjson"), join(cwd, "r.ndjson.seed")];
  let wake = () => {};
  const asked = new Promise((resolve) => (wake = () => resolve(undefined)));
  let answers = false;
  // The first agent answers its two questions; the second one is asked when the run is killed.
  const url = await agent(t, (count) => {
    if (count === 3) wake();
    return count < 3 || answers ? undefined : never;
  });
  writeFileSync(join(cwd, "t.ndjson"), `{"endpoint":"${url}/a"}\n{"endpoint":"${url}/b"}\n`);
  const words = ["run", "--targets", "t.ndjson", "--allow-private", "--protocol", "json"];
  words.push("--concurrency", "1", "--out", "r.ndjson");
  const child = start([...words, "--commit"], { cwd });
  const end = ended(child);
  await asked;
  child.kill("SIGKILL");
  await end;
  answers = true;
  const before = readFileSync(path, "utf8");
  const seed = readFileSync(seedPath, "utf8").trim();
  assert.deepEqual(
    readLines(path).map(({ type }) => type),
    ["run", undefined, undefined, "close", "run"],
  );
  rmSync(seedPath);

  const lost =
    "proofmark: r.ndjson.seed: the seed of the run at r.ndjson:5 is missing; give it with --seed";
  for (const [typed, said] of /** @type {[string[], string][]} */ ([
    [[], lost],
    [["--commit"], `${lost} in place of --commit`],
  ])) {
    const { stdout, stderr } = await proofmark([...words, "--resume", ...typed], { cwd, code: 2 });
    assert.deepEqual([stdout, stderr], ["", `${said} (host.seed)\n`]);
    assert.equal(readFileSync(path, "utf8"), before);
    assert.equal(existsSync(seedPath), false);
  }

  // The records of the first run name it.
  await proofmark([...words, "--resume", "--seed", seed], { cwd });
  assert.ok(readFileSync(path, "utf8").startsWith(before));
  await proofmark("verify r.ndjson", { cwd });
});
