// Sets up, then runs every test stage, also after failures. `npm test -- NAME…` runs only the named
// stages.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { NPM, ROOT, Refusal, script } from "./lib.mjs";
import { setup } from "./setup.mjs";

const WASM = "--target=wasm32-unknown-unknown";
const STRICT = ["--", "-D", "warnings"];
const node = process.execPath;
const bin = (/** @type {string} */ path) => join(ROOT, "node_modules", path);

/** Lists the `node:test` files of the stage node-test. */
const nodeTests = () =>
  ["tests", "pkg", "scripts"].flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: "utf8" })
      .filter(
        (name) =>
          name.endsWith(".test.mjs") && !/node_modules|^(badge|edge|interop|peers|www)/.test(name),
      )
      .sort()
      .map((name) => join(directory, name)),
  );

/** Lists the tests of a folder. @param {string} folder */
const under = (folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".test.mjs"))
    .sort()
    .map((name) => `${folder}/${name}`);

/** @typedef {{ name: string, command: () => string[], env?: NodeJS.ProcessEnv }} Stage */

/** @type {Stage[]} */
const STAGES = [
  { name: "rustfmt", command: () => ["cargo", "fmt", "--all", "--check"] },
  {
    name: "clippy",
    command: () => ["cargo", "clippy", "--locked", "--workspace", "--all-targets", ...STRICT],
  },
  {
    name: "clippy-wasm",
    command: () => ["cargo", "clippy", "--locked", "--lib", WASM, ...STRICT],
  },
  {
    name: "rustdoc",
    command: () => ["cargo", "doc", "--locked", "--no-deps", "--lib"],
    env: { RUSTDOCFLAGS: "-D warnings" },
  },
  { name: "msrv", command: () => [node, "scripts/msrv.mjs"] },
  // Packs the crate and builds the archive.
  {
    name: "crate",
    command: () => ["cargo", "package", "--locked", "--allow-dirty", "--package", "proofmark"],
  },
  { name: "native", command: () => ["cargo", "test", "--locked", "--workspace"] },
  {
    name: "prettier",
    command: () => [node, bin("prettier/bin/prettier.cjs"), "--check", "--log-level=warn", "."],
  },
  { name: "types", command: () => [node, bin("typescript/bin/tsc"), "--project", ROOT] },
  {
    name: "www-types",
    command: () => [node, bin("typescript/bin/tsc"), "--project", join(ROOT, "www")],
  },
  {
    name: "declarations",
    command: () => [node, bin("typescript/bin/tsc"), "--project", join(ROOT, "tests/types")],
  },
  // Type-checks every export as users do, with both module resolutions.
  {
    name: "types-nodenext",
    command: () => [node, bin("typescript/bin/tsc"), "--project", "tests/types/exports"],
  },
  {
    name: "types-bundler",
    command: () => [node, bin("typescript/bin/tsc"), "-p", "tests/types/exports/bundler.json"],
  },
  {
    name: "types-node",
    command: () => [node, bin("typescript/bin/tsc"), "-p", "tests/types/exports/node.json"],
  },
  {
    name: "node-test",
    command: () => [node, "--test", "--test-reporter=spec", ...nodeTests()],
  },
  // Checks the accuracy floors on the repository's labelled replies.
  { name: "accuracy", command: () => [node, "scripts/accuracy.mjs", "--floors"] },
  // Compares proofs with public packages, installed next to their tests.
  {
    name: "interop-set-up",
    command: () => [...NPM, "ci", "--ignore-scripts", "--no-audit", "--prefix", "tests/interop"],
  },
  { name: "interop", command: () => [...NPM, "test", "--prefix", "tests/interop"] },
  // Tests against servers built with the protocols' official packages, JavaScript and Python.
  { name: "peers-set-up", command: () => [node, "tests/peers/set-up.mjs"] },
  { name: "peers", command: () => [...NPM, "test", "--prefix", "tests/peers"] },
  { name: "hosts", command: () => [node, "tests/hosts/run.mjs"] },
  { name: "hostile", command: () => [node, "tests/hostile/run.mjs"] },
  // Tests the badge on a foreign page in Chromium.
  {
    name: "badge",
    command: () => [node, "--test", "--test-reporter=spec", ...under("tests/badge")],
  },
  // Tests the edge worker in workerd, sequentially; schemathesis needs Python.
  { name: "edge-set-up", command: () => [node, "tests/edge/set-up.mjs"] },
  {
    name: "edge",
    command: () => [
      ...[node, "--test", "--test-reporter=spec", "--test-concurrency=1"],
      ...under("tests/edge"),
    ],
  },
  { name: "www", command: () => [node, "--test", "--test-reporter=spec", ...under("tests/www")] },
  { name: "packaging", command: () => [node, "tests/packaging/run.mjs"] },
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

/** @param {Stage} stage */
async function runStage({ name, command, env }) {
  console.log(`\n== ${name}`);
  const [program = node, ...args] = command();
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
    process.stdout.write(chunk);
  });
  child.stderr.on("data", (chunk) => process.stderr.write(chunk));
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(1);
    });
    child.on("close", resolve);
  });
  const { passed, failed } = countCases(text) ?? { passed: code === 0 ? 1 : 0, failed: 0 };
  // A stage that crashed has failed, even if all its countCases cases passed.
  return { name, passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}

async function main() {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown !== undefined) {
    throw new Refusal(
      `test: expected ${STAGES.map(({ name }) => name).join(", ")}, found ${unknown}`,
    );
  }
  await setup();
  const stages = STAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const started = Date.now();
  /** @type {{ name: string, passed: number, failed: number, seconds: number }[]} */
  const results = [];
  for (const stage of stages) {
    const before = Date.now();
    results.push({ ...(await runStage(stage)), seconds: (Date.now() - before) / 1000 });
  }

  console.log("\n== results");
  for (const { name, passed, failed, seconds } of results) {
    const verdict = failed === 0 ? "ok  " : "FAIL";
    const cases = `${passed} passed, ${failed} failed`;
    console.log(
      `${verdict}  ${name.padEnd(16)}${cases.padEnd(26)}${seconds.toFixed(1).padStart(8)} s`,
    );
  }
  const total = (/** @type {"passed" | "failed"} */ key) =>
    results.reduce((sum, result) => sum + result[key], 0);
  console.log(`${((Date.now() - started) / 1000).toFixed(0)} s in all`);
  console.log(`${total("passed")} passed, ${total("failed")} failed`);
  if (total("failed") > 0) process.exitCode = 1;
}

script(import.meta.url, main);
