// proofmark suite, report and compare, with the examples as anyone would use them.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { parse } from "junit2json";

import { listen } from "../support/listen.mjs";
import { ROOT } from "../../scripts/lib.mjs";
import { ended, proofmark, readLines, scratch, start } from "./support.mjs";

const example = (/** @type {string} */ name) => join(ROOT, "examples", name);
const TASKS = example("tasks.json");
const SEALED = example("sealed.json");
const GOOD = example("answers-good.json");
const BAD = example("answers-bad.json");

/** The key file of the vectors. */
const KEY = JSON.stringify(
  JSON.parse(readFileSync(join(ROOT, "tests/vectors/proof/key.json"), "utf8")).cases[0].expect,
);
const SIGNER = JSON.parse(KEY).controller;

/** @param {string} path @param {string} cwd */
const runScript = (path, cwd) => ended(spawn(process.execPath, [path], { cwd }));

for (const suite of [TASKS, SEALED]) {
  test(`good answers pass, bad ones do not: ${suite.slice(ROOT.length + 1)}`, async (t) => {
    const cwd = scratch(t);
    const good = await proofmark(["suite", "run", suite, "--answers", GOOD], { cwd });
    assert.equal(good.stderr, "");
    assert.match(good.stdout, /^ {2}5 of 5 passed: 100\.00 %/m);

    const words = ["suite", "run", suite, "--answers", BAD];
    const more = ["--format", "json", "--out", "bad.json"];
    const bad = await proofmark([...words, ...more], { cwd, code: 1 });
    const { labels, rows } = JSON.parse(bad.stdout);
    assert.deepEqual(labels, { answer_hash_mismatch: 1, missing_final_answer: 1 });
    const changed = rows.find((/** @type {any} */ row) => row.id === "log-line");
    assert.equal(changed.label, "answer_hash_mismatch", "right first, then changed to wrong");
    assert.equal(rows[0].outcome, "fail");

    const lenient = await proofmark([...words, "--min-score", "60"], { cwd });
    assert.match(lenient.stdout, /^ {4}reply: +FINAL_REQUEST_19 looks right\./m);
    for (const line of lenient.stdout.split("\n"))
      assert.ok(line.length <= 80 || line.startsWith("    "), line);
  });
}

test("the demo ends well", async (t) => {
  const { code, stdout } = await runScript(join(ROOT, "examples", "demo.mjs"), scratch(t));
  assert.equal(code, 0, stdout);
  assert.equal(stdout.match(/exit code 1, 1 expected/g)?.length, 2);
});

test("two runs write the same bytes, signed or not, wherever the key is from", async (t) => {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "key.json"), KEY);
  for (const signed of [false, true]) {
    /** @type {string[]} */
    const cards = [];
    for (const source of ["key.json", "env:K"]) {
      const out = `${signed}-${source}.json`;
      const words = ["suite", "run", SEALED, "--answers", BAD, "--out", out];
      const key = signed ? ["--key", source] : [];
      await proofmark([...words, ...key], { cwd, env: { K: KEY }, code: 1 });
      cards.push(readFileSync(join(cwd, out), "utf8"));
    }
    assert.equal(cards[0], cards[1]);
    const card = JSON.parse(cards[0] ?? "");
    assert.equal(card.evaluator, signed ? SIGNER : undefined);
    assert.equal(card.proof?.cryptosuite, signed ? "eddsa-jcs-2022" : undefined);
  }
});

test("a scorecard is held to its suite, its answers and its signature", async (t) => {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "key.json"), KEY);
  const run = ["suite", "run", SEALED, "--answers", BAD, "--out", "card.json", "--key", "key.json"];
  await proofmark(run, { cwd, code: 1 });
  const check = ["suite", "check", SEALED, "--scorecard", "card.json"];
  const held = await proofmark([...check, "--answers", BAD], { cwd });
  assert.match(held.stdout.replace(/\s+/g, " "), new RegExp(`Intact, signed by ${SIGNER}`));
  // Judged again, other answers give another card.
  const other = await proofmark([...check, "--answers", GOOD], { cwd, code: 1 });
  assert.match(other.stdout, /Failed\. suite\.inconsistent/);

  const text = readFileSync(join(cwd, "card.json"), "utf8");
  const digest = /"digest":"([0-9a-f]{64})"/.exec(text)?.[1] ?? "";
  const altered = digest.replace(/^./, (first) => (first === "0" ? "1" : "0"));
  writeFileSync(join(cwd, "card.json"), text.replace(digest, altered));
  const failed = await proofmark(check, { cwd, code: 1 });
  assert.match(failed.stdout, /Failed\. proof\.signature/);
  // What is unsigned can still be held to the suite.
  const {
    proof: _,
    evaluator: __,
    ...unsigned
  } = JSON.parse(readFileSync(join(cwd, "card.json"), "utf8"));
  writeFileSync(join(cwd, "card.json"), JSON.stringify(unsigned));
  const unsignedCard = await proofmark(check, { cwd, code: 1 });
  assert.match(unsignedCard.stdout, /Failed\. suite\.inconsistent/);
});

test("sealing, warning, cracking", async (t) => {
  const cwd = scratch(t);
  const plain = {
    id: "weak",
    version: "1",
    tasks: [
      { id: "number", prompt: "p", answer: "FINAL_42" },
      { id: "letter", prompt: "p", answer: "FINAL_B" },
      { id: "word", prompt: "p", answer: "FINAL_ORANGE" },
      { id: "strong", prompt: "p", answer: "FINAL_9F2K_77QX_M41Z" },
    ],
  };
  writeFileSync(join(cwd, "plain.json"), JSON.stringify(plain));
  writeFileSync(join(cwd, "words.txt"), "apple\norange\n");
  const sealed = await proofmark("suite seal plain.json --out suite.json", { cwd });
  assert.match(
    sealed.stdout.replace(/\s+/g, " "),
    /task "number": the answer is a number, found in 100 guesses, less than 1 ms at 10,000,000,000 a second/,
  );
  assert.match(sealed.stdout, /3 answers of 4 can be found by trying/);
  const suite = JSON.parse(readFileSync(join(cwd, "suite.json"), "utf8"));
  assert.ok(suite.tasks.every((/** @type {any} */ task) => task.oracle.salt.length === 32));
  assert.ok(!JSON.stringify(suite).includes("FINAL_42"));
  await proofmark("suite check suite.json", { cwd });

  const words = "suite crack suite.json --words words.txt --bound 100000 --format json";
  const cracked = await proofmark(words, { cwd, code: 1 });
  const { fallen, hashes } = JSON.parse(cracked.stdout);
  const answers = Object.fromEntries(fallen.map((/** @type {any} */ f) => [f.id, f.answer]));
  assert.deepEqual(answers, { number: "FINAL_42", letter: "FINAL_B", word: "FINAL_ORANGE" });
  assert.ok(hashes <= 400_000);
  const none = await proofmark("suite crack suite.json --bound 1", { cwd });
  assert.match(none.stdout, /No answer was found/);
});

/**
 * An agent that knows the good answers, and whatever `reply` makes of them.
 *
 * @param {import("node:test").TestContext} t
 * @param {(answer: string, number: number) => string | null | undefined} [reply] null hangs up,
 *   undefined never answers
 */
async function agent(t, reply = (answer) => answer) {
  const { tasks } = JSON.parse(readFileSync(SEALED, "utf8"));
  const { answers } = JSON.parse(readFileSync(GOOD, "utf8"));
  let asked = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const task = tasks.find((/** @type {any} */ { prompt }) => body.includes(prompt.slice(0, 40)));
    const text = reply(answers[task.id], ++asked);
    if (text === undefined) return;
    if (text === null) return void response.destroy();
    response.setHeader("content-type", "application/json").end(JSON.stringify({ response: text }));
  });
  const origin = await listen(server, t);
  return { url: `${origin}/`, asked: () => asked };
}

test("an agent is asked, and its replies replay to the same scorecard", async (t) => {
  const cwd = scratch(t);
  const { url, asked } = await agent(t);
  const words = ["suite", "run", SEALED, url, "--protocol", "json"];
  const live = await proofmark([...words, "--record", "a.ndjson", "--out", "live.json"], { cwd });
  assert.equal(asked(), 5);
  const [first, ...replies] = readLines(join(cwd, "a.ndjson"));
  assert.deepEqual(
    [first.type, first.suite, first.version],
    ["answers", "examples/first-steps", "1"],
  );
  for (const { fetchedAt, latencyMs } of replies) {
    assert.match(fetchedAt, /^\d{4}-.*Z$/);
    assert.ok(Number.isInteger(latencyMs));
  }
  const replay = ["suite", "run", SEALED, "--answers", "a.ndjson", "--out", "replay.json"];
  await proofmark(replay, { cwd });
  const read = (/** @type {string} */ name) => readFileSync(join(cwd, name), "utf8");
  assert.equal(read("live.json"), read("replay.json"));
  assert.ok(!/fetchedAt|latency|FINAL_/.test(read("live.json")));

  await proofmark([...words, "--record", "a.ndjson"], { cwd, code: 2 });
});

test("what an exchange fails of is the label", async (t) => {
  const cwd = scratch(t);
  // The first: over a connection that was kept, it would be asked again.
  const { url } = await agent(t, (answer, number) => (number === 1 ? null : answer));
  const words = ["suite", "run", SEALED, url, "--protocol", "json", "--retries", "0"];
  const more = ["--format", "json", "--allow-unreachable"];
  const { stdout } = await proofmark([...words, ...more], { cwd, code: 1 });
  const { rows } = JSON.parse(stdout);
  assert.match(rows[0].label, /^network\./);
  assert.equal(rows.filter((/** @type {any} */ row) => row.outcome === "fail").length, 1);
});

test("nothing is judged if the first task gets no reply", async (t) => {
  const cwd = scratch(t);
  const files = ["--record", "a.ndjson", "--out", "card.json"];
  const words = ["suite", "run", SEALED, "http://127.0.0.1:9/", "--protocol", "json", ...files];
  const { stdout, stderr } = await proofmark([...words, "--retries", "0"], { cwd, code: 1 });
  assert.equal(stdout, "");
  assert.match(
    stderr,
    /^proofmark: No reply from .* Nothing was recorded; .*\(contact\.refused\)$/m,
  );
  assert.deepEqual(readdirSync(cwd), []);
});

test("an interrupted run goes on where it stopped, also behind a torn line", async (t) => {
  const cwd = scratch(t);
  /** @type {(value?: unknown) => void} */
  let third = () => {};
  const reached = new Promise((resolve) => (third = resolve));
  const { url, asked } = await agent(t, (answer, number) => {
    // It is stopped while it waits for this one: how far it came does not depend on who is faster.
    if (number !== 3) return answer;
    third();
  });
  const words = ["suite", "run", SEALED, url, "--protocol", "json", "--record", "a.ndjson"];
  const child = start(words, { cwd });
  await reached;
  child.kill("SIGKILL");
  await ended(child);
  const before = readFileSync(join(cwd, "a.ndjson"), "utf8");
  assert.equal(before.split("\n").length - 2, 2, "the first two replies are on the disk");
  writeFileSync(join(cwd, "a.ndjson"), `${before}{"id":"torn`);
  const again = await proofmark([...words, "--resume", "--out", "card.json"], { cwd });
  assert.match(again.stderr, /its last line was torn and is cut off/);
  assert.equal(asked(), 3 + (5 - 2), "no task with a reply is asked again");
  assert.equal(readLines(join(cwd, "a.ndjson")).length, 6);
  assert.ok(existsSync(join(cwd, "card.json")));
  const idle = await proofmark([...words, "--resume"], { cwd });
  assert.equal(
    idle.stderr,
    "proofmark: a.ndjson: already complete; showing the results of its replies\n",
  );
});

test("a whole last line that lacks its line feed is kept, and a torn first line made anew", async (t) => {
  const cwd = scratch(t);
  const { url, asked } = await agent(t);
  const words = ["suite", "run", SEALED, url, "--protocol", "json", "--record", "a.ndjson"];
  await proofmark(words, { cwd });
  const path = join(cwd, "a.ndjson");
  const whole = readFileSync(path, "utf8").split("\n");
  const before = asked();
  for (const [left, more] of /** @type {[string, number][]} */ ([
    [whole.slice(0, 4).join("\n"), 2],
    [`${whole[0]}`.slice(0, 20), 5],
    ["", 5],
  ])) {
    writeFileSync(path, left);
    const already = asked();
    const { stderr } = await proofmark([...words, "--resume"], { cwd });
    assert.equal(/torn/.test(stderr), left !== "" && more === 5, stderr);
    assert.equal(asked() - already, more);
    assert.equal(readLines(path).length, 6);
    assert.ok(readFileSync(path, "utf8").startsWith(left));
  }
  assert.equal(before, 5);

  const left = `${whole.slice(0, 3).join("\n")}\nnotes`;
  writeFileSync(path, left);
  const { stderr } = await proofmark([...words, "--resume"], { cwd, code: 2 });
  assert.match(stderr, /^proofmark: a\.ndjson: last line: .* \(cli\.resume-file\)\n$/);
  assert.equal(readFileSync(path, "utf8"), left);
});

test("a scorecard that cannot be kept any more takes no report with it", async (t) => {
  const cwd = scratch(t);
  const { url } = await agent(t, (answer) => {
    writeFileSync(join(cwd, "card.json"), "mine");
    return answer;
  });
  const words = ["suite", "run", SEALED, url, "--protocol", "json", "--out", "card.json"];
  const { stdout, stderr } = await proofmark(words, { cwd, code: 3 });
  assert.match(stdout, /5 of 5 passed[^]*The scorecard was not kept/);
  assert.equal(
    stderr,
    "proofmark: card.json: already exists; --force replaces it (cli.file-exists)\n",
  );
  assert.equal(readFileSync(join(cwd, "card.json"), "utf8"), "mine");
});

test("an interrupt ends a live run gently", async (t) => {
  const cwd = scratch(t);
  /** @type {(value?: unknown) => void} */
  let third = () => {};
  const reached = new Promise((resolve) => (third = resolve));
  const { url } = await agent(t, (answer, number) => {
    if (number === 3) third();
    return number < 3 ? answer : undefined;
  });
  const words = ["suite", "run", SEALED, url, "--protocol", "json", "--record", "a.ndjson"];
  const child = start([...words, "--out", "card.json"], { cwd });
  await reached;
  child.kill("SIGINT");
  const { code, stdout, stderr } = await ended(child);
  assert.equal(code, 130);
  assert.equal(stdout, "");
  assert.match(stderr, /interrupted with 3 tasks left; the same command with --resume goes on/);
  assert.equal(readLines(join(cwd, "a.ndjson")).length, 3, "what was under way is no reply");
  assert.ok(!existsSync(join(cwd, "card.json")), "an unfinished run has no scorecard");
});

test("a pattern of a stranger's takes its time and no more", async (t) => {
  const cwd = scratch(t);
  const write = (/** @type {string} */ name, /** @type {object} */ value) =>
    writeFileSync(join(cwd, name), JSON.stringify(value));
  const suite = (/** @type {string} */ pattern) => ({
    id: "s",
    version: "1",
    extractor: { pattern },
    tasks: [{ id: "t", prompt: "p", sha256: "0".repeat(64) }],
  });
  write("backtracks.json", suite("(a+)+$"));
  write("large.json", suite("a".repeat(1_000_000)));
  write("answers.json", { t: `${"a".repeat(200_000)}!` });
  const words = (/** @type {string} */ name) => ["suite", "run", name, "--answers", "answers.json"];
  // An engine that goes back would take longer than the universe has.
  const slow = await proofmark(words("backtracks.json"), { cwd, code: 1 });
  assert.match(slow.stdout, /missing_final_answer 1/);
  const large = await proofmark(words("large.json"), { cwd, code: 2 });
  assert.match(large.stderr, /^proofmark: large\.json: .* \(suite\.pattern-too-large\)\n$/);
});

test("an agent that replies with the prompt passes nothing", async (t) => {
  const cwd = scratch(t);
  const { stdout } = await proofmark(["suite", "run", SEALED, "--echo"], { cwd, code: 1 });
  assert.match(stdout, /0 of 5 passed/);
});

/** A scorecard of the bad answers, and one of the good ones. @param {string} cwd */
async function cards(cwd) {
  const run = ["suite", "run", SEALED, "--answers"];
  await proofmark([...run, GOOD, "--out", "good.json"], { cwd });
  await proofmark([...run, BAD, "--out", "bad.json"], { cwd, code: 1 });
}

test("a report in every format", async (t) => {
  const cwd = scratch(t);
  await cards(cwd);
  const text = async (/** @type {string[]} */ ...words) => {
    const { stdout } = await proofmark(["report", "bad.json", ...words], { cwd });
    return stdout;
  };
  assert.match(await text(), /^ {2}fail {4}log-line {4}logs {4,}answer_hash_mismatch$/m);
  assert.match(
    await text(),
    /^ {2}3 of 5 passed: 60\.00 % \(95 % interval 23\.07 % to 88\.24 %\)$/m,
  );
  assert.match(
    await text("--format", "markdown"),
    /\| \*\*fail\*\* \| `palindrome` \| `strings` \|/,
  );
  const json = JSON.parse(await text("--format", "json", "--alpha", "0.1"));
  assert.equal(json.alpha, 0.1);
  assert.equal(json.score.total, 5);

  // As a reader of JUnit sees it.
  const junit = await parse(await text("--format", "junit"));
  assert.ok(junit && "testsuite" in junit);
  assert.deepEqual([junit.tests, junit.failures, junit.errors], [5, 2, 0]);
  const [suite] = junit.testsuite ?? [];
  assert.equal(suite?.testcase?.length, 5);
  const failed = suite?.testcase?.filter(({ failure }) => failure !== undefined);
  assert.deepEqual(
    failed?.map(({ name, classname, failure }) => [name, classname, failure?.[0]?.type]),
    [
      ["log-line", "logs", "answer_hash_mismatch"],
      ["palindrome", "strings", "missing_final_answer"],
    ],
  );
  await proofmark("report bad.json --format html --out r.html", {
    cwd,
  });
  assert.match(readFileSync(join(cwd, "r.html"), "utf8"), /^<!doctype html>/);
});

test("a comparison and its gate", async (t) => {
  const cwd = scratch(t);
  await cards(cwd);
  const gate = ["--fail-on", "regression"];
  const few = await proofmark("compare good.json bad.json", { cwd });
  const sentence = few.stdout.replace(/\s+/g, " ");
  assert.match(
    sentence,
    /Not enough pairs for a verdict: 2 broken, 0 fixed of 5 pairs \(p = 0\.5\)\./,
  );
  assert.match(sentence, /about 18 pairs would be needed/);
  // One in two by chance is worse than the error rate that is asked for here.
  const strict = ["compare", "good.json", "bad.json", ...gate, "--alpha", "0.6"];
  const failed = await proofmark(strict, { cwd, code: 1 });
  assert.match(failed.stdout, /Regression: 2 broken, 0 fixed/);
  assert.match(failed.stdout, /broken {2,}palindrome/);
  const better = "compare bad.json good.json --fail-on regression --alpha 0.6 --format json";
  const passed = await proofmark(better, { cwd });
  assert.equal(JSON.parse(passed.stdout).verdict, "improvement");
});

test("records have reports and comparisons too", async (t) => {
  const cwd = scratch(t);
  const { lines } = JSON.parse(readFileSync(join(ROOT, "tests/vectors/verify/run.json"), "utf8"));
  writeFileSync(join(cwd, "r.ndjson"), `${lines.join("\n")}\n`);
  const report = await proofmark("report r.ndjson --format json", { cwd });
  const { kind, readings, rows, notes } = JSON.parse(report.stdout);
  assert.equal(kind, "records");
  assert.ok(readings.literal.total > 0);
  assert.match(rows[0].id, /math:|science:/);
  assert.match(notes.join(" "), /no ground to exclude/);
  const same = await proofmark("compare r.ndjson r.ndjson --format json", { cwd });
  assert.equal(JSON.parse(same.stdout).verdict, "too-few");
  // Two files with nothing in both: a gate that lets this through would hold nothing.
  const [math, science] = ["math", "science"].map((family) =>
    lines.find((/** @type {string} */ line) =>
      line.includes(`"signalId":"simple-evals.${family}"`),
    ),
  );
  writeFileSync(join(cwd, "m.ndjson"), `${math}\n`);
  writeFileSync(join(cwd, "s.ndjson"), `${science}\n`);
  const apart = ["compare", "m.ndjson", "s.ndjson"];
  await proofmark(apart, { cwd });
  const gated = await proofmark([...apart, "--fail-on", "regression"], { cwd, code: 1 });
  assert.match(
    gated.stdout,
    /^ {2}Failed: the files have nothing in common, so nothing was judged/m,
  );
  assert.equal(gated.stderr, "");
  copyFileSync(BAD, join(cwd, "bad.json"));
  await proofmark("compare r.ndjson bad.json", { cwd, code: 2 });
});

test("an empty file is no scorecard", async (t) => {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "empty"), "");
  const suite = join(ROOT, "examples", "sealed.json");
  const words = ["suite", "check", suite, "--scorecard", "empty"];
  const { stdout } = await proofmark(words, { cwd, code: 1 });
  assert.match(stdout, /Failed\. json\.invalid/);
});
