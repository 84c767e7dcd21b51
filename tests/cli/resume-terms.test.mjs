// --resume goes on as the run began: with its bank, its key, and the same members withheld.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { fleet, proofmark, readLines, scratch } from "./support.mjs";

const BANK = fileURLToPath(new URL("../../examples/private-bank.json", import.meta.url));

/**
 * A folder with two keys and two banks, and runs of one sample agent, kept in `r.ndjson`.
 *
 * @param {import("node:test").TestContext} t
 */
async function prepared(t) {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const at = (/** @type {string} */ name) => join(cwd, name);
  const cli = (/** @type {string[]} */ ...words) => proofmark(words, { cwd });
  copyFileSync(BANK, at("b.json"));
  for (const name of ["b", "c"]) {
    const words = ["--out", `${name}.manifest`, "--sealed", `${name}.sealed`];
    assert.equal((await cli("bank", "seal", "b.json", ...words)).code, 0);
  }
  assert.equal((await cli("keygen", "key.json")).code, 0);
  const run = (/** @type {string[]} */ ...words) =>
    cli("run", `${url}/honest`, "--protocol", "json", "--out", "r.ndjson", ...words);
  const path = at("r.ndjson");
  const text = () => readFileSync(path, "utf8");
  /** Leaves the first lines of the record file. @param {number} count */
  const keep = (count) =>
    writeFileSync(
      path,
      text()
        .split("\n")
        .slice(0, count)
        .map((line) => `${line}\n`)
        .join(""),
    );
  /** What it is refused with; nothing is asked, and the file stays. @param {string[]} words */
  const refused = async (...words) => {
    const before = text();
    const { code, stdout, stderr } = await run(...words, "--resume");
    assert.deepEqual([code, stdout], [2, ""], stderr);
    assert.equal(text(), before);
    return stderr;
  };
  return { cwd, at, url, cli, run, path, text, keep, refused };
}

test("another bank, or a forgotten one, is refused", async (t) => {
  const { cli, run, path, keep, refused } = await prepared(t);
  const science = ["--family", "science", "--runs", "4"];
  assert.equal((await run(...science, "--bank", "b.sealed")).code, 0);
  keep(3);
  const [{ bank }] = readLines(path);
  const expected = `proofmark: --bank: expected "sample" with the root ${bank.root}, as the run at r.ndjson:1 began, found`;
  const other = await refused("--bank", "c.sealed");
  assert.ok(other.startsWith(`${expected} "sample" with the root `), other);
  const none = await refused();
  assert.ok(none.startsWith(`${expected} "public" with the root `), none);
  assert.match(none, /^[^\n]+\n$/);

  const same = await run("--bank", "b.sealed", "--resume");
  assert.equal(same.code, 0, same.stderr);
  assert.equal((await cli("verify", "r.ndjson", "--bank", "b.sealed")).code, 0);
});

test("subjects that are new are not asked out of the public bank for a forgotten one", async (t) => {
  const { run, path, refused } = await prepared(t);
  const science = ["--family", "science"];
  assert.equal((await run(...science, "--bank", "b.sealed", "--subject", "a")).code, 0);
  assert.match(await refused("--subject", "b"), /^proofmark: --bank: expected "sample" with /);
  assert.equal((await run("--family", "math", "--subject", "b", "--resume")).code, 0);
  const other = await run(...science, "--bank", "c.sealed", "--subject", "c", "--resume");
  assert.equal(other.code, 0, other.stderr);
  assert.equal(readLines(path).length, 9);
});
