// Compares the throughput of `evaluateAll` with a bare `fetch` loop, with 256 concurrent subjects
// and a local server that answers after 50 ms, and measures memory. `--check` fails below
// LEAST_SHARE.

import { fork } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { evaluateAll } from "proofmark";

const SUBJECTS = 2_000;
const MANY = 20_000;
const CONCURRENCY = 256;
const ROUNDS = 8;
const LEAST_SHARE = 0.85;
/** The maximum additional memory after ten times as many subjects, in bytes. */
const MOST_GROWTH = 4 << 20;
const MIB = 1 << 20;

const BODY = JSON.stringify({ message: "What is 17 + 25? Answer with just the number." });

/** Sends the same requests in a bare loop and parses each response as JSON. @param {string} url */
async function bare(url) {
  let left = SUBJECTS;
  const worker = async () => {
    while (left-- > 0) {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: BODY,
      });
      await answer.json();
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return (SUBJECTS / (performance.now() - began)) * 1000;
}

/** @param {string} url @param {number} count */
function* targets(url, count) {
  for (let i = 0; i < count; i++)
    yield { endpoint: url, subject: `urn:subject:${i}`, protocol: /** @type {const} */ ("json") };
}

setFlagsFromString("--expose-gc");
const collect = /** @type {() => void} */ (runInNewContext("gc"));

/** Returns the memory in use after a garbage collection, in bytes. */
function held() {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * @param {string} url
 * @param {number} count
 */
async function fleet(url, count) {
  const began = performance.now();
  let records = 0;
  let most = 0;
  const options = {
    concurrency: CONCURRENCY,
    families: /** @type {["math"]} */ (["math"]),
    allowPrivate: true,
    seed: "bench",
  };
  for await (const event of evaluateAll(targets(url, count), options)) {
    if (event.type !== "record") continue;
    records += 1;
    if (event.record.data.cause !== undefined) throw new Error(event.record.data.cause);
    if (count === MANY && records % 1_000 === 0) most = Math.max(most, held());
  }
  if (records !== count) throw new Error(`expected ${count} records, found ${records}`);
  return { rate: (count / (performance.now() - began)) * 1000, most };
}

const server = fork(fileURLToPath(new URL("fleet/server.mjs", import.meta.url)), {
  stdio: ["ignore", "pipe", "inherit", "ipc"],
  execArgv: [],
});
try {
  const [url] = await once(createInterface({ input: /** @type {any} */ (server.stdout) }), "line");
  const best = { bare: 0, proofmark: 0 };
  // The first round warms up. Then the two alternate, and the fastest round of each counts.
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = { bare: await bare(url), proofmark: (await fleet(url, SUBJECTS)).rate };
    if (round === 0) continue;
    best.bare = Math.max(best.bare, rates.bare);
    best.proofmark = Math.max(best.proofmark, rates.proofmark);
  }
  const share = best.proofmark / best.bare;
  const rate = (/** @type {number} */ n) => `${n.toFixed(0)} a second`;
  console.log(`${SUBJECTS} subjects, ${CONCURRENCY} at a time, the best of ${ROUNDS}`);
  console.log(`a bare fetch loop: ${rate(best.bare)}; evaluateAll: ${rate(best.proofmark)}`);
  console.log(`share: ${(100 * share).toFixed(0)} %`);

  const before = held();
  const { most } = await fleet(url, MANY);
  const after = held();
  const mib = (/** @type {number} */ bytes) => `${(bytes / MIB).toFixed(1)} MiB`;
  console.log(
    `memory: ${mib(before)} after ${SUBJECTS} subjects, ${mib(after)} after ${MANY}, at most ${mib(most)} on the way; most resident ${mib(process.resourceUsage().maxRSS * 1024)}`,
  );
  if (process.argv.includes("--check")) {
    const failed = [share < LEAST_SHARE, after - before > MOST_GROWTH].filter(Boolean).length;
    console.log(`fleet: ${2 - failed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  }
} finally {
  server.disconnect();
}
