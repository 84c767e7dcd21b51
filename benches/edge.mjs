// Measures the cost of an eval in the edge worker: the CPU time of workerd over 2,000 evals, from
// due subject to logged record, minus that of a worker that only fetches; memory, storage, and
// reads.
//
// Database and queue run in the same process, so the figures include them. `--check` fails above
// BOUND.

import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Miniflare } from "miniflare";
import { generateKey } from "proofmark";

import { startWorker } from "../worker/local.mjs";

const EVALS = 2_000;
const ROUNDS = Number(process.argv[2]?.match(/^\d+$/) ? process.argv[2] : 3);
/** The maximum CPU time of an eval, minus fetching, in milliseconds. */
const BOUND = 5;
const AT_A_TIME = 6;
const TICK = 1_000 / 100;

const SECRET = "5".repeat(64);
const ADMIN = { authorization: `Bearer pm_${"0".repeat(16)}_${SECRET}` };

/** Returns the ids of this process's children with the command `name`. @param {string} name */
function childPids(name) {
  const found = [];
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [, comm, rest] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
      if (comm === name && Number(rest?.split(" ")[1]) === process.pid) found.push(pid);
    } catch {
      // The process has just exited.
    }
  }
  return found;
}

/** Returns the user and system CPU time of a process in milliseconds. @param {string} pid */
function cpu(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** Returns the current and peak resident memory of a process in MiB. @param {string} pid */
function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (/** @type {string} */ name) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: of("VmRSS"), most: of("VmHWM") };
}

/** @param {string[]} before */
const newChild = (before) => childPids("workerd").find((pid) => !before.includes(pid)) ?? "";

/** @param {string} agent */
async function measureFetches(agent) {
  const before = childPids("workerd");
  const worker = new Miniflare({
    modules: true,
    script: readFileSync(new URL("edge/fetch-only.js", import.meta.url), "utf8"),
    compatibilityDate: "2026-01-01",
  });
  await worker.ready;
  const pid = newChild(before);
  const run = async (/** @type {number} */ count) => {
    const body = JSON.stringify({ url: agent, count, atATime: AT_A_TIME });
    await (await worker.dispatchFetch("http://worker/", { method: "POST", body })).text();
  };
  await run(500);
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = cpu(pid);
    await run(EVALS);
    times.push(cpu(pid) - begun);
  }
  await worker.dispose();
  return Math.min(...times) / EVALS;
}

/** @param {string} agent */
async function measureEvals(agent) {
  const before = childPids("workerd");
  const { key } = generateKey();
  const digest = createHash("sha256").update(SECRET).digest("hex");
  const { worker, url, cron, close } = await startWorker({
    bindings: {
      ...{ SIGNING_KEY: key, ADMIN_TOKEN_SHA256: digest, ALLOW_PRIVATE: "true" },
      ...{ RATE_PER_ORIGIN: "0", CHECKPOINT_MS: "1", FAMILIES: "math", QUESTIONS: "1" },
      CONCURRENCY: String(AT_A_TIME),
    },
    consumer: { maxBatchTimeout: 0.05 },
    onLog: (text) => process.stderr.write(text),
  });
  const pid = newChild(before);
  const db = await worker.getD1Database("DB");
  const settled = async () => {
    for (;;) {
      await cron();
      const row = await db
        .prepare(
          "SELECT (SELECT count(*) FROM runs WHERE state = 'open') + (SELECT count(*) FROM waiting) AS n",
        )
        .first();
      if (/** @type {any} */ (row).n === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  };
  let number = 0;
  const seed = async (/** @type {number} */ count) => {
    const rows = Array.from({ length: count }, () => {
      const id = `urn:subject:${number++}`;
      const endpoint = `${agent}/${number}`;
      return { id, target: JSON.stringify({ subject: id, endpoint, protocol: "json" }) };
    });
    await db
      .prepare(
        `INSERT INTO subjects (id, target, origin, every_ms, due_at, created_at)
         SELECT value ->> 'id', value ->> 'target', ?2, 86400000, 1, 1 FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rows), agent)
      .run();
  };
  const size = async () =>
    Number((await db.prepare("SELECT count(*) AS n FROM subjects").all()).meta.size_after);
  await seed(500);
  await settled();
  const times = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await seed(EVALS);
    const [full, begun] = [await size(), cpu(pid)];
    await settled();
    times.push(cpu(pid) - begun);
    bytes = (await size()) - full;
  }
  const held = memory(pid);

  // Reads: single records with their proofs, then the whole file.
  const ids = (await db.prepare("SELECT record_id FROM records LIMIT 500").all()).results;
  let begun = cpu(pid);
  for (const { record_id } of ids)
    await (await fetch(`${url}/records/${record_id}`, { headers: ADMIN })).arrayBuffer();
  const record = (cpu(pid) - begun) / ids.length;
  begun = cpu(pid);
  const file = await (await fetch(`${url}/records.ndjson`)).arrayBuffer();
  const records = number;
  const streamed = (cpu(pid) - begun) / records;
  await close();
  return {
    eval: Math.min(...times) / EVALS,
    ...{ bytes: bytes / EVALS, held, record, streamed, line: file.byteLength / records },
  };
}

const child = fork(fileURLToPath(new URL("edge/agent.mjs", import.meta.url)));
try {
  const [{ port }] = await once(child, "message");
  const agent = `http://127.0.0.1:${port}`;
  const bare = await measureFetches(agent);
  const cost = await measureEvals(agent);
  const besides = cost.eval - bare;
  const ms = (/** @type {number} */ n) => `${n.toFixed(2)} ms`;
  console.log(`${EVALS} evals, the least of ${ROUNDS} rounds, CPU time of the workerd process`);
  console.log(`a worker that only fetches: ${ms(bare)} each; an eval: ${ms(cost.eval)}`);
  console.log(`an eval besides waiting: ${ms(besides)}, of ${BOUND} ms that are allowed`);
  console.log(
    `storage: ${cost.bytes.toFixed(0)} bytes an eval; ${cost.line.toFixed(0)} in the file`,
  );
  console.log(
    `memory of the process: ${cost.held.now.toFixed(0)} MiB, at most ${cost.held.most.toFixed(0)} MiB`,
  );
  console.log(`a record with its proof: ${ms(cost.record)}; in the file: ${ms(cost.streamed)}`);
  if (process.argv.includes("--check")) {
    const failed = besides > BOUND ? 1 : 0;
    console.log(`edge: ${1 - failed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  }
} finally {
  child.disconnect();
}
