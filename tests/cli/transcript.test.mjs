// Tests that `run` prints questions, replies and the seed to repeat them.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { fleet, proofmark, readRecords, scratch } from "./support.mjs";

const run = ["--protocol", "json", "-n", "3"];

test("the first replies that did not pass are shown with question, expected and reply", async (t) => {
  const { url } = await fleet(t);
  const { stdout } = await proofmark(["run", `${url}/wrong`, ...run]);
  assert.equal([...stdout.matchAll(/^ {2}wrong {2}/gm)].length, 3);
  const [, asked = "", expected = "", read = "", reply = ""] =
    /^ {4}question {2}(.*)\n {4}expected {2}(\S+), read (\S+)\n {4}reply {5}(.*)$/m.exec(stdout) ??
    [];
  assert.match(asked, /\d+ [+−×] \d+/);
  assert.notEqual(expected, read);
  assert.ok(reply.includes(read), stdout);
  assert.match(stdout, /^ {2}… and 3 more replies that did not pass; -v prints all$/m);
  const honest = await proofmark(["run", `${url}/honest`, ...run]);
  assert.doesNotMatch(honest.stdout, /^ {4}question|did not pass/m);
});

test("-v shows every question as it was sent", async (t) => {
  const { url } = await fleet(t);
  const words = ["run", `${url}/verbose`, ...run, "-v", "--family", "science"];
  const { stdout } = await proofmark(words);
  const asked =
    /^ {4}question {2}.+(?:\n {14}.*)*\n {14}A\) .+\n {14}B\) .+\n {14}C\) .+\n {14}D\) /gm;
  assert.equal([...stdout.matchAll(asked)].length, 3, stdout);
  const more = ["-v", "--retries", "0", "--allow-unreachable"];
  const dead = await proofmark(["run", "http://127.0.0.1:9/", ...run, ...more]);
  assert.match(dead.stdout, /^ {4}no reply {2}network\.refused$/m);
});

test("withheld replies and their seed are not printed", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const words = ["run", `${url}/wrong`, ...run, "--out", "r.ndjson", "--withhold", "response"];
  const { stdout } = await proofmark(words, { cwd });
  assert.doesNotMatch(stdout, /^ {4}question|reply {5}|Seed/m);
});

test("the seed that is printed asks the same questions again", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const asked = async (/** @type {string[]} */ ...words) => {
    const out = ["--out", "r.ndjson", "--force"];
    const { stdout } = await proofmark(["run", `${url}/honest`, ...run, ...out, ...words], { cwd });
    const ids = readRecords(join(cwd, "r.ndjson")).map(({ data }) => data.questionId);
    return { ids, stdout };
  };
  const first = await asked();
  const [, seed = ""] = /^ {2}Seed: (\S+)$/m.exec(first.stdout) ?? [];
  const again = await asked("--seed", seed, "--json");
  assert.deepEqual(again.ids, first.ids);
  assert.equal(JSON.parse(again.stdout).seed, seed);
});

test("--force replaces a file when its first line comes, and nothing but a file", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  writeFileSync(join(cwd, "r.ndjson"), "mine\n");
  const out = ["--out", "r.ndjson"];
  const kept = await proofmark(["run", `${url}/honest`, ...run, ...out], { cwd, code: 2 });
  assert.match(kept.stderr, /already exists; --resume continues its run, --force replaces it/);
  await proofmark(["run", "nonsense", ...out, "--force"], { cwd, code: 2 });
  assert.equal(readFileSync(join(cwd, "r.ndjson"), "utf8"), "mine\n");
  await proofmark(["run", `${url}/honest`, ...run, ...out, "--force"], { cwd });
  assert.equal(readRecords(join(cwd, "r.ndjson")).length, 6);
  const folder = await proofmark(`run ${url} --out . --force`, { cwd, code: 2 });
  assert.match(folder.stderr, /is a directory/);
  const both = await proofmark(["run", url, ...out, "--force", "--resume"], { cwd, code: 2 });
  assert.match(both.stderr, /--force: cannot be used with --resume/);
});

test("of one kind of error, twenty are printed and the others counted", async (t) => {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "bad"), "#\n".repeat(2000));
  for (const words of [["grade"], ["score", "--config", "c.json"], ["signals", "import"]]) {
    writeFileSync(
      join(cwd, "c.json"),
      '{"trustScoreConfigVersion":1,"adapters":[{"adapterId":"simple-math"}]}',
    );
    const { stderr } = await proofmark([...words, "bad"], { cwd, code: 1 });
    assert.equal([...stderr.matchAll(/^bad:\d+: /gm)].length, 20, `${words}`);
    assert.match(stderr, /^bad: … and 1,980 more lines with [a-z.-]+$/m);
  }
  // A record file whose other lines are no records.
  const { url } = await fleet(t);
  await proofmark(["run", `${url}/honest`, ...run, "--out", "torn.ndjson"], { cwd });
  appendFileSync(join(cwd, "torn.ndjson"), "#\n".repeat(2000));
  const verified = await proofmark("verify torn.ndjson", { cwd, code: 1 });
  assert.ok(verified.stdout.split("\n").length < 70, verified.stdout);
  assert.match(verified.stdout, /^… and [\d,]+ more failures$/m);
});
