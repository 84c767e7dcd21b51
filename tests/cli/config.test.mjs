// proofmark.json: the options of run from a file, and the file that init writes.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";

import { CONFIG_MEMBERS } from "../../pkg/cli/run/config.js";
import { ROOT } from "../../scripts/lib.mjs";
import { fleet, proofmark, readRecords, scratch } from "./support.mjs";

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const SCHEMA = readJson("docs/schema/config.schema.json");
const isValid = new /** @type {any} */ (Ajv)({ allowUnionTypes: true }).compile(SCHEMA);

test("the schema has the members that run reads", () => {
  assert.deepEqual(Object.keys(SCHEMA.properties).sort(), [...CONFIG_MEMBERS].sort());
  const example = readJson("examples/proofmark.json");
  assert.ok(isValid(example), JSON.stringify(isValid.errors));
});

test("init writes a file that run repeats, without the secret", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const env = { TOKEN: "sk-secret-1234" };
  const words = ["init", `${url}/honest`, "--protocol", "json", "-n", "2", "--family", "math"];
  words.push("--header", "authorization: Bearer ${TOKEN}", "--report", "r.md", "--report", "r.csv");
  const made = await proofmark(words, { cwd, env });
  assert.equal(made.stderr, "");
  const config = JSON.parse(readFileSync(join(cwd, "proofmark.json"), "utf8"));
  assert.ok(isValid(config), JSON.stringify(isValid.errors));
  assert.equal(config.headers.authorization, "Bearer ${TOKEN}");

  await proofmark("run", { cwd, env });
  const [records = ""] = readdirSync(cwd).filter((name) =>
    /^runs-\d{4}-\d\d-\d\d\.ndjson$/.test(name),
  );
  assert.equal(readRecords(join(cwd, records)).length, 2);
  assert.match(readFileSync(join(cwd, "r.md"), "utf8"), /2 of 2 passed/);
  assert.match(readFileSync(join(cwd, "r.csv"), "utf8"), /^result,task,/);

  const again = await proofmark("run", { cwd, env, code: 2 });
  assert.match(again.stderr, /already exists; .*--force replaces it/);
  await proofmark("run --force --questions 3", { cwd, env });
  assert.equal(readRecords(join(cwd, records)).length, 3);
});

test("init finds out how to ask the agent, or writes nothing", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  await proofmark(`init ${url}/honest`, { cwd });
  const config = JSON.parse(readFileSync(join(cwd, "proofmark.json"), "utf8"));
  assert.equal(config.protocol, "json");
  const dead = await proofmark("init http://127.0.0.1:9/ --out dead.json", { cwd, code: 1 });
  assert.match(dead.stderr, /the agent did not reply; proofmark probe URL says why/);
  assert.deepEqual(readdirSync(cwd), ["proofmark.json"]);
});

/** @type {[config: unknown, stderr: RegExp][]} */
const REFUSED = [
  [[], /expected a JSON object, found another value \(cli\.config\)/],
  [{ url: "http://127.0.0.1:9/", question: 2 }, /unknown member "question"; known are .*/],
  [{ url: 7 }, /url: expected text/],
  [{ url: "http://127.0.0.1:9/", questions: 0 }, /--questions: expected a whole number from 1/],
  [{ url: "http://127.0.0.1:9/", questions: true }, /questions: expected text or a number/],
  [{ url: "http://127.0.0.1:9/", resume: "yes" }, /resume: expected true or false/],
  [
    { url: "http://127.0.0.1:9/", report: ["r.pdf"], out: "o" },
    /--report: expected a name that ends/,
  ],
  [{ url: "http://127.0.0.1:9/", report: ["r.md"] }, /--report: needs --out FILE/],
  [
    { url: "http://127.0.0.1:9/", headers: { authorization: "Bearer sk-1234567" } },
    /a secret must not be typed out/,
  ],
  [{ questions: 2 }, /expected a URL, --targets or a file proofmark\.json, found neither/],
];

for (const [config, stderr] of REFUSED) {
  test(`run refuses ${JSON.stringify(config)}`, async (t) => {
    const cwd = scratch(t);
    writeFileSync(join(cwd, "proofmark.json"), JSON.stringify(config));
    const found = await proofmark("run", { cwd, code: 2 });
    assert.match(found.stderr, stderr);
    assert.equal(found.stdout, "");
  });
}

test("a typed URL stands for itself", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  writeFileSync(
    join(cwd, "proofmark.json"),
    JSON.stringify({ url: "http://127.0.0.1:9/", out: "o" }),
  );
  await proofmark(`run ${url}/honest --protocol json`, { cwd });
  assert.deepEqual(readdirSync(cwd), ["proofmark.json"]);
  await proofmark(`run ${url} --config proofmark.json`, { cwd, code: 2 });
});
