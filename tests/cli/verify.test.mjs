// proofmark verify: what is wrong, on which line, at which step, by which code.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";

import { createContext, main } from "../../pkg/cli/main.js";
import { command, fleet, proofmark, scratch } from "./support.mjs";

/** @type {[what: string, change: (lines: any[]) => void, stdout: RegExp][]} */
const CHANGES = [
  ["data.score", (lines) => (lines[3].data.score = 0), /^line 4: grade: .*\(grade\.score\)/m],
  [
    "data.questionId",
    (lines) => (lines[3].data.questionId = "math:add:37+58"),
    /^line 4: draw: .*\(draw\.question\)/m,
  ],
  ["a removed first record", (lines) => lines.splice(1, 1), /^line \d+: run: .* \(run\.\S+\)$/m],
  ["a removed record", (lines) => lines.splice(3, 1), /^line \d+: run: .* \(run\.\S+\)$/m],
  ["a removed tail", (lines) => lines.splice(5), /^line \d+: run: .*\(run\.not-closed\)/m],
  [
    "two swapped records",
    (lines) => lines.splice(2, 2, lines[3], lines[2]),
    /^line \d+: run: .* \(run\.\S+\)$/m,
  ],
];

test("a change is found out; another way of writing the same is not one", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const words = `run ${url}/honest --protocol json --family math --questions 6`.split(" ");
  await proofmark([...words, "--out", "r.ndjson"], { cwd });
  const text = readFileSync(join(cwd, "r.ndjson"), "utf8");
  const lines = () =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

  for (const [what, change, stdout] of CHANGES) {
    const changed = lines();
    change(changed);
    writeFileSync(
      join(cwd, "c.ndjson"),
      changed.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    const verified = await proofmark("verify c.ndjson", { cwd, code: 1 });
    assert.match(verified.stdout, stdout, what);
    assert.match(
      verified.stdout,
      /^ {2}Failed: \d+ failures?, the first on line \d+ \(\S+\)\.$/m,
      what,
    );
    for (const line of verified.stdout.split("\n").filter((line) => !line.startsWith("line "))) {
      assert.ok(line.length <= 80, line);
    }
  }

  const spaced = lines().map(
    (line) => `${JSON.stringify(reversed(line), null, 1).replaceAll("\n", " ")}\n`,
  );
  writeFileSync(join(cwd, "s.ndjson"), spaced.join(""));
  await proofmark("verify s.ndjson", { cwd });

  const piped = await proofmark("verify - --format json", { cwd, input: text });
  assert.equal(JSON.parse(piped.stdout).passed, true);
});

/** The same value with its members in another order. @param {any} value @returns {any} */
function reversed(value) {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

test("what was not checked is not claimed", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  // It is named whole, however long its name is.
  const subject = `agent:${"honest".repeat(30)}`;
  await proofmark(`run ${url}/honest --protocol json --subject ${subject} --out r.ndjson`, { cwd });
  const verify = command("verify r.ndjson", cwd);

  const bare = await verify();
  assert.match(
    bare.stdout.replace(/\s+/g, " "),
    /Not checked: who made the file, which agent it must be about \(--subject\), its age \(--max-age\)\./,
  );

  const asked = await verify(["--subject", subject, "--max-age", "1d"]);
  assert.match(
    asked.stdout,
    new RegExp(`every run is complete; every\\s+record\\s+is\\s+about\\s+${subject}\\.`),
  );
  assert.match(asked.stdout, /Not checked: who made the file\./);
  assert.match(
    asked.stdout.replace(/\s+/g, " "),
    /Not proven: .*; whether other runs were made and not published\. $/,
  );

  const other = await verify("--subject agent:other", 1);
  assert.match(other.stdout, /^line 2: policy: .*\(policy\.subject\)/m);

  const signed = await verify("--require schema,signature", 1);
  assert.match(
    signed.stdout,
    /Not checked: signature was not checked on 2 of 2 records, and is required\./,
  );
});

for (const [name, input] of /** @type {[string, string | Uint8Array][]} */ ([
  ["nothing", ""],
  ["other text", "dear diary\n"],
  ["bytes", Uint8Array.of(0xff, 0xfe, 0x00, 0x0a)],
  ["a page", "<!doctype html>\n<title>404</title>\n"],
  ["one endless line", "x".repeat(17 * 1024 ** 2)],
  ["a list", "[1, 2]\n"],
  ["lines of bytes", Buffer.from("/wD+\n".repeat(40), "base64")],
  ["deep nesting", `${"[".repeat(100_000)}\n`],
])) {
  test(`${name} is no record file`, async () => {
    const { stdout, stderr } = await proofmark("verify -", { input, code: 1 });
    assert.equal(stderr, "");
    const sentence =
      /^ {2}stdin is not a record file: no line of it is a record(; line 1: .*)? \(\S+\)\n$/;
    assert.match(stdout.replace(/\n {2}/g, " "), sentence);
  });
}

test("a terminal is told of no speed before there is one", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const words = ["run", `${url}/honest`, "--protocol", "json", "--out", "r.ndjson"];
  await proofmark(words, { cwd });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const shown = Object.assign(stderr, { isTTY: true, columns: 120 });
  const host = /** @type {any} */ ({ stdin: [], stdout, stderr: shown, env: {} });
  assert.equal(await main(["verify", join(cwd, "r.ndjson")], createContext(host)), 0);
  const [, first = ""] = String(stderr.read()).split("\r\x1b[2K");
  assert.match(first, /┄{16}/);
  assert.doesNotMatch(first, /\/s/);
});
