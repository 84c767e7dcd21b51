// Tests the identity of subjects: models, tools and agents behind one URL are subjects of their own,
// and a change of what answered is told from a change of the answers.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { KINDS, startMany } from "../../support/many-behind-one.mjs";
import { proofmark, readRecords, scratch } from "../support.mjs";

const CONFIG = `{"trustScoreConfigVersion":1,"adapters":[{"adapterId":"simple-math"}]}`;

/** A server with models, agents and tools. @param {import("node:test").TestContext} t */
async function many(t) {
  const served = await startMany();
  t.after(() => served.close());
  return served;
}

const RUN = ["--family", "math", "--questions", "4", "--seed", "s"];

for (const [what, , path, name, prefix] of KINDS) {
  const option = `--${name}`;
  test(`two ${what} behind one URL are two subjects`, async (t) => {
    const cwd = scratch(t);
    const { url } = await many(t);
    const ids = ["good", "bad"].map((name) => `${prefix.replace("URL", url + path)}${name}`);
    for (const name of ["good", "bad"]) {
      const words = ["run", `${url}${path}`, option, name, ...RUN, "--out", `${name}.ndjson`];
      await proofmark(words, { cwd });
      const member = option.replace("--", "").replace("uaid", "agent");
      for (const { subject } of readRecords(join(cwd, `${name}.ndjson`)))
        assert.deepEqual([subject.id, subject[member]], [ids[name === "good" ? 0 : 1], name]);
    }
    const files = ["good.ndjson", "bad.ndjson"].map((name) =>
      readFileSync(join(cwd, name), "utf8"),
    );
    writeFileSync(join(cwd, "both.ndjson"), files.join(""));
    writeFileSync(join(cwd, "c.json"), CONFIG);
    const json = async (/** @type {string[]} */ ...words) => {
      const { stdout, stderr } = await proofmark([...words, "--format", "json"], { cwd });
      assert.notEqual(stdout, "", stderr);
      return JSON.parse(stdout);
    };
    const scores = await json("score", "both.ndjson", "--config", "c.json");
    assert.deepEqual(
      scores.map((/** @type {any} */ { subject, trustScore }) => [subject.id, trustScore]),
      [
        [ids[0], 100],
        [ids[1], 0],
      ],
    );
    const report = await json("report", "both.ndjson");
    assert.equal(report.title, "2 subjects");
    const passed = (/** @type {string} */ id) =>
      report.rows
        .filter((/** @type {any} */ row) => row.id.startsWith(`${id} `))
        .map((/** @type {any} */ row) => row.outcome);
    assert.deepEqual(
      [passed(ids[0] ?? ""), passed(ids[1] ?? "")],
      [Array(4).fill("pass"), Array(4).fill("fail")],
    );
    const compared = await json("compare", "good.ndjson", "bad.ndjson");
    assert.deepEqual([compared.onlyFirst, compared.onlySecond, compared.pairs.broken], [4, 4, 0]);
    const { subjects } = await json("verify", "both.ndjson");
    assert.deepEqual(
      subjects.map((/** @type {any} */ { id }) => id),
      ids,
    );
  });
}

test("a worse agent is told from a changed model", async (t) => {
  const cwd = scratch(t);
  const served = await many(t);
  const url = `${served.url}/v1/chat/completions`;
  const run = async (/** @type {string} */ out, /** @type {string} */ version) => {
    served.version = version;
    const drawn = ["--family", "math", "--questions", "10", "--seed", "s"];
    const words = ["run", url, "--model", "good", ...drawn, "--out", out];
    await proofmark(words, { cwd });
  };
  await run("before.ndjson", "1");
  served.worse = true;
  await run("worse.ndjson", "1");
  await run("other.ndjson", "2");
  const told = async (/** @type {string} */ other, /** @type {string[]} */ ...options) => {
    const words = ["compare", "before.ndjson", other, "--fail-on", "regression", ...options];
    const { stdout } = await proofmark(words, { cwd, code: 1 });
    return stdout;
  };
  for (const [other, changed] of /** @type {const} */ ([
    ["worse.ndjson", false],
    ["other.ndjson", true],
  ])) {
    const found = JSON.parse(await told(other, "--format", "json"));
    assert.deepEqual([found.verdict, found.pairs.broken], ["regression", 10]);
    assert.equal((found.who ?? []).length, changed ? 1 : 0);
    const pretty = (await told(other)).replace(/\s+/g, " ");
    assert.match(pretty, /Regression: 10 broken/);
    assert.equal(/served by good-1, fingerprint fp_1; then served by good-2/.test(pretty), changed);
  }
});

test("a changed model is told beside the comparison, and what answered in reports", async (t) => {
  const cwd = scratch(t);
  const served = await many(t);
  const run = (/** @type {string} */ out) =>
    proofmark(
      ["run", `${served.url}/v1/chat/completions`, "--model", "good", ...RUN, "--out", out],
      { cwd, code: "any" },
    );
  await run("before.ndjson");
  await run("same.ndjson");
  served.version = "2";
  await run("after.ndjson");
  const changed = async (/** @type {string} */ other) => {
    const words = ["compare", "before.ndjson", other, "--format", "json"];
    return JSON.parse((await proofmark(words, { cwd })).stdout).who ?? [];
  };
  const id = `${served.url}/v1/chat/completions#model=good`;
  const who = (/** @type {number} */ version) =>
    `served by good-${version}, fingerprint fp_${version}`;
  assert.deepEqual(await changed("same.ndjson"), []);
  assert.deepEqual(await changed("after.ndjson"), [
    `${id} was not the same in both: ${who(1)}; then ${who(2)}.`,
  ]);
  const pretty = await proofmark("compare before.ndjson after.ndjson", { cwd });
  assert.match(pretty.stdout.replace(/\s+/g, " "), /was not the same in both: served by good-1/);
  const report = await proofmark("report after.ndjson --format markdown", { cwd });
  assert.match(report.stdout, /served by good-2, fingerprint fp\\?_2/);
  const CONFIGURED = ["--config", "c.json", "--format", "json"];
  writeFileSync(join(cwd, "c.json"), CONFIG);
  for (const option of [[], ["--explain"]]) {
    const scored = await proofmark(["score", "after.ndjson", ...CONFIGURED, ...option], { cwd });
    assert.deepEqual(JSON.parse(scored.stdout)[0].subject, { id, who: [who(2)] });
    const words = ["score", "after.ndjson", "--config", "c.json", ...option];
    const { stdout } = await proofmark(words, { cwd });
    assert.ok(stdout.replace(/\s+/g, " ").includes(`${id}: ${who(2)}.`), stdout);
  }
  const verified = await proofmark("verify after.ndjson --format json", { cwd });
  assert.deepEqual(JSON.parse(verified.stdout).subjects, [{ id, who: [who(2)], records: 4 }]);
});

test("what a query tells apart needs a name", async (t) => {
  const cwd = scratch(t);
  const { url } = await many(t);
  const card = `${url}/.well-known/agent-card.json?assistant_id=`;
  const refused = await proofmark(`run ${card}one --protocol a2a --out r.ndjson`, {
    cwd,
    code: 2,
  });
  assert.match(refused.stderr, /subject: .*--subject.*\(exchange\.subject\)/);
  assert.doesNotMatch(refused.stderr, /assistant_id/);
  const targets = ["one", "two"].map((name) =>
    JSON.stringify({ endpoint: card + name, subject: `urn:${name}` }),
  );
  writeFileSync(join(cwd, "t.ndjson"), `${targets.join("\n")}\n`);
  const words = ["run", "--targets", "t.ndjson", "--allow-private", ...RUN, "--out", "r.ndjson"];
  await proofmark([...words, "--allow-unreachable"], { cwd });
  const text = readFileSync(join(cwd, "r.ndjson"), "utf8");
  assert.match(text, /urn:one.*urn:two/s);
  assert.doesNotMatch(text, /assistant_id/);
});
