// proofmark draw: even, without repeats, the same each time.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { test } from "node:test";

import { BINARY, ended, proofmark, start } from "./support.mjs";

/** How many different questions each operation has. */
const SIZES = { add: 91 * 91, sub: 91 * 50, mul: 11 * 11 };
/** @type {Record<string, [number, number, number, number]>} */
const RANGES = { add: [10, 100, 10, 100], sub: [10, 100, 1, 50], mul: [2, 12, 2, 12] };

/** @param {string[]} words */
async function draw(...words) {
  const { stdout, stderr } = await proofmark(["draw", ...words]);
  assert.equal(stderr, "");
  return stdout;
}

/** @param {string} text @returns {any[]} */
const parsed = (text) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("ten thousand questions of math are even, in range, and repeat only when all were asked", async () => {
  const words = ["--seed", "s", "--family", "math", "--questions", "10000"];
  const text = await draw(...words);
  const questions = parsed(text);
  assert.equal(questions.length, 10_000);

  /** @type {Record<string, string[]>} */
  const ids = { add: [], sub: [], mul: [] };
  questions.forEach(({ questionId, text: asked, prompt, expected, index }, place) => {
    assert.equal(index, place);
    const [, name, a, sign, b] = /^math:(add|sub|mul):(\d+)([-+x])(\d+)$/.exec(questionId) ?? [];
    const [left, right] = [Number(a), Number(b)];
    const [a0 = 0, a1 = 0, b0 = 0, b1 = 0] = RANGES[name ?? ""] ?? [];
    assert.ok(left >= a0 && left <= a1 && right >= b0 && right <= b1, questionId);
    const value = sign === "+" ? left + right : sign === "-" ? left - right : left * right;
    assert.equal(expected, String(value));
    assert.equal(asked, `${a} ${sign === "-" ? "−" : sign === "x" ? "×" : "+"} ${b}`);
    assert.ok(prompt.includes(asked), prompt);
    ids[name ?? ""]?.push(questionId);
  });

  const counts = Object.values(ids).map((asked) => asked.length);
  assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, String(counts));
  for (const [name, size] of Object.entries(SIZES)) {
    const asked = ids[name] ?? [];
    for (let from = 0; from < asked.length; from += size) {
      const round = asked.slice(from, from + size);
      assert.equal(new Set(round).size, round.length, name);
    }
  }

  assert.equal(await draw(...words), text);
  assert.notEqual(await draw(...words, "--subject", "another"), text);
  assert.equal(
    await draw(...words.slice(0, -1), "10", "--start", "9990"),
    text.split("\n").slice(9990).join("\n"),
  );
});

test("a science question has its options in the order asked, and says which", async () => {
  const [question, ...rest] = parsed(
    await draw("--seed", "s", "--family", "science", "--questions", "8"),
  );
  assert.equal(rest.length, 7);
  assert.match(question.questionId, /^science:[a-z0-9-]+$/);
  assert.equal(question.options.length, 4);
  assert.deepEqual([...question.choiceOrder].sort(), [0, 1, 2, 3]);
  assert.ok(question.prompt.includes(`${question.text}\nA) `), question.prompt);
  question.options.forEach((/** @type {string} */ option, /** @type {number} */ place) => {
    assert.ok(question.prompt.includes(`${"ABCD"[place]}) ${option}`), question.prompt);
  });
  assert.match(question.expected, /^[ABCD]$/);
});

test("both families, and none", async () => {
  const families = parsed(
    await draw("--seed", "s", "--family", "math,science", "--questions", "2"),
  );
  assert.deepEqual(
    families.map(({ family }) => family),
    ["math", "math", "science", "science"],
  );
  assert.equal(await draw("--seed", "s", "--questions", "0"), "");
});

test("a reader that has enough ends it quietly", async () => {
  const child = start(["draw", "--seed", "s", "--questions", "1000000"]);
  child.stdout.once("data", () => child.stdout.destroy());
  const { code, stderr } = await ended(child);
  assert.equal(stderr, "");
  assert.equal(code, 0);
});

const FULL = "/dev/full";
const noFull = existsSync(FULL) ? false : `there is no ${FULL} here`;

test("a disk that is full is said, and ends with 3", { skip: noFull }, async () => {
  for (const count of ["3", "30000"]) {
    const child = spawn(process.execPath, [BINARY, "draw", "--seed", "s", "--questions", count], {
      stdio: ["ignore", openSync(FULL, "w"), "pipe"],
    });
    let stderr = "";
    child.stderr?.on("data", (chunk) => (stderr += chunk));
    const code = await new Promise((resolve) => child.once("close", resolve));
    assert.equal(stderr, "proofmark: output: cannot write: no space left (cli.output)\n");
    assert.equal(code, 3);
  }
});
