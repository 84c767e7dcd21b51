// Compares replaying 100,000 answers with plain JavaScript and node:crypto, and prints how the time
// for patterns that are hard for backtracking engines grows with the reply.

import assert from "node:assert/strict";
import { createHash, hash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { runSuite } from "proofmark/suite";

const TASKS = 100_000;
const ROUNDS = 7;
const LEAST = 3;

/** Patterns that take a backtracking engine more than linear time. */
const HARD = ["(a+)+$", "(?:a?){40}b|a", "a*?b|a", "[a-z]+x|a", "(a|aa)+$"];

/** Half of the length limit of a reply in bytes, and the limit. */
const REPLIES = [131_072, 262_144];

/** The two APIs of `node:crypto`: the universal one, and the shorter one since Node 20.12. */
const HASHES = {
  createHash: (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex"),
  "crypto.hash": (/** @type {string} */ text) => hash("sha256", text, "hex"),
};

setFlagsFromString("--expose-gc");
/** Collects garbage before each measurement. @type {() => void} */
const collect = runInNewContext("gc");

/**
 * Generates a suite and answers; one in ten is wrong, and one in ten missing.
 *
 * @param {number} count
 */
function generate(count) {
  const tasks = [];
  /** @type {Record<string, string>} */
  const answers = {};
  for (let i = 0; i < count; i++) {
    const id = `task-${String(i).padStart(6, "0")}`;
    const token = `FINAL_ANSWER_${(i * 2_654_435_761) % 4_294_967_296}`;
    const digestOf = HASHES.createHash;
    const prompt = `Item ${i} of the list was moved twice and renamed once. Work out where it stands now, show the steps, and end with FINAL_ANSWER_ and the number.`;
    tasks.push({ id, prompt, oracle: { sha256: digestOf(token) }, stratum: `s${i % 7}` });
    const steps = `First I looked at item ${i}, then at its neighbours; at first sight FINAL_ANSWER_0, but the second move changes that. The order afterwards is as the rule of the list says, so I count from its start.\n\n`;
    answers[id] =
      i % 10 === 3
        ? `${steps}FINAL_ANSWER_WRONG`
        : i % 10 === 7
          ? "I cannot say."
          : `${steps}${token}`;
  }
  const suite = { id: "bench/replay", version: "1", tasks };
  const bytes = (/** @type {object} */ value) => new TextEncoder().encode(JSON.stringify(value));
  return { suite: bytes(suite), answers: bytes({ suite: suite.id, answers }) };
}

/**
 * Computes the scorecard in plain JavaScript: `JSON.parse`, a pattern, one hash per reply,
 * `JSON.stringify`. It handles only the output of `generate`, and checks for duplicate tasks and
 * unknown answers, as any such program must.
 *
 * @param {{ suite: Uint8Array, answers: Uint8Array }} input
 * @param {(text: string) => string} digestOf
 */
function plain({ suite: suiteBytes, answers: answersBytes }, digestOf) {
  const decoder = new TextDecoder();
  const suite = JSON.parse(decoder.decode(suiteBytes));
  const { suite: named, answers } = JSON.parse(decoder.decode(answersBytes));
  if (named !== suite.id) throw new Error("answers for another suite");
  const ids = new Set();
  const labels = { answer_hash_mismatch: 0, missing_final_answer: 0 };
  let passed = 0;
  const results = suite.tasks.map((/** @type {any} */ { id, oracle, stratum }) => {
    if (ids.has(id)) throw new Error(`task ${id} stands twice`);
    ids.add(id);
    const tokens = answers[id]?.match(/FINAL_[A-Z0-9_]+/g);
    if (!tokens) {
      labels.missing_final_answer++;
      return { id, label: "missing_final_answer", passed: false, stratum };
    }
    const digest = digestOf(tokens[tokens.length - 1]);
    if (digest === oracle.sha256) {
      passed++;
      return { digest, id, passed: true, stratum };
    }
    labels.answer_hash_mismatch++;
    return { digest, id, label: "answer_hash_mismatch", passed: false, stratum };
  });
  for (const id of Object.keys(answers)) if (!ids.has(id)) throw new Error(`no task ${id}`);
  const total = results.length;
  const hundredths = Math.floor((passed * 10_000) / total);
  const percent = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
  const form = suite.tasks.map((/** @type {any} */ { id, oracle, prompt, stratum }) => ({
    id,
    oracle: { sha256: [oracle.sha256] },
    prompt,
    stratum,
  }));
  const { id, version } = suite;
  const digest = digestOf(JSON.stringify({ id, tasks: form, version }));
  return JSON.stringify({
    labels,
    method: "proofmark-suite:0",
    results,
    score: { passed, percent, total },
    suite: { digest, id, version },
    type: "scorecard",
  });
}

/** @param {() => unknown} work */
async function timed(work) {
  collect();
  const wall = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wall: performance.now() - wall, cpu: (user + system) / 1000 };
}

const middle = (/** @type {number[]} */ values) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Prints the time for one reply with each hard pattern, and for a reply of twice the length. */
async function growth() {
  console.log(`one reply of ${REPLIES.join(" and ")} bytes, the median of ${ROUNDS} rounds`);
  const json = (/** @type {object} */ value) => new TextEncoder().encode(JSON.stringify(value));
  for (const pattern of HARD) {
    const tasks = [{ id: "t", prompt: "p", oracle: { sha256: "0".repeat(64) } }];
    const suite = json({ id: "bench/hard", version: "1", extractor: { pattern }, tasks });
    const times = [];
    for (const length of REPLIES) {
      const answers = json({ answers: { t: `${"a".repeat(length - 1)}!` } });
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push((await timed(() => runSuite(suite, { answers }))).cpu);
      }
      times.push(middle(rounds));
    }
    const [half = NaN, whole = NaN] = times;
    const cells = times.map((ms) => `${ms.toFixed(1).padStart(8)} ms CPU`).join("");
    console.log(`${pattern.padEnd(16)}${cells}  ${(whole / half).toFixed(2)} times for twice`);
  }
}

export async function bench() {
  const input = generate(TASKS);
  const ours = async () => {
    const result = await runSuite(input.suite, { answers: input.answers });
    return result.complete ? result.scorecard : "";
  };
  const contenders = Object.entries(HASHES).map(([name, digestOf]) => ({
    name: `JavaScript, ${name}`,
    work: () => plain(input, digestOf),
  }));
  for (const { work } of contenders) assert.equal(await ours(), work(), "the same scorecard");
  const all = [{ name: "proofmark/suite", work: ours }, ...contenders];
  /** @type {{ wall: number, cpu: number }[][]} */
  const times = all.map(() => []);
  // Alternates, so that other load on the machine affects all.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { work }] of all.entries()) times[index]?.push(await timed(work));
  }
  console.log(`${TASKS} tasks, the median of ${ROUNDS} rounds, Node ${process.version}`);
  const medians = times.map((found) => ({
    wall: middle(found.map(({ wall }) => wall)),
    cpu: middle(found.map(({ cpu }) => cpu)),
  }));
  const [fast = { wall: NaN, cpu: NaN }] = medians;
  for (const [index, { wall, cpu }] of medians.entries()) {
    const cells = [wall, cpu].map((ms) => ms.toFixed(0).padStart(6));
    const times =
      index === 0
        ? ""
        : `  ${(wall / fast.wall).toFixed(2)} times the wall, ${(cpu / fast.cpu).toFixed(2)} times the CPU`;
    console.log(
      `${(all[index]?.name ?? "").padEnd(24)}${cells[0]} ms wall${cells[1]} ms CPU${times}`,
    );
  }
  // Other processes affect the wall time, but not the CPU time. The ratio must hold for both, and
  // for the faster API of `node:crypto`.
  const ratios = medians.slice(1).flatMap(({ wall, cpu }) => [wall / fast.wall, cpu / fast.cpu]);
  const ratio = Math.min(...ratios);
  console.log(`${ratio.toFixed(2)} times as fast at the least; at least ${LEAST} asked for`);
  if (!(ratio >= LEAST)) process.exitCode = 1;
  await growth();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bench();
