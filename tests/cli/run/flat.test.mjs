// Thousands of subjects in memory that does not grow with their number, also when the run was
// interrupted and is gone on with.

import assert from "node:assert/strict";
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { listen } from "../../support/listen.mjs";
import { createDurations } from "../../../pkg/cli/run/latencies.js";
import { createFingerprints } from "../../../pkg/cli/io/fingerprints.js";
import { size } from "../../support/long.mjs";
import { proofmark, readLines, scratch, start } from "../support.mjs";

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Runs the binary, and says how much memory it has needed at its peak, in MiB.
 *
 * @param {string[]} words
 * @param {string} cwd
 * @param {number} [expected] how it ends
 */
async function peak(words, cwd, expected = 0) {
  // The heap is held to what the subjects in flight need; the peak is of all memory.
  const heap = ["--max-old-space-size=32", "--max-semi-space-size=4"];
  const args = [...heap, "--import", at("../../../benches/score/peak.mjs")];
  const child = start(words, { cwd, args, stdio: ["pipe", "pipe", "pipe", "pipe"] });
  let [kib, stdout, stderr] = ["", "", ""];
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  child.stdio[3]?.on("data", (text) => (kib += text));
  const [code] = await once(child, "close");
  assert.equal(code, expected, stderr.slice(-1000));
  return { mib: Number(kib) / 1024, stdout };
}

/** The same for ten times as many: a sixth and ten MiB more, at most. @param {number} few @param {number} many */
const flat = (few, many) => few > 0 && many <= 1.15 * few + 10;

const [FEW, MANY] = [size(300, 2_000), size(3_000, 20_000)];

test(`${MANY} subjects take the memory of ${FEW}, from the start and with --resume`, async (t) => {
  const cwd = scratch(t);
  const server = fork(at("../../../benches/fleet/server.mjs"), ["0"], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    execArgv: [],
  });
  t.after(() => server.disconnect());
  const [url] = await once(createInterface({ input: /** @type {any} */ (server.stdout) }), "line");

  /** @param {number} count */
  const run = async (count) => {
    const lines = Array.from(
      { length: count },
      (_, n) => `{"endpoint":"${url}${n}","protocol":"json"}\n`,
    );
    writeFileSync(join(cwd, "t.ndjson"), lines.join(""));
    const out = join(cwd, `${count}.ndjson`);
    const words = ["run", "--targets", "t.ndjson", "--allow-private", "--family", "math"];
    words.push("--concurrency", "64", "--out", out, "--format", "json");
    const whole = await peak(words, cwd);
    const summary = JSON.parse(whole.stdout);
    assert.equal(summary.records, count);
    assert.equal(summary.subjects.length + summary.subjectsLeftOut, count);
    assert.ok(summary.subjects.length <= 1_000);

    // Cut off behind nine tenths, in the middle of a line.
    const text = readFileSync(out, "utf8");
    truncateSync(out, Math.floor(0.9 * text.length));
    const resumed = await peak([...words, "--resume"], cwd);
    assert.equal(JSON.parse(resumed.stdout).records, count);
    const records = readLines(out).filter(({ type }) => type === undefined);
    assert.equal(new Set(records.map(({ subject }) => subject.id)).size, count);
    assert.equal(records.length, count);
    return { whole: whole.mib, resumed: resumed.mib };
  };
  const few = await run(FEW);
  const many = await run(MANY);
  const text = JSON.stringify({ few, many });
  t.diagnostic(`MiB at the peak: ${text}`);
  assert.ok(flat(few.whole, many.whole), text);
  assert.ok(flat(few.resumed, many.resumed), text);
});

test("a file of targets that changes while it is asked ends the run", async (t) => {
  const cwd = scratch(t);
  const path = join(cwd, "t.ndjson");
  const jsonBody = JSON.stringify({ message: "{{prompt}}", fill: "x".repeat(100_000) });
  const line = (/** @type {string} */ name) =>
    `${JSON.stringify({ endpoint, subject: `urn:${name}`, jsonBody })}\n`;
  const server = createServer((_, response) => {
    writeFileSync(path, line("b"));
    response.writeHead(200, { "content-type": "application/json" }).end('{"response":"7"}');
  });
  const origin = await listen(server, t);
  const endpoint = `${origin}/`;
  // The file is read in several pieces; the change is seen at the next.
  writeFileSync(path, Array.from({ length: 40 }, (_, n) => line(`a${n}`)).join(""));
  const words = ["run", "--targets", "t.ndjson", "--allow-private", "--protocol", "json"];
  words.push("--family", "math", "--retries", "0", "--concurrency", "1", "--format", "ndjson");
  const { stderr } = await proofmark(words, { cwd, code: 3 });
  assert.equal(stderr, "proofmark: t.ndjson: changed since it was checked (cli.file-changed)\n");
});

test("targets that come through a pipe are asked", async (t) => {
  const cwd = scratch(t);
  const pipe = join(cwd, "pipe");
  execFileSync("mkfifo", [pipe]);
  const lines = [0, 1, 2].map((n) => `{"endpoint":"http://127.0.0.1:1/${n}"}\n`).join("");
  const words = ["run", "--targets", "pipe", "--allow-private", "--protocol", "json"];
  const more = ["--retries", "0", "--format", "json", "--allow-unreachable"];
  const run = proofmark([...words, ...more], { cwd, code: "any" });
  await writeFile(pipe, lines);
  const { code, stdout, stderr } = await run;
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).records, 6);
});

test("a set of fingerprints knows what was put into it, and nothing else", () => {
  const set = createFingerprints();
  for (let n = 1; n <= 5_000; n++) set.set(`subject ${n}`, n);
  set.set("subject 7", 8);
  assert.equal(set.size, 5_000);
  assert.equal(set.get("subject 7"), 8);
  assert.equal(set.get("subject 5000"), 5_000);
  assert.equal(set.get("subject 5001"), 0);
});

test("the median of a few durations is exact, of many to half a percent", () => {
  const of = (/** @type {number[]} */ values) => {
    const durations = createDurations();
    for (const value of values) durations.add(value);
    return durations.median();
  };
  assert.equal(of([]), null);
  assert.equal(of([9, 1, 5]), 5);
  assert.equal(of([9, 1, 5, 7]), 6);
  assert.equal(of(Array.from({ length: 1_024 }, (_, n) => n)), 511.5);
  const many = of(Array.from({ length: 100_001 }, (_, n) => n)) ?? 0;
  assert.ok(Math.abs(many - 50_000) <= 250, String(many));
  assert.equal(of(new Array(5_000).fill(0)), 0);
});

test("what is said of 100,000 bad lines takes the memory of a tenth of them", async (t) => {
  const cwd = scratch(t);
  writeFileSync(join(cwd, "c.json"), readFileSync(at("../../../examples/score-config.json")));
  for (const words of [
    ["grade", "bad.ndjson"],
    ["score", "bad.ndjson", "--config", "c.json"],
    ["signals", "import", "bad.ndjson"],
  ]) {
    const run = async (/** @type {number} */ count) => {
      writeFileSync(join(cwd, "bad.ndjson"), `{"a":"${"a".repeat(100)}"}\n`.repeat(count));
      return (await peak(words, cwd, 1)).mib;
    };
    const [few, many] = [await run(10_000), await run(100_000)];
    assert.ok(flat(few, many), `${words[0]}: ${few} MiB, ${many} MiB`);
  }
});
