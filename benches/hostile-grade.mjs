// Measures the time to grade a reply of 10 MB that repeats the same texts, compared with one of 5
// MB, in wasm, as a number and as a choice; the slower counts. A row has at most 16 MiB. `--native`
// measures natively, also with 20 MB. `--search SECONDS [SEED]` searches natively for texts whose
// time more than doubles when their length doubles.

import { readFileSync } from "node:fs";

import { grade } from "proofmark";

import { ROOT, run } from "../scripts/lib.mjs";

const SIZE = 10_000_000;
const MOST_MS = 1000;
const MOST_RATIO = 2.2;
const ROUNDS = 5;
const WIDTH = 36;

/**
 * The minimum duration of a measurement in milliseconds, because the system clock has coarse ticks.
 */
const LEAST = 200;

const OPTIONS = ["Oxygen", "Carbon dioxide", "Nitrogen", "Helium"];

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

/** Returns the mean time of as many calls as fit. @param {import("proofmark").GradeRow} row */
function mean(row) {
  const start = now();
  const begun = performance.now();
  let calls = 0;
  for (; calls === 0 || performance.now() < begun + LEAST; calls++) grade(row);
  return (now() - start) / calls;
}

/**
 * Returns a row of about `size` bytes: each of `texts` repeated for an equal share.
 *
 * @param {object} rest @param {string[]} texts @param {number} size
 */
function row(rest, texts, size) {
  const share = size / texts.length;
  const response = texts.map((text) => text.repeat(share / Buffer.byteLength(text))).join("");
  return /** @type {any} */ ({ ...rest, expected: null, response });
}

/** @param {string[]} texts */
function measured(texts) {
  const kinds = [{ kind: "math" }, { kind: "choice", options: OPTIONS }];
  const found = kinds.map((kind) => {
    const rows = [row(kind, texts, SIZE / 2), row(kind, texts, SIZE)];
    const best = [Infinity, Infinity];
    // Alternates, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, one] of rows.entries())
        best[index] = Math.min(best[index] ?? Infinity, mean(one));
    }
    const [half = NaN, whole = NaN] = best;
    return { half, whole, ratio: whole / half };
  });
  return {
    half: Math.max(...found.map(({ half }) => half)),
    whole: Math.max(...found.map(({ whole }) => whole)),
    ratio: Math.max(...found.map(({ ratio }) => ratio)),
  };
}

const native = ["bench", "--locked", "--bench", "grade", "--"];
const [how, ...more] = process.argv.slice(2);
if (how === "--search") await run("cargo", [...native, how, ...more], { cwd: ROOT });
else if (how === "--native") await run("cargo", native, { cwd: ROOT });
else table();

function table() {
  /** @type {string[][]} */
  const all = JSON.parse(readFileSync(new URL("grade/hostile.json", import.meta.url), "utf8"));
  console.log(`${"10 MB of".padEnd(WIDTH)}${"5 MB".padStart(10)}${"10 MB".padStart(10)}   ratio`);
  const kept = all.map((texts) => {
    const { half, whole, ratio } = measured(texts);
    const cells = [half, whole].map((ms) => `${ms.toFixed(1).padStart(7)} ms`).join("");
    const named = texts.map((text) => JSON.stringify(text)).join(" ");
    console.log(`${named.padEnd(WIDTH)}${cells}${ratio.toFixed(2).padStart(8)}`);
    return whole < MOST_MS && ratio <= MOST_RATIO;
  });
  const good = kept.filter(Boolean).length;
  console.log(
    `${good} of ${all.length} in under ${MOST_MS} ms, twice as much at most ${MOST_RATIO} times as long`,
  );
  if (good < all.length) process.exitCode = 1;
}
