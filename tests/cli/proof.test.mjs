// keygen, run --key, verify --trust and proof: from a key to a record that proves itself.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { command, fleet, proofmark, scratch } from "./support.mjs";

const ALL = "schema,signature,inclusion,draw,grade,policy";

/** A folder with a key, a trust file that lists it, and a sample agent. @param {import("node:test").TestContext} t */
async function prepared(t) {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const made = await proofmark("keygen key.json --format json", { cwd });
  const { did } = JSON.parse(made.stdout);
  writeFileSync(join(cwd, "trust.json"), JSON.stringify({ keys: [{ did, name: "Acme Evals" }] }));
  const run = command(`run ${url}/honest --protocol json --subject agent:1 --questions 3`, cwd);
  const verify = command("verify", cwd);
  const lines = (/** @type {string} */ name) =>
    readFileSync(join(cwd, name), "utf8").trimEnd().split("\n");
  return { cwd, did, run, verify, lines };
}

test("a key is a secret, and is not made twice", async (t) => {
  const cwd = scratch(t);
  const made = await proofmark("keygen key.json", { cwd });
  assert.match(made.stdout, /^ {2}did:key:z6Mk\w+$/m);
  const key = readFileSync(join(cwd, "key.json"), "utf8");
  assert.doesNotMatch(made.stdout + made.stderr, new RegExp(JSON.parse(key).secretKeyMultibase));
  if (process.platform !== "win32") {
    assert.equal(statSync(join(cwd, "key.json")).mode & 0o777, 0o600);
  }
  const again = await proofmark("keygen key.json", { cwd, code: 2 });
  assert.equal(again.stdout, "");
  assert.equal(readFileSync(join(cwd, "key.json"), "utf8"), key);
});

for (const sign of ["records", "checkpoint"]) {
  test(`--sign ${sign}: signed, trusted, and about whom`, async (t) => {
    const { did, run, verify, lines } = await prepared(t);
    const words = ["--out", "r.ndjson", "--key", "key.json", "--sign", sign];
    await run([...words, "--checkpoint-every", "4"]);
    const types = lines("r.ndjson").map((line) => JSON.parse(line).type ?? "record");
    assert.deepEqual(types, [
      "run",
      ...Array(4).fill("record"),
      "checkpoint",
      "record",
      "record",
      "close",
      "checkpoint",
    ]);

    const all = await verify(`r.ndjson --trust trust.json --subject agent:1 --require ${ALL}`);
    assert.match(
      all.stdout,
      new RegExp(`^ {2}Signed by Acme Evals, ${did}\\n {2}About agent:1\\n`),
    );
    assert.match(all.stdout, /^ {2}Verified: [^.]*a\s+trusted\s+key\s+signed\s+it/m);

    const unasked = await verify("r.ndjson");
    assert.match(unasked.stdout, new RegExp(`^ {2}Signed by ${did}\\n`));
    assert.match(unasked.stdout, /^ {2}Intact: /m);
    assert.doesNotMatch(unasked.stdout, /verified/i);

    const other = await verify(
      "r.ndjson --trust did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK",
      1,
    );
    assert.match(other.stdout, /^line 2: policy: .*\(policy\.signer\)/m);
  });
}

test("a key comes with the trust file that believes it", async (t) => {
  const cwd = scratch(t);
  const words = ["keygen", "k.json", "--trust", "t.json", "--name", "Acme Evals", "--json"];
  const { stdout } = await proofmark(words, { cwd });
  const { did } = JSON.parse(stdout);
  const trust = JSON.parse(readFileSync(join(cwd, "t.json"), "utf8"));
  assert.deepEqual(trust, { keys: [{ did, name: "Acme Evals" }] });
  const bad = await proofmark(["keygen", "l.json", "--trust", "u.json", "--name", " "], {
    cwd,
    code: 2,
  });
  assert.match(bad.stderr, /\(trust\.invalid\)$/m);
  assert.equal(existsSync(join(cwd, "l.json")), false);
});

test("the key of a variable", async (t) => {
  const { cwd, did, run } = await prepared(t);
  const key = readFileSync(join(cwd, "key.json"), "utf8");
  const { url } = await fleet(t);
  const words = `run ${url}/honest --protocol json --format ndjson --key env:K`.split(" ");
  const ran = await proofmark(words, { cwd, env: { K: key } });
  assert.ok(ran.stdout.includes(did));
  for (const [words, stderr] of /** @type {[string[], RegExp][]} */ ([
    [["--key", "env:K"], /--key: the environment variable "K" is not set.*\(cli\.environment\)/],
    [["--key", "trust.json"], /trust\.json: .*\(key\.file\)/],
    [["--sign", "checkpoint"], /--sign: needs --key FILE/],
    [["--withhold", "response"], /--withhold: needs --out FILE/],
    [["--withhold", "score", "--out", "x.ndjson"], /\(withhold\.refused\)/],
    [["--withhold", "response,expected", "--out", "x.ndjson"], /\(withhold\.given-away\)/],
  ])) {
    const refused = await run(words, 2);
    assert.match(refused.stderr, stderr);
    assert.doesNotMatch(refused.stderr, /z3u2/);
  }
});

test("a run that is gone on with goes on with its log", async (t) => {
  const { cwd, run, verify, lines } = await prepared(t);
  const words = ["--out", "r.ndjson", "--key", "key.json", "--sign", "checkpoint"];
  await run([...words, "--checkpoint-every", "2"]);
  const whole = lines("r.ndjson");
  for (const kept of [2, 4, 5, 7]) {
    writeFileSync(join(cwd, "r.ndjson"), `${whole.slice(0, kept).join("\n")}\n`);
    await run([...words, "--checkpoint-every", "2", "--resume"]);
    await verify(["r.ndjson", "--require", ALL.replace(",policy", "")]);
  }
});

test("what is withheld is opened later, and nothing else is", async (t) => {
  const { cwd, run, verify, lines } = await prepared(t);
  const ran = await run("--out r.ndjson --key key.json --withhold response");
  assert.match(ran.stdout, /100 literal, 100 committed|: 6 of 6 questions right/);
  const closed = await verify("r.ndjson", 1);
  assert.match(closed.stdout, /grade was not checked on 6 of 6 records, and is required\./);

  await verify("r.ndjson --openings r.ndjson.openings");

  const open = command("proof open r.ndjson --openings r.ndjson.openings", cwd);
  await open("--out all.ndjson");
  await verify(["all.ndjson", "--require", ALL.replace(",policy", "")]);
  const one = await open("--line 3 --out one.ndjson");
  assert.match(one.stderr, /1 record opened/);
  assert.equal(lines("one.ndjson").length, lines("r.ndjson").length + 5);
  assert.match((await verify("one.ndjson", 1)).stdout, /grade was not checked on 5 of 6 records/);

  const [first = ""] = lines("r.ndjson.openings");
  const wrong = JSON.stringify({ ...JSON.parse(first), value: "other" });
  writeFileSync(join(cwd, "wrong.openings"), `${wrong}\n`);
  const changed = await verify("r.ndjson --openings wrong.openings", 1);
  assert.match(changed.stdout, /^line 2: schema: .*\(opening\.digest\)/m);
});

test("one record is proven, and a log to have grown", async (t) => {
  const { cwd, did, run, verify, lines } = await prepared(t);
  const words = ["--out", "r.ndjson", "--key", "key.json", "--checkpoint-every", "2"];
  await run([...words, "--sign", "checkpoint"]);
  const proven = await proofmark("proof inclusion r.ndjson --line 3", { cwd });
  writeFileSync(join(cwd, "record.json"), proven.stdout);
  const alone = await verify("record.json --require schema,signature,inclusion,draw,grade", 1);
  assert.match(alone.stdout, new RegExp(`^ {2}Signed by ${did}\\n`));
  // A record by itself says nothing of its run.
  assert.match(alone.stdout, /^line 1: run: .*\(run\.unknown\)/m);
  await verify("record.json", 1);
  const shown = await verify("record.json --index 0");
  assert.match(
    shown.stdout.replace(/\s+/g, " "),
    /Partial: schema, draw, grade hold on this record; 1 of 6 questions; the other 5 are not shown\./,
  );
  assert.doesNotMatch(shown.stdout, /every run is complete/);
  const second = await proofmark("proof inclusion r.ndjson --index 1", { cwd });
  assert.equal(second.stdout, proven.stdout, "the record of line 3 has the index 1");
  for (const [words, said] of /** @type {const} */ ([
    [["--index", "6"], /expected a record with the index 6, found none \(file\.index\)$/m],
    [["--index", "1", "--line", "3"], /expected one of --line and --index \(cli\.together\)$/m],
    [[], /expected one of --line and --index \(cli\.together\)$/m],
  ])) {
    const refused = await proofmark(["proof", "inclusion", "r.ndjson", ...words], { cwd, code: 2 });
    assert.equal(refused.stdout, "");
    assert.match(refused.stderr, said);
  }
  const none = await proofmark("proof inclusion r.ndjson --line 1", { cwd, code: 2 });
  assert.equal(none.stdout, "");
  assert.equal(none.stderr, "proofmark: r.ndjson:1: not a record (log.inclusion)\n");

  writeFileSync(join(cwd, "old.ndjson"), `${lines("r.ndjson").slice(0, 4).join("\n")}\n`);
  const grown = ["proof", "consistency", "r.ndjson", "--old", "old.ndjson", "--out", "proof.json"];
  await proofmark(grown, { cwd });
  const checked = await proofmark("proof consistency proof.json", { cwd });
  assert.match(checked.stdout, /has grown from 2 to 6 records, and lost none\./);
  const proof = JSON.parse(readFileSync(join(cwd, "proof.json"), "utf8"));
  writeFileSync(join(cwd, "bad.json"), JSON.stringify({ ...proof, hashes: proof.hashes.slice(1) }));
  const bad = await proofmark("proof consistency bad.json", { cwd, code: 2 });
  assert.match(bad.stderr, /bad\.json: .*\(log\.consistency\)/);
});

test("several cores say what one says", async (t) => {
  const { cwd, run, verify } = await prepared(t);
  const words = ["--out", "r.ndjson", "--key", "key.json", "--sign", "checkpoint"];
  await run(words);
  const file = readFileSync(join(cwd, "r.ndjson"));
  // The same run again and again is wrong, and long enough for every core.
  const many = Math.ceil((9 << 20) / file.length);
  writeFileSync(join(cwd, "many.ndjson"), "");
  for (let at = 0; at < many; at++) appendFileSync(join(cwd, "many.ndjson"), file);
  appendFileSync(join(cwd, "many.ndjson"), `${"x".repeat(17 << 20)}\n`);
  const [one, two, three] = await Promise.all(
    [1, 2, 3].map((cores) => verify(`many.ndjson --cores ${cores} --format json`, 1)),
  );
  const { records, failed } = JSON.parse(one?.stdout ?? "");
  assert.ok(records === 6 * many && failed > many, `${records} ${failed}`);
  assert.equal(two?.stdout, one?.stdout);
  assert.equal(three?.stdout, one?.stdout);
});

test("open adds nothing that verification would refuse", async (t) => {
  const { cwd, run, verify, lines } = await prepared(t);
  await run("--out r.ndjson --key key.json --withhold response");
  const open = command("proof open --openings some.openings", cwd);
  const whole = lines("r.ndjson.openings");
  const put = (/** @type {string[]} */ openings) =>
    writeFileSync(join(cwd, "some.openings"), `${openings.join("\n")}\n`);
  const [first = "", second = ""] = whole;
  const other = (/** @type {object} */ members) =>
    JSON.stringify({ ...JSON.parse(second), ...members });
  for (const [line, stderr] of /** @type {[string, RegExp][]} */ ([
    [other({ value: "other" }), /\(opening\.digest\)/],
    [other({ salt: "zz" }), /\(opening\.salt\)/],
    [other({ pointer: "/data/outcome" }), /\(opening\.pointer\)/],
    [other({ extra: 1 }), /\(json\.invalid\)/],
    [other({ record: undefined }), /not an opening \(opening\.file\)$/m],
    [other({ record: "0".repeat(64) }), /belongs to no record of r\.ndjson \(opening\.record\)$/m],
    [second.replace("{", '{"salt":"",'), /\(json\.invalid\)/],
    ["{", /not JSON \(json\.invalid\)$/m],
  ])) {
    put([first, line, ...whole.slice(2)]);
    const refused = await open("r.ndjson --out x.ndjson", 2);
    assert.equal(refused.stdout, "", line);
    assert.ok(refused.stderr.startsWith("proofmark: some.openings:2: "), refused.stderr);
    assert.match(refused.stderr, stderr);
    assert.equal(existsSync(join(cwd, "x.ndjson")), false);
  }

  // What is open already stays so, once.
  put([...whole.slice(0, 2), first]);
  assert.match((await open("r.ndjson --out one.ndjson")).stderr, /1 record opened/);
  put(whole);
  await open("one.ndjson --out all.ndjson");
  await verify("all.ndjson");
  const nothing = await open("all.ndjson");
  assert.equal(nothing.stdout, readFileSync(join(cwd, "all.ndjson"), "utf8"));
  assert.match(nothing.stderr, /0 records opened/);
  put([other({ value: "other" })]);
  assert.match((await open("all.ndjson", 2)).stderr, /some\.openings:1: .*\(opening\.pointer\)/);
});

test("open says of each line that was named why nothing is opened there", async (t) => {
  const { cwd, run, lines } = await prepared(t);
  await run("--out r.ndjson --key key.json --withhold response");
  const open = command("proof open --openings some.openings", cwd);
  const first = lines("r.ndjson.openings").slice(0, 1);
  writeFileSync(join(cwd, "some.openings"), `${first[0]}\n`);
  const one = await open("r.ndjson --line 2 --out one.ndjson");
  for (const [file, line, found] of [
    ["r.ndjson", "1", "a line of another kind"],
    ["r.ndjson", "3", "a record without"],
    ["r.ndjson", "9999", "no such line"],
    ["one.ndjson", "3", "a line of another kind"],
  ]) {
    for (const words of [[], ["--line", "2"]]) {
      const refused = await open([`${file}`, ...words, "--line", `${line}`], 2);
      const said = `--line ${line}: expected a record of ${file} that has openings, found ${found}`;
      assert.equal(refused.stderr, `proofmark: ${said} (file.index)\n`);
      assert.equal(refused.stdout, "");
    }
  }
  await open("one.ndjson --line 2");

  writeFileSync(join(cwd, "crlf.ndjson"), lines("r.ndjson").join("\r\n"));
  const crlf = await open("crlf.ndjson", 2);
  assert.match(crlf.stderr, /^proofmark: crlf\.ndjson:1: .*\(file\.carriage-return\)/);
  assert.equal(crlf.stdout, "");
});

test("of several files, what is wrong is said of the one that it stands in", async (t) => {
  const { cwd, run, verify } = await prepared(t);
  const words = ["--out", "r.ndjson", "--key", "key.json", "--withhold", "response"];
  await run(words);
  writeFileSync(join(cwd, "b.openings"), `${readFileSync(join(cwd, "r.ndjson.openings"))}{}\n`);
  const both = ["--openings", "r.ndjson.openings", "--openings", "b.openings"];
  const { stderr } = await verify(["r.ndjson", ...both], 2);
  assert.match(stderr, /^proofmark: b\.openings:\d+: not an opening .*\(opening\.file\)/);

  writeFileSync(join(cwd, "note"), "no note\n");
  const old = await proofmark("proof consistency r.ndjson --old note", { cwd, code: 2 });
  assert.match(old.stderr, /^proofmark: note: .*\(log\.note\)/);
});
