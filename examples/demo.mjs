// `npm run demo:suite`: judges good and bad answers to the example suites. The bad ones must fail with
// exit code 1.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const command = path("../pkg/cli/main.js");

const plays = [
  { suite: "tasks.json", answers: "answers-good.json", expected: 0 },
  { suite: "tasks.json", answers: "answers-bad.json", expected: 1 },
  { suite: "sealed.json", answers: "answers-good.json", expected: 0 },
  { suite: "sealed.json", answers: "answers-bad.json", expected: 1 },
];

for (const { suite, answers, expected } of plays) {
  console.log(`\n$ proofmark suite run examples/${suite} --answers examples/${answers}\n`);
  const words = ["suite", "run", path(suite), "--answers", path(answers)];
  const { status } = spawnSync(process.execPath, [command, ...words], { stdio: "inherit" });
  console.log(`\n  exit code ${status}, ${expected} expected`);
  if (status !== expected) process.exitCode = 1;
}
