// `npm test` sets up, then runs every test stage, also after failures, two or three side by side.
// `npm test -- NAME…` runs only the named stages. `npm run test:long` runs the long stages instead;
// with `--seconds N` it starts none after N seconds.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { chromiumPath } from "./chromium.mjs";
import { NPM, ROOT, Refusal, script } from "./lib.mjs";
import { setup } from "./setup.mjs";

const WASM = "--target=wasm32-unknown-unknown";
const STRICT = ["--", "-D", "warnings"];
const node = process.execPath;
const bin = (/** @type {string} */ path) => join(ROOT, "node_modules", path);

/** Lists the test files of a folder. @param {string} folder */
const testFiles = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.mjs"))
    .sort()
    .map((name) => `${folder}/${name}`);

/** Returns the command that runs test files, one at a time. @param {string[]} files */
const nodeTest = (files) => [
  node,
  ...["--test", "--test-reporter=spec", "--test-concurrency=1", ...files],
];

/** Returns the command that runs test files in one process. @param {string[]} files */
const oneProcess = (files) => [node, "--test-reporter=spec", "tests/support/all.mjs", ...files];

/** @param {string[]} words */
const tsc = (...words) => [node, bin("typescript/bin/tsc"), "--project", ...words];

/** Selects the crates that are published. */
const PUBLISHED = ["--workspace", "--exclude=xtask"];

/**
 * A stage runs commands one after the other, up to the first that fails. Stages of `cargo` share
 * its target directory, so one runs at a time. A stage that is `alone` measures time: it runs after
 * the others, by itself.
 *
 * @typedef {{ name: string, commands: () => string[][], env?: NodeJS.ProcessEnv, cargo?: true, alone?: true }} Stage
 */

/** In the order in which they start: stages that wait for servers come early. @type {Stage[]} */
const STAGES = [
  {
    name: "native",
    cargo: true,
    commands: () => [["cargo", "test", "--locked", "--workspace"]],
  },
  { name: "www", commands: () => [[node, "--test-reporter=spec", "tests/www/all.mjs"]] },
  {
    name: "clippy",
    cargo: true,
    commands: () => [
      ["cargo", "clippy", "--locked", "--workspace", "--all-targets", ...STRICT],
      ["cargo", "clippy", "--locked", ...PUBLISHED, "--lib", WASM, ...STRICT],
    ],
  },
  // Compares proofs with public packages, installed next to their tests.
  {
    name: "interop",
    cargo: true,
    commands: () => [
      [...NPM, "ci", "--ignore-scripts", "--no-audit", "--prefix", "tests/interop"],
      [...NPM, "test", "--prefix", "tests/interop"],
    ],
  },
  {
    name: "rustdoc",
    cargo: true,
    commands: () => [["cargo", "doc", "--locked", "--no-deps", "--lib", ...PUBLISHED]],
    env: { RUSTDOCFLAGS: "-D warnings" },
  },
  // Packs the crates and builds the archives.
  {
    name: "crate",
    cargo: true,
    commands: () => [
      [node, "scripts/forget-crates.mjs"],
      ["cargo", "package", "--locked", "--allow-dirty", ...PUBLISHED],
    ],
    // Shares the dependencies that `native` has built.
    env: { CARGO_TARGET_DIR: join(ROOT, "target") },
  },
  { name: "msrv", cargo: true, commands: () => [[node, "scripts/msrv.mjs"]] },
  // Tests the edge worker in workerd; schemathesis needs Python.
  {
    name: "edge",
    commands: () => [
      [node, "tests/edge/set-up.mjs"],
      [node, "--test-reporter=spec", "tests/edge/all.mjs"],
    ],
  },
  // Tests against servers built with the protocols' official packages, JavaScript and Python.
  {
    name: "peers",
    commands: () => [
      [node, "tests/peers/set-up.mjs"],
      [...NPM, "test", "--prefix", "tests/peers"],
    ],
  },
  // Probes small agents made with common frameworks, and runs the commands that it prints.
  {
    name: "agents",
    commands: () => [
      [node, "tests/agents/set-up.mjs"],
      [...NPM, "test", "--prefix", "tests/agents"],
    ],
  },
  { name: "cli", commands: () => [oneProcess(testFiles("tests/cli"))] },
  // Tests the badge on a foreign page in Chromium.
  { name: "badge", commands: () => [oneProcess(testFiles("tests/badge"))] },
  { name: "api", commands: () => [nodeTest(testFiles("tests/api"))] },
  {
    name: "packaging",
    commands: () => [[node, "tests/packaging/run.mjs"], nodeTest(["tests/packaging/ci.test.mjs"])],
  },
  { name: "hostile", commands: () => [[node, "tests/hostile/run.mjs"]] },
  { name: "reference", commands: () => [oneProcess(testFiles("tests/reference"))] },
  { name: "repo", commands: () => [oneProcess(testFiles("tests/repo"))] },
  { name: "hosts", commands: () => [[node, "tests/hosts/run.mjs"]] },
  // Checks the accuracy floors on the repository's labelled replies.
  { name: "accuracy", commands: () => [[node, "scripts/accuracy.mjs", "--floors"]] },
  {
    name: "format",
    commands: () => [
      ["cargo", "fmt", "--all", "--check"],
      [node, bin("prettier/bin/prettier.cjs"), "--check", "--cache", "--log-level=warn", "."],
    ],
  },
  // The last three check every export as users do, with each module resolution and without a DOM.
  {
    name: "types",
    commands: () => [
      tsc(ROOT),
      tsc(join(ROOT, "www")),
      tsc("tests/types/exports"),
      tsc("tests/types/exports/bundler.json"),
      tsc("tests/types/exports/node.json"),
    ],
  },
  // Limits the times of tasks in a browser.
  { name: "timed", alone: true, commands: () => [nodeTest(testFiles("tests/timed"))] },
];

/** Test files that are larger in long runs, by `tests/support/long.mjs`. */
const LONG_FILES = [
  "api/wasm-instance",
  "cli/run/flat",
  "cli/run/kill",
  "cli/score",
  "edge/fleet",
  "reference/grading/agreement",
  "reference/record",
  "reference/score/score",
  "reference/tampered",
  "timed/records",
];

/** @type {Stage[]} */
const LONG_STAGES = [
  // Each property with more cases, and the tests that are ignored for their length.
  {
    name: "native",
    cargo: true,
    commands: () => [
      [
        "cargo",
        "test",
        "--locked",
        ...PUBLISHED,
        "--lib",
        "--test=core",
        "--",
        "--include-ignored",
      ],
    ],
    env: { PROPTEST_CASES: "1000" },
  },
  ...LONG_FILES.map((name) => ({
    name,
    commands: () => [nodeTest([`tests/${name}.test.mjs`])],
    env: { PROOFMARK_LONG: "1" },
  })),
  {
    name: "hostile",
    commands: () => [[node, "tests/hostile/run.mjs"]],
    env: { PROOFMARK_LONG: "1" },
  },
];

/**
 * Parses the number of passed and failed cases from the output of cargo, `node:test` or our hosts
 * (`HOST: N passed, N failed`). A stage without counts is one case.
 *
 * @param {string} text
 */
function countCases(text) {
  const plain = text.replace(/\x1b\[[0-9;]*m/g, "");
  const sum = (/** @type {RegExp} */ pattern) => {
    const found = [...plain.matchAll(pattern)];
    return found.length === 0 ? undefined : found.reduce((total, [, n]) => total + Number(n), 0);
  };
  const passed = sum(/^(?:test result: .*? |\S+: |ℹ pass )(\d+)(?: passed|$)/gm);
  const failed = sum(/^(?:test result: .*?; |\S+: \d+ passed, |ℹ fail )(\d+)(?: failed|$)/gm);
  return passed === undefined ? undefined : { passed, failed: failed ?? 0 };
}

/**
 * Runs a command. Returns whether it succeeded, and what it printed.
 *
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv | undefined} env
 */
async function runCommand([program = node, ...args], env) {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  }
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      text += `${program}: ${error.message}\n`;
      resolve(1);
    });
    child.on("close", resolve);
  });
  return { ok: code === 0, text };
}

/** @typedef {{ name: string, passed: number, failed: number, seconds: number }} Result */

const started = Date.now();
const seconds = (since = started) => (Date.now() - since) / 1000;

/** Runs a stage, then prints its output. @param {Stage} stage @returns {Promise<Result>} */
async function runStage({ name, commands, env }) {
  const began = Date.now();
  console.log(`${seconds().toFixed(0).padStart(5)} s  ${name} starts`);
  let text = "";
  let ok = true;
  for (const command of commands()) {
    const end = await runCommand(command, env);
    text += end.text;
    ok = end.ok;
    if (!ok) break;
  }
  const took = seconds(began);
  console.log(`\n== ${name}, ${took.toFixed(1)} s\n${text}`);
  const { passed, failed } = countCases(text) ?? { passed: ok ? 1 : 0, failed: 0 };
  // A stage that crashed has failed, even if all the cases that it counted passed.
  return { name, passed, failed: ok ? failed : Math.max(failed, 1), seconds: took };
}

/**
 * Runs the stages side by side. Starts none after `limit` seconds.
 *
 * @param {Stage[]} stages
 * @param {number} limit
 */
async function runStages(stages, limit) {
  /** @type {Result[]} */
  const results = [];
  const waiting = stages.filter(({ alone }) => !alone);
  let cargo = false;
  const worker = async () => {
    for (;;) {
      const at = waiting.findIndex((stage) => !(stage.cargo && cargo));
      const [stage] = at < 0 || seconds() > limit ? [] : waiting.splice(at, 1);
      if (stage === undefined) return;
      if (stage.cargo) cargo = true;
      results.push(await runStage(stage));
      if (stage.cargo) cargo = false;
    }
  };
  // One more than there are cores, because stages also wait for timers and servers.
  await Promise.all(Array.from({ length: Math.min(3, availableParallelism() + 1) }, worker));
  for (const stage of stages.filter(({ alone }) => alone)) results.push(await runStage(stage));
  const skipped = waiting.map(({ name }) => name);
  return { results, skipped };
}

/** Parses the arguments: the stages to run, and after how many seconds none starts any more. @param {string[]} words */
function parseArguments([first, ...rest]) {
  const long = first === "--long";
  const all = long ? LONG_STAGES : STAGES;
  const words = long || first === undefined ? rest : [first, ...rest];
  let limit = Infinity;
  if (words[0] === "--seconds") {
    limit = Number(words[1]);
    if (!(limit >= 0)) throw new Refusal(`test: --seconds: expected a number, found ${words[1]}`);
    words.splice(0, 2);
  }
  const unknown = words.find((name) => !all.some((stage) => stage.name === name));
  if (unknown !== undefined) {
    const names = all.map(({ name }) => name).join(", ");
    throw new Refusal(`test: expected ${names}, found ${unknown}`);
  }
  return { stages: all.filter(({ name }) => words.length === 0 || words.includes(name)), limit };
}

async function main() {
  const { stages, limit } = parseArguments(process.argv.slice(2));
  await setup();
  // Before the stages, because two of them cannot install it at the same time.
  if (stages.length > 1) await chromiumPath();
  const before = Date.now();
  const { results, skipped } = await runStages(stages, limit);

  console.log("\n== results");
  for (const { name, passed, failed, seconds } of results) {
    const verdict = failed === 0 ? "ok  " : "FAIL";
    const cases = `${passed} passed, ${failed} failed`;
    console.log(
      `${verdict}  ${name.padEnd(28)}${cases.padEnd(26)}${seconds.toFixed(1).padStart(8)} s`,
    );
  }
  for (const name of skipped) console.log(`skip  ${name}`);
  const total = (/** @type {"passed" | "failed"} */ key) =>
    results.reduce((sum, result) => sum + result[key], 0);
  const setUp = (before - started) / 1000;
  console.log(`${seconds().toFixed(0)} s in all, ${setUp.toFixed(0)} s of it to set up`);
  console.log(`${total("passed")} passed, ${total("failed")} failed`);
  if (total("failed") > 0) process.exitCode = 1;
}

script(import.meta.url, main);
