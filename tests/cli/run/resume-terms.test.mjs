// --resume goes on as the run began: with its bank, its key, and the same members withheld.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { command, fleet, proofmark, readLines, readRecords, scratch } from "../support.mjs";

const BANK = fileURLToPath(new URL("../../../examples/private-bank.json", import.meta.url));

/**
 * A folder with two keys and two banks, and runs of one sample agent, kept in `r.ndjson`.
 *
 * @param {import("node:test").TestContext} t
 */
async function prepared(t) {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const at = (/** @type {string} */ name) => join(cwd, name);
  const cli = (/** @type {string | string[]} */ words) => proofmark(words, { cwd });
  copyFileSync(BANK, at("b.json"));
  for (const name of ["b", "c"])
    await cli(`bank seal b.json --out ${name}.manifest --sealed ${name}.sealed`);
  await cli("keygen key.json");
  const run = command(`run ${url}/honest --protocol json --out r.ndjson`, cwd);
  const path = at("r.ndjson");
  const text = () => readFileSync(path, "utf8");
  /** Leaves the first lines of the record file. @param {number} count */
  const keep = (count) => {
    const kept = text().split("\n").slice(0, count);
    writeFileSync(path, kept.map((line) => `${line}\n`).join(""));
  };
  /** Returns the refusal of `--resume`; asserts that nothing is asked and the file stays. @param {string[]} words */
  const refused = async (...words) => {
    const before = text();
    const { stdout, stderr } = await run([...words, "--resume"], 2);
    assert.equal(stdout, "", stderr);
    assert.equal(text(), before);
    return stderr;
  };
  return { cwd, at, url, cli, run, path, text, keep, refused };
}

test("another bank, or a forgotten one, is refused", async (t) => {
  const { cli, run, path, keep, refused } = await prepared(t);
  const science = ["--family", "science", "--questions", "4"];
  await run([...science, "--bank", "b.sealed"]);
  keep(3);
  const [{ terms }] = readLines(path);
  const { bank } = terms;
  const expected = `proofmark: --bank: expected "sample" with the root ${bank.root}, as the run at r.ndjson:1 began, found`;
  const other = await refused("--bank", "c.sealed");
  assert.ok(other.startsWith(`${expected} "sample" with the root `), other);
  const none = await refused();
  assert.ok(none.startsWith(`${expected} "public" with the root `), none);
  assert.match(none, /^[^\n]+\n$/);

  await run("--bank b.sealed --resume");
  await cli("verify r.ndjson --bank b.sealed");
});

test("a run is not gone on with that does not hold, however it was signed", async (t) => {
  const { at, run, path, text, keep, refused } = await prepared(t);
  for (const sign of [
    [],
    ["--key", "key.json"],
    ["--key", "key.json", "--sign", "checkpoint"],
    ["--key", "key.json", "--sign", "checkpoint", "--checkpoint-every", "1"],
  ]) {
    await run(["--questions", "2", "--seed", "s", ...sign]);
    const whole = text();
    /** @type {[string | RegExp, string][]} */
    const changes = [
      ['"policy":"literal"', '"policy":"committed"'],
      ['"simple-evals:1"', '"simple-evals:7"'],
      ['"score":100', '"score":0'],
      [/"response":"[^"]*"/, '"response":"7777"'],
      ['"seed":"s"', '"seed":"t"'],
      ['"variant":', '"variant":1'],
      ['"type":"run"', '"type":"run","extra":1'],
    ];
    for (const [from, to] of changes) {
      // The last line that says it: records behind the last checkpoint are covered by none.
      const lines = whole.split("\n").slice(0, 3);
      const last = lines.findLastIndex((line) => line.search(from) >= 0);
      assert.ok(last >= 0, String(from));
      const broken = lines.with(last, `${lines[last]}`.replace(from, to));
      writeFileSync(path, broken.map((line) => `${line}\n`).join(""));
      assert.match(
        await refused("--seed", "s", ...sign),
        /^proofmark: r\.ndjson:\d: .* \([a-z.-]+\)$/m,
      );
    }
    writeFileSync(path, whole);
    keep(3);
    await run(["--seed", "s", ...sign, "--resume"]);
    rmSync(at("r.ndjson"));
  }
});

test("what was changed behind a withheld value or of a private bank is not signed over", async (t) => {
  const { at, cli, run, path, keep, refused } = await prepared(t);
  const asked = "--questions 3 --family science --bank b.sealed --withhold response,expected";
  const words = `${asked} --key key.json --sign checkpoint`.split(" ");
  await run(words);
  keep(3);
  const [, record] = readLines(path);
  const whole = readFileSync(path, "utf8");
  const openings = readFileSync(at("r.ndjson.openings"), "utf8");
  const other = record.data.outcome === "correct" ? "wrong" : "correct";
  const score = other === "correct" ? 100 : 0;
  for (const change of [
    { outcome: other, score },
    { questionId: `science:item-000${record.data.questionId.endsWith("1") ? 2 : 1}` },
    { compliance: "refused" },
  ]) {
    const data = { ...record.data, ...change };
    const lines = whole.split("\n").with(1, JSON.stringify({ ...record, data }));
    writeFileSync(path, lines.join("\n"));
    assert.match(await refused(...words), /^proofmark: r\.ndjson(:2)?: .* \([a-z.-]+\)$/m);
  }
  writeFileSync(path, whole);
  rmSync(at("r.ndjson.openings"));
  assert.match(
    await refused(...words),
    /^proofmark: r\.ndjson: 2 records cannot be checked before they are signed; .*\(cli\.resume-file\)/,
  );
  writeFileSync(at("r.ndjson.openings"), openings, { mode: 0o600 });
  await run([...words, "--resume"]);
  const evidence = ["--bank", "b.sealed", "--openings", "r.ndjson.openings"];
  await cli(["verify", "r.ndjson", ...evidence, "--require", "signature,draw,grade"]);
});

test("another seed, entropy or key is refused", async (t) => {
  const { cli, run, keep, refused } = await prepared(t);
  await cli("keygen other.json");
  const first = "--questions 2 --seed s --entropy 1f --entropy-source".split(" ");
  const began = [...first, "beacon 7"];
  await run([...began, "--key", "key.json"]);
  keep(3);
  const key = ["--key", "key.json"];
  const terms = (
    /** @type {string} */ option,
    /** @type {string} */ was,
    /** @type {string} */ is,
  ) =>
    `proofmark: --${option}: expected "${was}", as the run at r.ndjson:1 began, found "${is}" (cli.resume-terms)\n`;
  assert.equal(await refused(...key, "--seed", "t"), terms("seed", "s", "t"));
  assert.equal(await refused(...key, "--entropy", "e9"), terms("entropy", "1f", "e9"));
  assert.equal(
    await refused(...key, "--entropy-source", "beacon 8"),
    terms("entropy-source", "beacon 7", "beacon 8"),
  );
  assert.match(
    await refused("--key", "other.json"),
    /^proofmark: r\.ndjson:2: .*\(proof\.evaluator\)/,
  );
  await run([...key, "--resume"]);
});

test("another model, tool or endpoint under the same subject is refused", async (t) => {
  const { at, cwd, url, path, keep } = await prepared(t);
  const out = ["--out", "r.ndjson", "--subject", "x", "--family", "math"];
  const ask = (/** @type {string} */ name, /** @type {string[]} */ words, code = 0) =>
    proofmark(["run", `${url}/${name}`, ...out, ...words], { cwd, code });
  const began = ["--protocol", "openai", "--model", "a", "--allow-unreachable"];
  await ask("v1/chat/completions", [...began, "--questions", "2"]);
  keep(2);
  const whole = readFileSync(path, "utf8");
  for (const [name, words, message] of /** @type {const} */ ([
    ["v1/chat/completions", ["--protocol", "openai", "--model", "b"], 'model: expected "a"'],
    ["v1/chat/completions", ["--protocol", "json"], 'model: expected "a"'],
    ["honest", began, `endpoint: expected "${url}/v1/chat/completions"`],
  ])) {
    const { stderr } = await ask(name, [...words, "--resume"], 2);
    assert.ok(
      stderr.startsWith(`proofmark: ${message}, as the run at r.ndjson:1 began, found `),
      stderr,
    );
    assert.equal(readFileSync(path, "utf8"), whole);
  }
  await ask("v1/chat/completions", [...began, "--resume"]);
  rmSync(at("r.ndjson"));
});

test("of runs that are complete, it says which options it ignores", async (t) => {
  const { url, cli, run, text } = await prepared(t);
  const began = ["--questions", "2", "--seed", "s", "--family", "math", "--subject", "x"];
  await run(began);
  const whole = text();
  const nothing = "proofmark: r.ndjson: already complete; showing the results of its records\n";
  assert.equal((await run([...began, "--resume"])).stderr, nothing);
  for (const [words, options] of /** @type {const} */ ([
    [["--questions", "7"], "--questions"],
    [["--seed", "t"], "--seed"],
    [["--family", "science"], "--family"],
    [["--questions", "7", "--policy", "committed", "--seed", "t"], "--questions, --policy, --seed"],
  ])) {
    const { stderr } = await run([...words, "--subject", "x", "--resume"]);
    const left = `proofmark: r.ndjson: ignored for 1 complete run with other values: ${options}\n`;
    assert.equal(stderr, `${left}${nothing}`);
    assert.equal(text(), whole);
  }
  const model = ["--protocol", "openai", "--model", "b", "--subject", "x", "--out", "r.ndjson"];
  const { stderr } = await cli(["run", `${url}/v1/chat/completions`, ...model, "--resume"]);
  assert.match(
    stderr,
    /^proofmark: r\.ndjson: ignored for 1 complete run with other values: --model$/m,
  );
});

test("subjects that are new are not asked out of the public bank for a forgotten one", async (t) => {
  const { run, path, refused } = await prepared(t);
  const science = ["--family", "science"];
  await run([...science, "--bank", "b.sealed", "--subject", "a"]);
  assert.match(
    await refused("--subject", "b"),
    /^proofmark: --bank: expected "sample" with .*\(cli.resume-terms\)/,
  );
  await run("--family math --subject b --resume");
  await run([...science, "--bank", "c.sealed", "--subject", "c", "--resume"]);
  assert.equal(readLines(path).length, 9);
});

test("what was signed is not gone on with unsigned, nor the reverse", async (t) => {
  const { at, cli, run, keep, refused } = await prepared(t);
  for (const sign of ["records", "checkpoint"]) {
    await run(["--questions", "2", "--key", "key.json", "--sign", sign]);
    keep(3);
    assert.equal(
      await refused(),
      "proofmark: --key: expected the key, as the record at r.ndjson:3 names its evaluator, found none (cli.resume-terms)\n",
    );
    await run(["--key", "key.json", "--sign", sign, "--resume"]);
    await cli("verify r.ndjson --require signature,draw,grade");
    rmSync(at("r.ndjson"));
  }
  await run("--questions 2");
  keep(3);
  assert.equal(
    await refused("--key", "key.json"),
    "proofmark: --key: expected none, as the record at r.ndjson:3 names no evaluator, found one (cli.resume-terms)\n",
  );
});

test("what was withheld is not published, nor the reverse", async (t) => {
  const { at, run, path, keep, refused } = await prepared(t);
  await run("--questions 2 --withhold response");
  keep(3);
  const withheld = 'proofmark: --withhold: expected "response", as the record at r.ndjson:3';
  assert.equal(await refused(), `${withheld} withholds it, found none (cli.resume-terms)\n`);
  await run("--withhold response --resume");
  assert.ok(readRecords(path).every(({ data }) => typeof data.response === "object"));
  rmSync(at("r.ndjson"));
  rmSync(at("r.ndjson.openings"));

  const science = ["--family", "science", "--questions", "3", "--bank", "b.sealed"];
  await run([...science, "--withhold", "response,expected"]);
  keep(3);
  assert.match(
    await refused("--bank", "b.sealed", "--withhold", "response"),
    /^proofmark: --withhold: expected "expected", as the record at r\.ndjson:3 withholds it, found "response" \(cli\.resume-terms\)$/m,
  );
  rmSync(at("r.ndjson"));
  rmSync(at("r.ndjson.openings"));

  await run("--questions 2");
  keep(3);
  assert.equal(
    await refused("--withhold", "response"),
    'proofmark: --withhold: expected no "response", as the record at r.ndjson:3 has it open, found "response" (cli.resume-terms)\n',
  );
});

test("openings are gone on with behind the last that opens a record of the file", async (t) => {
  const { at, cli, run, path, keep } = await prepared(t);
  const words = ["--questions", "3", "--withhold", "response"];
  await run(words);
  const whole = readFileSync(at("r.ndjson.openings"), "utf8");
  const lines = whole.split("\n");
  keep(3);
  const each = lines.indexOf(
    lines.find((line) => JSON.parse(line).record !== JSON.parse(`${lines[0]}`).record) ?? "",
  );
  const kept = `${lines.slice(0, 2 * each).join("\n")}\n`;
  for (const [left, told] of /** @type {[string, boolean][]} */ ([
    [kept, false],
    // Killed between the openings and their record, or amid them.
    [whole, true],
    [`${kept}${lines[2 * each]}`.slice(0, -9), true],
    // Its last line lacks no more than its line feed.
    [kept.slice(0, -1), false],
  ])) {
    keep(3);
    writeFileSync(at("r.ndjson.openings"), left);
    const { stderr } = await run([...words, "--resume"]);
    const tells = "proofmark: r.ndjson.openings: its last lines open no record and are cut off\n";
    assert.equal(stderr.includes(tells), told, stderr);
    assert.ok(readFileSync(at("r.ndjson.openings"), "utf8").startsWith(kept));
    assert.equal(readLines(at("r.ndjson.openings")).length, 6 * each);
    await cli("verify r.ndjson --openings r.ndjson.openings");
  }

  keep(3);
  const before = readFileSync(path, "utf8");
  for (const [left, line] of /** @type {[string, number][]} */ ([
    [`{"a":${kept}`, 1],
    // What is not ours is not cut off either.
    [`${kept}dear diary`, 2 * each + 1],
    [`${kept}dear diary\n`, 2 * each + 1],
    [`${kept}{"pointer":"/\n`, 2 * each + 1],
  ])) {
    writeFileSync(at("r.ndjson.openings"), left);
    const { stderr } = await run([...words, "--resume"], 2);
    assert.equal(stderr, `proofmark: r.ndjson.openings:${line}: not an opening (opening.file)\n`);
    assert.equal(readFileSync(path, "utf8"), before);
    assert.equal(readFileSync(at("r.ndjson.openings"), "utf8"), left);
  }
});

test("runs whose seeds are withheld are gone on with, each from the seed that its openings have", async (t) => {
  const { at, url, cli, path } = await prepared(t);
  const targets = ["a", "b"].map((subject) =>
    JSON.stringify({ endpoint: `${url}/honest`, subject }),
  );
  writeFileSync(at("t.ndjson"), targets.join("\n"));
  const words = ["run", "--targets", "t.ndjson", "--allow-private", "--protocol", "json"];
  words.push("--family", "science", "--questions", "4", "--bank", "b.sealed");
  words.push("--withhold", "response,expected", "--out", "r.ndjson");
  await cli(words);
  const all = readLines(path);
  const runs = all.filter(({ type }) => type === "run");
  assert.equal(new Set(runs.map(({ runId }) => runId)).size, 2);
  const begun = runs.flatMap((run) => [
    run,
    ...all.filter(({ type, data }) => type === undefined && data.runId === run.runId).slice(0, 2),
  ]);
  writeFileSync(path, begun.map((line) => `${JSON.stringify(line)}\n`).join(""));

  await cli([...words, "--resume"]);
  assert.equal(readRecords(path).length, 8);
  const evidence = ["--bank", "b.sealed", "--openings", "r.ndjson.openings"];
  await cli(["verify", "r.ndjson", ...evidence]);
});

test("openings that a run could not write stand in nobody's way", async (t) => {
  const { at, cli, run } = await prepared(t);
  for (const resume of [[], ["--resume"]]) {
    writeFileSync(at("r.ndjson.openings"), "", { mode: 0o600 });
    await run(["--withhold", "response", ...resume]);
    assert.equal(readRecords(at("r.ndjson")).length, 2);
    await cli("verify r.ndjson --openings r.ndjson.openings");
    for (const name of ["r.ndjson", "r.ndjson.openings"]) rmSync(at(name));
  }
});
