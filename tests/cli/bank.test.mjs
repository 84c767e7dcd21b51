// proofmark bank, and a run with a private bank from sealing to the reveal of what was asked.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { listen } from "../support/listen.mjs";
import * as api from "../../pkg/entry/core/node.js";
import { command, proofmark, readRecords, scratch } from "./support.mjs";

const BANK = fileURLToPath(new URL("../../examples/private-bank.json", import.meta.url));
const BAD = JSON.parse(readFileSync(new URL("../vectors/bank/bad.json", import.meta.url), "utf8"));

/** The kinds of bad banks that everyone meets; the vectors have the others. */
const MET = "five-options two-right doubled-right duplicate-id empty-stem not-json".split(" ");

for (const name of MET) {
  test(`a bad bank is refused in one line: ${name}`, async (t) => {
    const { bank, text, expect } = BAD.find((/** @type {any} */ bad) => bad.name === name);
    const cwd = scratch(t);
    writeFileSync(join(cwd, "b.json"), text ?? JSON.stringify(bank));
    for (const words of [
      ["bank", "check", "b.json"],
      ["bank", "seal", "b.json", "--out", "m.json"],
      ["run", "http://127.0.0.1:9/", "--protocol", "json", "--bank", "b.json"],
    ]) {
      const { stdout, stderr } = await proofmark(words, { cwd, code: 2 });
      assert.match(stderr, /^proofmark: b\.json: [^\n]+\n$/);
      assert.ok(stderr.endsWith(` (${expect.code})\n`), stderr);
      assert.equal(stdout, "");
    }
    assert.deepEqual(readdirSync(cwd), ["b.json"]);
  });
}

test("what keeps every rule is counted", async () => {
  const { stdout } = await proofmark(["bank", "check", BANK]);
  assert.match(stdout, /^ {2}sciences {6}biology 1, chemistry 2, earth-science 1, physics 1$/m);
  assert.match(stdout, /^ {2}Valid\.$/m);
  const json = await proofmark(["bank", "check", BANK, "--format", "json"]);
  assert.deepEqual(JSON.parse(json.stdout), api.checkBank(readFileSync(BANK, "utf8")));
});

test("sealing overwrites nothing, and seals once", async (t) => {
  const cwd = scratch(t);
  copyFileSync(BANK, join(cwd, "b.json"));
  const seal = command("bank seal", cwd);
  const { stdout } = await seal("b.json --out m.json --format json");
  const { root } = JSON.parse(readFileSync(join(cwd, "m.json"), "utf8"));
  assert.deepEqual(JSON.parse(stdout), {
    ...{ id: "sample", root, items: 5, manifest: "m.json", sealed: "b.sealed.json" },
  });
  const state = () => readdirSync(cwd).map((file) => [file, readFileSync(join(cwd, file), "utf8")]);
  const before = state();
  assert.deepEqual(
    before.map(([file]) => file),
    ["b.json", "b.sealed.json", "m.json"],
  );
  assert.equal(statSync(join(cwd, "b.sealed.json")).mode & 0o077, 0);

  /** @type {[string[], RegExp][]} */
  const refused = [
    [["b.json", "--out", "m.json"], /b\.sealed\.json: already exists.*\(cli\.file-exists\)/],
    [
      ["b.json", "--out", "m.json", "--sealed", "s.json"],
      /m\.json: already exists.*\(cli\.file-exists\)/,
    ],
    [
      ["b.json", "--out", "n/m.json", "--sealed", "s.json"],
      /n\/m\.json: no directory to write it to.*\(cli\.file-unwritable\)/,
    ],
    // It looks as if a file could be made there, until one is.
    [
      ["b.json", "--out", "/proc/m.json", "--sealed", "s.json"],
      /\/proc\/m\.json: (?:cannot be created|no directory to write it to): .*\(cli\.file-unwritable\)/,
    ],
    [
      ["b.json", "--out", "./s.json", "--sealed", "s.json"],
      /\.\/s\.json: cannot be created: .*\(cli\.file-exists\)/,
    ],
    [["b.json", "--out", "s.json", "--sealed", "s.json"], /--sealed: must not be the file of/],
    [
      ["b.sealed.json", "--out", "n.json"],
      /b\.sealed\.json: .*invalidate its published manifest.*\(bank\.sealed\)/,
    ],
    [["b.json"], /bank seal needs --out/],
  ];
  for (const [words, stderr] of refused) {
    const ended = await seal(words, 2);
    assert.match(ended.stderr, stderr);
  }
  assert.deepEqual(state(), before);

  const reveal = command("bank reveal", cwd);
  const open = await reveal("b.json --id science:tin-symbol", 2);
  assert.match(open.stderr, /^proofmark: b\.json: .*guessed in four tries.*\(bank\.unsalted\)/);
  const unknown = await reveal("b.sealed.json --id science:item-0009", 2);
  assert.match(unknown.stderr, /^proofmark: b\.sealed\.json: .*\(bank\.unknown-item\)/);
});

/**
 * An agent that knows every answer of a bank.
 *
 * @param {import("node:test").TestContext} t
 * @param {string} bank
 */
async function knowing(t, bank) {
  const rights = new Map(JSON.parse(bank).items.map((/** @type {any} */ i) => [i.stem, i.right]));
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { message } = JSON.parse(body);
    const [, stem = "", ...options] =
      /^(.*)\nA\) (.*)\nB\) (.*)\nC\) (.*)\nD\) (.*)$/m.exec(message) ?? [];
    const letter = "ABCD"[options.indexOf(rights.get(stem) ?? "")];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ response: `The answer is ${letter}.` }));
  });
  return `${await listen(server, t)}/`;
}

test("a private bank, from sealing to the reveal of what was asked", async (t) => {
  const cwd = scratch(t);
  const at = (/** @type {string} */ name) => join(cwd, name);
  const cli = (/** @type {string | string[]} */ words) => proofmark(words, { cwd });
  copyFileSync(BANK, at("b.json"));
  await cli("bank seal b.json --out m.json");
  const url = await knowing(t, readFileSync(BANK, "utf8"));
  const run = ["run", url, "--protocol", "json", "--family", "science", "--questions", "8"];
  await cli([...run, "--bank", "b.sealed.json", "--out", "r.ndjson", "--min-score=100"]);

  // No record has more of the bank than the id of what was asked.
  const text = readFileSync(at("r.ndjson"), "utf8");
  for (const { stem, right, wrong, why } of JSON.parse(readFileSync(BANK, "utf8")).items) {
    for (const part of [stem, right, ...wrong, why]) assert.ok(!text.includes(`"${part}`), part);
  }
  const records = readRecords(at("r.ndjson"));
  const manifest = JSON.parse(readFileSync(at("m.json"), "utf8"));
  for (const { data } of records) {
    assert.deepEqual(data.terms.bank, { id: "sample", root: manifest.root });
    assert.match(data.questionId, /^science:item-000[1-5]$/);
  }

  const verify = command("verify r.ndjson", cwd);
  const nothing = await verify([], 1);
  assert.match(nothing.stdout, /draw was not checked on 8, grade was not checked on 8/);
  await verify("--bank b.sealed.json");
  await verify("--bank b.sealed.json --manifest m.json");

  const alone = await verify("--manifest m.json", 1);
  assert.match(alone.stdout, /Not checked: grade was not checked on 8 of 8 records/);
  const drawn = await verify("--manifest m.json --require schema,draw,bank");
  assert.match(
    drawn.stdout.replace(/\s+/g, " "),
    /Not checked: grade: .*; schema, draw, bank hold on every record/,
  );

  /** @type {string[]} */
  const reveals = [];
  for (const id of new Set(records.map(({ data }) => data.questionId))) {
    const { stdout } = await cli(["bank", "reveal", "b.sealed.json", "--id", id]);
    const name = `${id.replace("science:", "")}.json`;
    writeFileSync(at(name), stdout);
    reveals.push("--reveal", name);
  }
  await verify(["--manifest", "m.json", ...reveals, "--require", "draw,bank,grade"]);
  await verify(reveals);
  const ids = reveals.flatMap((word) => /^(.*)\.json$/.exec(word)?.[1] ?? []);
  const asked = ids.flatMap((id) => ["--id", `science:${id}`]);
  const together = await cli(["bank", "reveal", "b.sealed.json", ...asked]);
  assert.equal(together.stdout.split("\n").length, ids.length + 1);
  writeFileSync(at("all.ndjson"), together.stdout);
  await verify("--manifest m.json --reveal all.ndjson");
  writeFileSync(at("bad.ndjson"), together.stdout.replace("}\n{", "}\nnone\n{"));
  const bad = await verify("--manifest m.json --reveal bad.ndjson", 2);
  assert.match(bad.stderr, /^proofmark: bad\.ndjson:2: .*\(bank\.not-json\)/);
  const some = await verify(["--manifest", "m.json", ...reveals.slice(2)], 1);
  assert.match(some.stdout, /Not checked: grade was not checked on \d of 8 records/);

  // The same bank, sealed again, is another one: whatever else is at hand, the manifest holds.
  const again = ["bank", "seal", "b.json", "--out", "m2.json", "--sealed", "s2.json"];
  await cli(again);
  for (const words of [[], ["--bank", "b.sealed.json"], reveals]) {
    const wrong = await verify(["--manifest", "m2.json", ...words], 1);
    assert.match(wrong.stdout, /^line 2: bank: .*\(bank\.wrong-manifest\)/m);
  }

  const first = `${reveals[1]}`;
  // One alone may be spread over lines.
  const reveal = JSON.stringify(JSON.parse(readFileSync(at(first), "utf8")), null, 2);
  /** @type {[from: RegExp, to: string, code: string][]} */
  const changes = [
    [/"stem": "/, '"stem": "Now: ', "bank.reveal-item"],
    [/"salt": "./, '"salt": "', "bank.shape"],
    [/"index": \d/, '"index": 4', "bank.reveal-place"],
    [/"root": "[0-9a-f]{8}/, '"root": "00000000', "bank.wrong-manifest"],
    [/\n {4}"[0-9a-f]{8}/, '\n    "00000000', "bank.reveal-path"],
  ];
  for (const [from, to, code] of changes) {
    const changed = reveal.replace(from, to);
    if (changed === reveal) continue;
    writeFileSync(at("changed.json"), changed);
    const found = await verify("--manifest m.json --reveal changed.json", "any");
    assert.ok((found.stdout + found.stderr).includes(` (${code})`), found.stdout + found.stderr);
    assert.notEqual(found.code, 0);
  }
});

test("bots play the public questions of both families", async () => {
  const words = ["bank", "check", "--bots", "--seed", "s", "--questions", "40"];
  const { stdout } = await proofmark([...words, "--format", "json"]);
  const { bots } = JSON.parse(stdout);
  assert.deepEqual([bots.seed, bots.count, bots.rows.length], ["s", 40, 18]);
  for (const { asked } of bots.rows) assert.equal(asked, 40);
});

test("bots play a private bank, and the same seed gives the same table", async () => {
  const words = ["bank", "check", BANK, "--bots", "--seed", "s", "--questions", "40"];
  const { stdout } = await proofmark(words);
  assert.match(stdout, /^ {2}science: the score of each bot over 40 draws; guessing gives 25$/m);
  assert.match(stdout, /^ {2}always the longest option +[\d.]+ +[\d.]+$/m);
  assert.ok(!stdout.includes("math"));
  assert.equal((await proofmark(words)).stdout, stdout);

  const fresh = await proofmark("bank check --bots --questions 3");
  assert.match(fresh.stdout, /^ {2}The same again: --seed [0-9a-f]{32}$/m);
});
