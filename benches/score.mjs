// Compares scoring of 100,000 subjects in wasm and in plain JavaScript: first the streams in one
// process, then `proofmark score` and a plain program, with peak memory. Checks that both write the
// same bytes.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { scoreStream } from "proofmark/score";

import { scorePlain } from "./score/plain.mjs";
import { subject } from "./score/subjects.mjs";

const SUBJECTS = 100_000;
const ROUNDS = 5;
const CHUNK = 1 << 18;
const AT = "2026-11-20T17:00:00.000Z";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const config = readFileSync(path("score/config.json"), "utf8");

const text = Array.from({ length: SUBJECTS }, (_, i) => `${subject(i)}\n`).join("");
const input = Buffer.from(text);
console.log(`${SUBJECTS} subjects, ${(input.length / SUBJECTS).toFixed(0)} bytes each`);

/** @type {Record<string, () => AsyncIterable<Uint8Array>>} */
const SIDES = {
  proofmark: () => scoreStream(chunks(), { config, updatedAt: AT }),
  JavaScript: () => scorePlain(chunks()),
};
const best = { proofmark: Infinity, JavaScript: Infinity };
const digests = new Set();
for (let round = 0; round < ROUNDS; round++) {
  for (const [side, stream] of Object.entries(SIDES)) {
    const hash = round === 0 ? createHash("sha256") : null;
    const start = performance.now();
    for await (const bytes of stream()) hash?.update(bytes);
    if (hash) digests.add(hash.digest("hex"));
    else best[side] = Math.min(best[side], performance.now() - start);
  }
}
if (digests.size !== 1) throw new Error("the two did not write the same bytes");
console.log(`in one process, the best of ${ROUNDS - 1}: ${side(best.proofmark, best.JavaScript)}`);

const folder = mkdtempSync(join(tmpdir(), "proofmark-bench-"));
try {
  for (const count of [10_000, 50_000, SUBJECTS]) {
    const file = join(folder, `${count}.ndjson`);
    writeFileSync(file, text.slice(0, ends(count)));
    const words = ["score", file, "--config", path("score/config.json"), "--at", AT];
    const ours = await fastest([path("../pkg/cli/main.js"), ...words, "--format", "ndjson"]);
    const theirs = await fastest([path("score/plain.mjs"), file]);
    if (ours.digest !== theirs.digest) throw new Error("the two did not write the same bytes");
    console.log(
      `proofmark score, ${count} subjects, the best of 3: ${side(ours.ms, theirs.ms)}; at most ${ours.mib} MiB, JavaScript ${theirs.mib} MiB`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function* chunks() {
  for (let start = 0; start < input.length; start += CHUNK)
    yield input.subarray(start, start + CHUNK);
}

/** Returns the offset after `count` lines. @param {number} count */
function ends(count) {
  let at = 0;
  for (let line = 0; line < count; line++) at = text.indexOf("\n", at) + 1;
  return at;
}

/** @param {number} ours @param {number} theirs in milliseconds */
function side(ours, theirs) {
  return `proofmark ${ours.toFixed(0)} ms, JavaScript ${theirs.toFixed(0)} ms, ratio ${(theirs / ours).toFixed(2)}`;
}

/** Returns the fastest of three runs, with the highest memory of any. @param {string[]} words */
async function fastest(words) {
  const runs = [await run(words), await run(words), await run(words)];
  const mib = Math.max(...runs.map((run) => run.mib));
  return { ...runs.reduce((a, b) => (a.ms < b.ms ? a : b)), mib };
}

/** Runs a program. Returns its time, peak memory and output digest. @param {string[]} words */
async function run(words) {
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", path("score/peak.mjs"), ...words], {
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  const hash = createHash("sha256");
  let peak = "";
  child.stdio[1].on("data", (bytes) => hash.update(bytes));
  child.stdio[3].on("data", (bytes) => (peak += bytes));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${words[0]}: expected exit code 0, found ${code}`);
  const mib = Math.round(Number(peak) / 1024);
  return { ms: performance.now() - start, mib, digest: hash.digest("hex") };
}
