// Tests refusals of the command line: one line, exit code 2, nothing on stdout, and nothing changed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { proofmark, scratch } from "../support.mjs";

/** @type {{ name: string, words: string[], files?: Record<string, string>, bytes?: Record<string, string>, code: number, stderr: string }[]} */
const CASES = ["cases.json", "file-cases.json", "suite-cases.json"].flatMap((name) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")),
);
/** A suite of one task. */
const SUITE = JSON.stringify({
  ...{ id: "s", version: "1" },
  tasks: [{ id: "a", prompt: "p", sha256: "0".repeat(64) }],
});
const KEYS = ["name", "words", "files", "bytes", "code", "stderr"];

for (const { name, words, files = {}, bytes = {}, code, stderr, ...rest } of CASES) {
  test(`it refuses ${name}`, async (t) => {
    assert.deepEqual(Object.keys(rest), [], `expected ${KEYS.join(", ")} only`);
    const cwd = scratch(t);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
    for (const [file, hex] of Object.entries(bytes)) writeFileSync(join(cwd, file), hex, "hex");
    const state = () =>
      readdirSync(cwd).map((file) => [file, readFileSync(join(cwd, file), "hex")]);
    const before = state();

    const ended = await proofmark(words, { cwd, code });
    assert.match(ended.stderr, pattern(stderr));
    assert.equal(ended.stdout, "");
    assert.deepEqual(state(), before);
  });
}

test("it refuses what has no end where a whole file is read", async (t) => {
  const cwd = scratch(t);
  const most = "larger than 67108864 bytes";
  for (const [words, stderr] of /** @type {[string[], string][]} */ ([
    [["suite", "check", "/dev/zero"], `proofmark: /dev/zero: file: ${most} (file.too-large)\n`],
    [
      ["verify", "r", "--trust", "/dev/zero"],
      `proofmark: /dev/zero: file: ${most} (file.too-large)\n`,
    ],
    [["bank", "check", "/dev/zero"], "proofmark: /dev/zero: * (bank.too-large)\n"],
    [["report", "/dev/zero"], `proofmark: /dev/zero: scorecard: ${most}, * (file.too-large)\n`],
  ])) {
    writeFileSync(join(cwd, "r"), "");
    const found = await proofmark(words, { cwd, code: 2 });
    assert.match(found.stderr, pattern(stderr));
    assert.equal(found.stdout, "");
  }
});

test("it goes on with plain files only, and follows no link to nowhere", async (t) => {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "s.json"), SUITE);
  execFileSync("mkfifo", [join(cwd, "pipe")]);
  symlinkSync("nowhere", join(cwd, "link"));
  const url = ["http://127.0.0.1:9/", "--protocol", "json"];
  const [run, suite] = [
    ["run", ...url, "--out"],
    ["suite", "run", "s.json", ...url, "--record"],
  ];
  for (const path of ["/dev/zero", "/dev/null", "pipe"]) {
    for (const [words, what] of /** @type {[string[], string][]} */ ([
      [run, "a record file"],
      [suite, "a recording"],
    ])) {
      const found = await proofmark([...words, path, "--resume"], { cwd, code: 2 });
      assert.equal(
        found.stderr,
        `proofmark: ${path}: expected ${what}, found no plain file (cli.resume-file)\n`,
      );
      assert.equal(found.stdout, "");
    }
  }
  for (const words of [run, suite]) {
    for (const path of ["/dev/null", "pipe"]) {
      const { stderr } = await proofmark([...words, path], { cwd, code: 2 });
      assert.equal(
        stderr,
        `proofmark: ${path}: exists and is not a regular file (cli.file-exists)\n`,
      );
    }
    const { stderr } = await proofmark([...words, "link"], { cwd, code: 2 });
    assert.equal(stderr, "proofmark: link: is a link that leads nowhere (cli.file-exists)\n");
  }
});

test("it refuses a line of targets whose records would not fit on a line", async (t) => {
  const cwd = scratch(t);
  const endpoint = "https://agent.example/";
  for (const [name, long] of Object.entries({
    subject: "é".repeat(4097),
    registry: "r".repeat(8194),
    endpoint: endpoint.padEnd(8194, "e"),
    model: "m".repeat(8194),
  })) {
    const lines = [{ endpoint }, { endpoint, protocol: "openai", subject: "s", [name]: long }];
    writeFileSync(join(cwd, "t.ndjson"), lines.map((line) => JSON.stringify(line)).join("\n"));
    const found = await proofmark("run --targets t.ndjson", { cwd, code: 2 });
    const most = "expected at most 8192 bytes, found 8194";
    assert.equal(found.stderr, `proofmark: t.ndjson:2: ${name}: ${most} (run.too-long)\n`);
    assert.equal(found.stdout, "");
  }
});

/** A text in which `*` stands for anything on the line. @param {string} text */
function pattern(text) {
  const parts = text.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
