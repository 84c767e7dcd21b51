// proofmark score and proofmark signals: scores, their reasons, and signals between their homes.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { subject } from "../../benches/score/subjects.mjs";
import { size } from "../support/long.mjs";
import { fleet, proofmark, readLines, scratch, start } from "./support.mjs";

const MANY = size(40_000, 100_000);

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const CONFIG = `{"trustScoreConfigVersion":1,"adapters":[{"adapterId":"simple-math"},{"adapterId":"simple-science"}]}`;
const WHEN = ["--at", "2026-11-20T17:00:00Z"];
const T = "2026-01-14T00:00:00Z";

/** A folder with a configuration and a file of these lines. @param {import("node:test").TestContext} t @param {unknown[]} lines @param {string} [config] */
function folder(t, lines, config = CONFIG) {
  const cwd = scratch(t);
  const text = (/** @type {unknown} */ line) =>
    typeof line === "string" ? line : JSON.stringify(line);
  writeFileSync(join(cwd, "c.json"), config);
  writeFileSync(join(cwd, "s.ndjson"), lines.map((line) => `${text(line)}\n`).join(""));
  return cwd;
}

/** @param {string} id @param {object} additional */
const stored = (id, additional) => ({ subject: { id, metadata: { additional } } });

for (const [name, total] of /** @type {const} */ ([
  ["standard-1", 57.5],
  ["standard-2", 63.33],
])) {
  test(`${name} of the standard is ${total}`, async (t) => {
    const { cases } = JSON.parse(readFileSync(at("../vectors/score/compute.json"), "utf8"));
    const vector = cases.find((/** @type {any} */ vector) => vector.name === name);
    const cwd = folder(t, [vector.line], JSON.stringify(vector.config));
    const words = ["score", "s.ndjson", "--config", "c.json", ...WHEN];
    const { stdout } = await proofmark([...words, "--format", "ndjson"], { cwd });
    assert.equal(JSON.parse(stdout).trustScores.total, total);
    const table = await proofmark(words, { cwd });
    assert.match(table.stdout, RegExp(`^  agent-1 +${total} `, "m"));
    const whole = await proofmark([...words, "--format", "json"], { cwd });
    assert.deepEqual(JSON.parse(whole.stdout), [JSON.parse(stdout)]);
  });
}

test("fields of other implementations are scored, or reported one by one", async (t) => {
  const math = (/** @type {object} */ rest) =>
    Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [`a2aSimpleMath${name}`, value]),
    );
  const foreign = [
    stored(
      "mul",
      math({ Score: 100, Status: "correct", QuestionId: "math:mul:6x7", UpdatedAt: T }),
    ),
    stored("null", math({ Score: null, Status: "skipped", UpdatedAt: T })),
    stored("unknown", math({ Score: 100, Status: "passed", UpdatedAt: T })),
    stored("no time", math({ Score: 100, Status: "correct" })),
    stored("NaN", math({ Score: "NaN", Status: "correct", UpdatedAt: T })),
    "{not json",
  ];
  const cwd = folder(t, foreign);
  const words = ["score", "s.ndjson", "--config", "c.json", ...WHEN, "--format", "ndjson"];
  const scored = await proofmark(words, { cwd, code: 1 });
  assert.deepEqual(
    scored.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map(({ subject, trustScore, breakdown }) => [
        subject.id,
        trustScore,
        breakdown.adapters[0].components[0].status,
      ]),
    [
      ["mul", 50, "ok"],
      ["null", 0, "missing"],
      ["unknown", 0, "error"],
      ["no time", 50, "ok"],
    ],
  );
  assert.equal(
    scored.stderr,
    's.ndjson:5: subject.metadata/additional/a2aSimpleMathScore: expected a finite number, found "NaN" (score.not-finite)\n' +
      "s.ndjson:6: snapshot: not JSON: member name that is not a string at byte 1 (json.invalid)\n" +
      "proofmark: s.ndjson: 2 lines could not be scored\n",
  );

  const checked = await proofmark("signals import s.ndjson", { cwd, code: 1 });
  assert.deepEqual(
    checked.stderr.split("\n").map((line) => line.replace(/ of [^(]*/, " ")),
    [
      "s.ndjson:3: a2aSimpleMathStatus (fields.invalid)",
      "s.ndjson:4: a2aSimpleMathUpdatedAt (fields.invalid)",
      "s.ndjson:5: a2aSimpleMathScore (fields.invalid)",
      "s.ndjson:6: snapshot: not JSON: member name that is not a string at byte 1 (json.invalid)",
      "proofmark: s.ndjson: 4 things refused or invalid",
      "",
    ],
  );
});

test("a run is scored, explained, exported, imported and merged; a failure overwrites", async (t) => {
  const { url } = await fleet(t);
  const cwd = folder(t, [
    stored("agent:a", {
      a2aSimpleMathScore: 100,
      a2aSimpleMathStatus: "correct",
      a2aSimpleMathUpdatedAt: T,
    }),
  ]);
  const cli = (/** @type {string | string[]} */ words) => proofmark(words, { cwd });
  const run = `run ${url}/silent --protocol json --subject agent:a --seed s --questions 3`;
  await cli(`${run} --budget 300ms --retries 0 --allow-unreachable --out r.ndjson`);
  const score = async (/** @type {string} */ file) => {
    const { stdout } = await cli(`score ${file} --config c.json --format ndjson`);
    return JSON.parse(stdout);
  };
  const alone = await score("r.ndjson");
  assert.deepEqual([alone.subject.id, alone.trustScore], ["agent:a", 0]);
  assert.equal((await score("s.ndjson")).trustScore, 50);

  for (const [name, words] of Object.entries({
    merged: ["signals", "merge", "s.ndjson", "r.ndjson", "--keep", "2", "--fields", "a2a"],
    exported: ["signals", "export", "r.ndjson", "--fields", "nanda"],
  })) {
    const { stdout, stderr } = await cli(words);
    assert.equal(stderr, "");
    writeFileSync(join(cwd, `${name}.ndjson`), stdout);
    assert.equal((await score(`${name}.ndjson`)).trustScore, 0);
  }
  const [merged] = readLines(join(cwd, "merged.ndjson"));
  assert.equal(merged.signals.length, 4);
  assert.equal(merged.subject.metadata.additional.a2aSimpleMathScore, 0);
  assert.notEqual(merged.subject.metadata.additional.a2aSimpleMathStatus, "correct");
  const imported = await cli("signals import exported.ndjson");
  assert.equal(imported.stderr, "");
  const [snapshot] = imported.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  assert.deepEqual(snapshot.subject.metadata.additional, {});
  assert.equal(snapshot.signals.length, 2);

  const { stdout } = await cli("score s.ndjson --config c.json --explain");
  assert.match(stdout, /^ {2}agent:a: 50$/m);
  assert.match(stdout, /^ {2}\(0\.5 · 100 \+ 0\.5 · 0\) \/ 1 = 50$/m);
  assert.match(stdout, /^ {2}simple-math +0\.5 +100 +\+50 +0$/m);
  assert.match(stdout, /^ {4}simple-science\.score +1 +0 +(?:missing|timeout)$/m);
  assert.match(
    stdout.replace(/\n {2}/g, " "),
    /One more question of simple-science\.score takes the score to between 50 and 100: at most 50 from here\./,
  );
});

test("what one more run could change is said once of what it changes alike", async (t) => {
  const config = readFileSync(at("../../examples/score-config.json"), "utf8");
  const line = stored("a", { a2aSimpleMathStatus: "correct", a2aSimpleMathUpdatedAt: T });
  const cwd = folder(t, [line], config);
  const words = ["score", "s.ndjson", "--config", "c.json", "--explain", ...WHEN];
  const { stdout } = await proofmark(words, { cwd });
  const said = stdout
    .replace(/\n {2}/g, " ")
    .match(/One more question of [^:]+: at most [\d.]+ from here\./g);
  assert.deepEqual(said, [
    "One more question of simple-math.score or steadiness.math takes the score to between 12.5 and 50: at most 37.5 from here.",
    "One more question of simple-science.score or steadiness.science takes the score to between 50 and 100: at most 50 from here.",
  ]);
});

test("--min-score: 1 for a score below it", async (t) => {
  const cwd = folder(t, [stored("a", { a2aSimpleMathStatus: "wrong", a2aSimpleMathScore: 0 })]);
  const words = ["score", "s.ndjson", "--config", "c.json", "--min-score"];
  const below = await proofmark([...words, "0.01"], { cwd, code: 1 });
  assert.equal(below.stderr, "proofmark: 1 subject below --min-score 0.01\n");
  await proofmark([...words, "0"], { cwd });

  writeFileSync(join(cwd, "s.ndjson"), "{}\n");
  const none = await proofmark([...words, "0"], { cwd, code: 1 });
  assert.match(none.stderr, /\nproofmark: --min-score 0: no subject was scored\n$/);
});

test("a signed score is verified from its records and configuration", async (t) => {
  const { shared, cases } = JSON.parse(readFileSync(at("../vectors/score/signed.json"), "utf8"));
  const cwd = folder(t, shared.records, JSON.stringify(shared.config));
  writeFileSync(join(cwd, "k.json"), JSON.stringify(shared.key));
  const words = ["score", "s.ndjson", "--config", "c.json", ...WHEN, "--key", "k.json"];
  const { stdout: scores } = await proofmark([...words, "--format", "ndjson"], { cwd });
  assert.deepEqual(scores.trimEnd().split("\n"), cases[0].expect.texts);
  writeFileSync(join(cwd, "scores.ndjson"), scores);
  writeFileSync(join(cwd, "false.ndjson"), scores.replaceAll("2026-11-20", "2026-11-21"));
  writeFileSync(join(cwd, "r.ndjson"), shared.records.join("\n").replace("wrong", "correct"));
  const [whole, config] = [
    ["--config", "c.json", "--records", "s.ndjson"],
    ["--config", "c.json"],
  ];
  const { controller } = shared.key;
  for (const [words, code, pattern] of /** @type {[string[], number, RegExp][]} */ ([
    [["scores.ndjson", ...whole], 0, /Signed by did:key:z6Mk\w+\n\n {2}Intact: 2 scores signed/],
    [["scores.ndjson", ...whole, "--trust", controller], 0, /^ {2}Not checked: whether the/m],
    [["scores.ndjson", ...whole, "--json"], 0, /^\{"verdict":"intact",/],
    [["scores.ndjson"], 1, /Not checked: .* without config and\s+records\./],
    [["scores.ndjson", ...config], 1, /Not checked: .* without records\./],
    [["scores.ndjson", ...config, "--records", "r.ndjson"], 1, /\(score\.other-input\)/],
    [["false.ndjson", ...whole], 1, /\(proof\.signature\)\n\n {2}Failed: 2 of 2 scores, the/],
  ])) {
    const told = await proofmark(["verify", ...words], { cwd, code });
    assert.match(told.stdout, pattern);
  }
});

test(`${MANY} subjects in memory that does not grow`, async () => {
  const config = at("../../benches/score/config.json");
  const peak = async (/** @type {number} */ count) => {
    // The heap is held to what the lines in flight need; the peak is of all memory.
    const args = ["--max-old-space-size=64", "--import", at("../../benches/score/peak.mjs")];
    const words = ["score", "-", "--config", config, ...WHEN, "--format", "ndjson"];
    const child = start(words, { args, stdio: ["pipe", "pipe", "pipe", "pipe"] });
    let lines = 0;
    let kib = "";
    child.stdout.on("data", (bytes) => {
      for (const byte of bytes) if (byte === 0x0a) lines++;
    });
    child.stdio[3]?.on("data", (bytes) => (kib += bytes));
    const done = new Promise((resolve) => child.once("close", resolve));
    for (let i = 0; i < count; i++) {
      if (!child.stdin.write(`${subject(i)}\n`))
        await new Promise((resolve) => child.stdin.once("drain", resolve));
    }
    child.stdin.end();
    assert.equal(await done, 0);
    assert.equal(lines, count);
    return Number(kib) / 1024;
  };
  const [few, many] = [await peak(MANY / 10), await peak(MANY)];
  assert.ok(few > 0 && many < few + 32, `${few} MiB for a tenth, ${many} MiB for all`);
});

test("a bad line of what is piped in is said of stdin", async () => {
  const { stdout, stderr } = await proofmark("signals import -", { input: "nope\n", code: 1 });
  assert.match(
    stderr,
    /^stdin:1: .* \(json\.invalid\)\nproofmark: stdin: 1 thing refused or invalid\n$/,
  );
  assert.equal(stdout, "");
});
