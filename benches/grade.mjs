// Compares the grading throughput with the reference SDK's two patterns in plain JavaScript, for
// single calls and for a batch of NDJSON. Rows are read from the files in the arguments (`kind`,
// `response`, `options` and `gold` per line) or generated.

import { readFileSync } from "node:fs";

import { generate, grade, gradeStream } from "proofmark";

import { batch, grade as plain } from "./grade/reference.mjs";

const ROUNDS = 7;

/** The minimum duration of a round in milliseconds, because the system clock has coarse ticks. */
const LEAST = 200;

const paths = process.argv.slice(2);
const rows = (paths.length > 0 ? paths.flatMap(labelled) : made()).slice(0, 6000);
const bytes = new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
console.log(`${rows.length} replies, ${(bytes.length / rows.length).toFixed(0)} bytes a row`);

await compare(
  "a batch of NDJSON",
  () => graded(bytes),
  () => batch(bytes),
);
await compare(
  "one call at a time",
  () => rows.forEach((row) => grade(row)),
  () => rows.forEach((row) => plain(row)),
);

/**
 * Returns the milliseconds of CPU time that this thread has used (Linux), or else the time of day.
 * CPU time does not include other work of the machine.
 */
function now() {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** Grades NDJSON to NDJSON. @param {Uint8Array} bytes */
async function graded(bytes) {
  const out = [];
  for await (const piece of gradeStream([bytes])) out.push(piece);
  return Buffer.concat(out);
}

/** @param {string} name @param {() => unknown} ours @param {() => unknown} theirs */
async function compare(name, ours, theirs) {
  const best = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [side, work] of [ours, theirs].entries()) {
      const start = now();
      const begun = performance.now();
      let calls = 0;
      for (; performance.now() < begun + LEAST; calls++) await work();
      best[side] = Math.min(best[side], (now() - start) / calls);
    }
  }
  const [mine, other] = best.map((ms) => (ms * 1e6) / rows.length);
  const rate = (/** @type {number} */ ns) =>
    `${(1e9 / ns / 1e6).toFixed(2)} million/s (${ns.toFixed(0)} ns)`;
  console.log(
    `${name}: proofmark ${rate(mine)}, JavaScript ${rate(other)}, ratio ${(other / mine).toFixed(2)}`,
  );
}

/** @param {string} path */
function labelled(path) {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(
      ({ options, gold }) => (options?.length ?? 4) === 4 && /^(?:[A-D]|-?\d+)$/.test(gold ?? ""),
    )
    .map(({ kind, response, options, gold }) =>
      kind === "math"
        ? { kind, expected: /^-?\d+$/.test(gold) ? gold : null, response }
        : {
            kind,
            ...(options && { options }),
            expected: /^[A-D]$/.test(gold) ? gold : null,
            response,
          },
    );
}

/** Generates replies of several styles to drawn questions. */
function made() {
  const styles = [
    (/** @type {string} */ answer) => answer,
    (/** @type {string} */ answer) => `The answer is ${answer}.`,
    (/** @type {string} */ answer) =>
      `Let me think about this step by step. First I look at what is asked, then I work it out carefully, and in the end I get **${answer}**.`,
  ];
  const questions = [
    ...generate({ seed: "bench", family: "math", count: 2000 }),
    ...generate({ seed: "bench", family: "science", count: 2000 }),
  ];
  return questions.map(({ family, expected, options }, index) => ({
    kind: family === "math" ? "math" : "choice",
    ...(options && { options }),
    expected,
    response: styles[index % styles.length](expected),
  }));
}
