// proofmark grade: a stream of replies in, a stream of readings out.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import * as api from "../../pkg/entry/core/node.js";
import { BINARY, ended, proofmark, scratch, start } from "./support.mjs";

const skip = "gradeStream" in api ? false : "the package does not export gradeStream";
const ROWS = 100_000;
/** A limit of memory that a whole output would exceed many times. */
const MEMORY_MIB = 64;

/** @param {number} n */
const row = (n) =>
  `{"id":${n},"kind":"math","expected":"${n}","response":"Let me see. It is ${n}, I think. ${"So it goes. ".repeat(20)}"}`;

test(
  "100,000 rows: flat memory, the same order, a bad line named and passed over",
  { skip },
  async () => {
    // The heap is held to what the rows in flight need.
    const child = start(["grade"], { args: [`--max-old-space-size=${MEMORY_MIB}`] });
    const end = ended(child);
    for (let n = 0; n < ROWS; n++) {
      const line = n === 5 ? "{not json" : row(n);
      if (!child.stdin.write(`${line}\n`))
        await new Promise((resolve) => child.stdin.once("drain", resolve));
    }
    child.stdin.end();
    const { code, stdout, stderr } = await end;
    assert.equal(code, 1);
    assert.match(stderr, /^stdin:6: \S+: .*\nproofmark: stdin: 1 line could not be graded\n$/);
    const ids = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).id);
    assert.equal(ids.length, ROWS - 1);
    ids.forEach((id, place) => assert.equal(id, place < 5 ? place : place + 1));
  },
);

test("--strict stops at once", { skip }, async (t) => {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "rows.ndjson"), [row(0), "{}", row(2)].join("\n"));
  const { stderr, stdout } = await proofmark("grade rows.ndjson --strict", { cwd, code: 2 });
  assert.match(stderr, /^proofmark: rows\.ndjson:2: \S+: .*\n$/);
  assert.ok(stdout.split("\n").length <= 2, stdout);
});

test("wrong answers are graded lines", { skip }, async () => {
  const input = `{"kind":"choice","options":["Iron","Gold","Tin","Lead"],"expected":"B","response":"(C)"}\n`;
  const { stdout } = await proofmark("grade", { input });
  const { literal, committed, compliance } = JSON.parse(stdout);
  assert.equal(literal.outcome, "wrong");
  assert.equal(committed.answer, "C");
  assert.equal(typeof compliance, "string");
});

test("what is piped in and cannot be read is refused, as a file is", { skip }, async (t) => {
  const cwd = scratch(t);
  for (const [path, flags, found] of /** @type {[string, string, string][]} */ ([
    [cwd, "r", "is a directory (cli.file-unreadable)"],
    [
      join(cwd, "out"),
      "w",
      "expected a readable file, found nothing that is open to be read or written (cli.file-unreadable)",
    ],
  ])) {
    const stdin = openSync(path, flags);
    t.after(() => closeSync(stdin));
    for (const words of [["grade"], ["verify", "-"], ["report", "-"], ["signals", "import", "-"]]) {
      const child = spawn(process.execPath, [BINARY, ...words], { stdio: [stdin, "pipe", "pipe"] });
      const { code, stdout, stderr } = await ended(/** @type {any} */ (child));
      assert.deepEqual([code, stdout, stderr], [2, "", `proofmark: stdin: ${found}\n`]);
    }
  }
});
