// Measures verification: 200,000 unsigned records, compared with plain JavaScript; a million
// records under one checkpoint, compared with one WebCrypto signature per record; and peak memory.
// `node benches/verify.mjs [RECORDS]` uses fewer records, and is quicker but less precise.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { openChunks } from "../pkg/cli/io/files.js";
import { generateKey, verifyStream } from "../pkg/entry/core/node.js";
import { make } from "./verify/make.mjs";
import { regrade } from "./verify/plain.mjs";

const ROUNDS = 3;
const most = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "proofmark-bench-"));
try {
  await unsigned(join(folder, "unsigned.ndjson"), Math.min(200_000, most / 5));
  await underOneCheckpoint(join(folder, "logged.ndjson"), most);
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {string} path @param {number} records */
async function unsigned(path, records) {
  const bytes = await make(path, records, { perRun: 100 });
  console.log(
    `${grouped(records)} unsigned records of ${Math.round(bytes / records)} bytes, 100 a run, one core`,
  );
  const times = await rounds({
    "graded again, both readings": () => verified(path, { skip: ["draw", "bank"], cores: 1 }),
    "drawn and graded again": () => verified(path, { cores: 1 }),
    "plain JavaScript, two patterns": async () => {
      const { records, wrong } = await regrade(await chunks(path));
      if (wrong > records / 2) throw new Error(`the plain one differs on ${wrong} records`);
    },
  });
  const [graded = 0, whole = 0, plain = 0] = table(times, records);
  line("of that, the draw", whole - graded, records);
  console.log(`  ratio, plain JavaScript to graded again: ${(plain / graded).toFixed(2)}`);
}

/** @param {string} path @param {number} records */
async function underOneCheckpoint(path, records) {
  const bytes = await make(path, records, { perRun: 1000, key: generateKey().key });
  console.log(
    `\n${grouped(records)} records of ${Math.round(bytes / records)} bytes, 1,000 a run, under one checkpoint: hash, path, draw, grade`,
  );
  const require = /** @type {const} */ (["schema", "signature", "inclusion", "draw", "grade"]);
  const signatures = Math.min(20_000, records);
  const sign = await signer(signatures);
  const times = await rounds(
    {
      "proofmark, one core": () => verified(path, { require: [...require], cores: 1 }),
      "proofmark, all cores": () => verified(path, { require: [...require] }),
    },
    1,
  );
  const [one = 0, all = 0] = table(times, records);
  const others = await rounds({
    "WebCrypto, one signature a record, awaited": () => sign.awaited(),
    "WebCrypto, one signature a record, pipelined": () => sign.pipelined(),
  });
  const [awaited = 0, pipelined = 0] = table(others, signatures);
  const ratio = (/** @type {number} */ theirs, /** @type {number} */ ours) =>
    (theirs / signatures / (ours / records)).toFixed(2);
  console.log(
    `  ratio, awaited to one core: ${ratio(awaited, one)}; to all: ${ratio(awaited, all)}`,
  );
  console.log(
    `  ratio, pipelined to one core: ${ratio(pipelined, one)}; to all: ${ratio(pipelined, all)}`,
  );
  for (const cores of ["1", "2"]) memory(path, cores);
}

/** @param {string} path @param {string} cores */
function memory(path, cores) {
  const script = fileURLToPath(new URL("verify/memory.mjs", import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", script, path, cores], {
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  const { above } = JSON.parse(stdout);
  const size = (statSync(path).size / 2 ** 20).toFixed(0);
  console.log(
    `  memory above the idle process, ${cores} ${cores === "1" ? "core" : "cores"}: ${(above / 2 ** 20).toFixed(1)} MiB for a file of ${size} MiB`,
  );
}

/** @param {string} path */
async function chunks(path) {
  return (await openChunks(path, { reuse: true })).chunks;
}

/** @param {string} path @param {import("../pkg/index.d.ts").VerifyStreamOptions} options */
async function verified(path, options) {
  const required =
    options.skip === undefined ? {} : { require: /** @type {["grade"]} */ (["grade"]) };
  const report = await verifyStream(await chunks(path), { ...required, ...options });
  if (!report.passed) throw new Error(JSON.stringify(report.failures[0] ?? report.steps));
}

/**
 * Creates `count` signatures over 64 bytes each, one per record of a file.
 *
 * @param {number} count
 */
async function signer(count) {
  const { publicKey, privateKey } = /** @type {CryptoKeyPair} */ (
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])
  );
  const messages = Array.from({ length: count }, () => crypto.getRandomValues(new Uint8Array(64)));
  const signed = [];
  for (const message of messages) {
    signed.push({ message, signature: await crypto.subtle.sign("Ed25519", privateKey, message) });
  }
  const check = (/** @type {(typeof signed)[0]} */ { message, signature }) =>
    crypto.subtle.verify("Ed25519", publicKey, signature, message);
  return {
    async awaited() {
      for (const one of signed) if (!(await check(one))) throw new Error("a signature");
    },
    async pipelined() {
      for (let at = 0; at < signed.length; at += 256) {
        const held = await Promise.all(signed.slice(at, at + 256).map(check));
        if (held.includes(false)) throw new Error("a signature");
      }
    },
  };
}

/**
 * Returns the best time of each function in milliseconds. The functions alternate.
 *
 * @param {Record<string, () => Promise<void>>} works
 * @param {number} [count]
 */
async function rounds(works, count = ROUNDS) {
  /** @type {Map<string, number>} */
  const best = new Map();
  for (let round = 0; round < count; round++) {
    for (const [name, work] of Object.entries(works)) {
      const start = performance.now();
      await work();
      best.set(name, Math.min(best.get(name) ?? Infinity, performance.now() - start));
    }
  }
  return best;
}

/** @param {Map<string, number>} times @param {number} records */
function table(times, records) {
  for (const [name, ms] of times) line(name, ms, records);
  return [...times.values()];
}

/** @param {string} name @param {number} ms @param {number} records */
function line(name, ms, records) {
  const each = ((1000 * ms) / records).toFixed(2);
  const rate = grouped(Math.round((1000 * records) / ms));
  console.log(`  ${name.padEnd(46)} ${each.padStart(7)} µs a record ${rate.padStart(10)}/s`);
}

/** @param {number} count */
function grouped(count) {
  return count.toLocaleString("en");
}
