// Bundles a program for Node and Bun in each way of a table, moves the bundle to an empty folder,
// and checks what it prints: it works with the wasm in the bundle, or an error says what to do.

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { bun } from "./tools.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const execute = promisify(execFile);

/** A program that starts the package. @param {string} start @param {string} [imports] */
const program = (start, imports = "") => `
import * as proofmark from "proofmark";
${imports}
(async () => {
  try {
    await ${start};
    console.log("works", proofmark.generate({ seed: "example" })[0].questionId);
  } catch ({ code, message }) {
    console.log(code, message);
  }
})();
`;

const SOURCES = {
  plain: program("proofmark.ready()"),
  embedded: program("proofmark.ready(wasm)", 'import wasm from "proofmark/core.wasm";'),
  bun: program(
    "proofmark.ready(await Bun.file(path).arrayBuffer())",
    'import path from "proofmark/core.wasm" with { type: "file" };',
  ),
};

const WORKS = /^works math:sub:14-19$/;
const REMEDY = /^host\.load .*; pass the wasm to ready\(\) \(docs\/api\.md, Bundling\)$/;

const node = process.execPath;
const esbuild = [
  ...[node, "esbuild/bin/esbuild", "--bundle", "--platform=node", "--target=node20"],
  "--log-level=error",
];
const BINARY = "--loader:.wasm=binary";
const ncc = [node, "@vercel/ncc/dist/ncc/cli.js", "build", "--quiet"];
const WEBPACK = `
import webpack from "webpack";
const [, , entry, path] = process.argv;
webpack({ mode: "production", target: "node20", entry, output: { path, filename: "main.cjs" } })
  .run((error, stats) => (process.exitCode = error || stats.hasErrors() ? 1 : 0));
`;

/**
 * A way to bundle: the source, the command for an entry and an output folder, the file to run, and
 * the expected output.
 *
 * @typedef {[string, keyof typeof SOURCES, (entry: string, out: string) => string[], string, RegExp]} Row
 */

/** @type {() => Row[]} */
const rows = () => [
  [
    "esbuild, esm",
    "plain",
    (a, b) => [...esbuild, a, "--format=esm", `--outfile=${b}/m.mjs`],
    "m.mjs",
    REMEDY,
  ],
  [
    "esbuild, cjs",
    "plain",
    (a, b) => [...esbuild, a, "--format=cjs", `--outfile=${b}/m.cjs`],
    "m.cjs",
    REMEDY,
  ],
  [
    "esbuild, esm, wasm",
    "embedded",
    (a, b) => [...esbuild, BINARY, a, "--format=esm", `--outfile=${b}/m.mjs`],
    "m.mjs",
    WORKS,
  ],
  [
    "esbuild, cjs, wasm",
    "embedded",
    (a, b) => [...esbuild, BINARY, a, "--format=cjs", `--outfile=${b}/m.cjs`],
    "m.cjs",
    WORKS,
  ],
  // A Lambda folder: the program, and the package beside it.
  [
    "esbuild, external",
    "plain",
    (a, b) => [...esbuild, "--external:proofmark", a, "--format=esm", `--outfile=${b}/m.mjs`],
    "m.mjs",
    WORKS,
  ],
  ["ncc", "plain", (a, b) => [...ncc, a, "--out", b], "index.mjs", WORKS],
  ["webpack", "plain", (a, b) => [node, "webpack.mjs", a, b], "main.cjs", WORKS],
  [
    "bun --compile",
    "plain",
    (a, b) => [bun(), "build", "--compile", a, "--outfile", `${b}/m`],
    "m",
    REMEDY,
  ],
  [
    "bun --compile, wasm",
    "bun",
    (a, b) => [bun(), "build", "--compile", a, "--outfile", `${b}/m`],
    "m",
    WORKS,
  ],
];

/**
 * Builds and runs every row with the package installed in `consumer`. Returns the number of
 * failures.
 *
 * @param {string} consumer
 */
export async function checkBundles(consumer) {
  const from = join(HERE, consumer, "dist");
  mkdirSync(from, { recursive: true });
  writeFileSync(join(HERE, "node_modules/webpack.mjs"), WEBPACK);
  const table = rows();
  let failed = 0;
  for (const [name, source, build, file, expected] of table) {
    const entry = join(from, `${source}.mjs`);
    writeFileSync(entry, SOURCES[source]);
    const out = mkdtempSync(join(tmpdir(), "proofmark-bundle-"));
    try {
      const [command = "", ...words] = build(entry, out);
      await execute(command, words, { cwd: join(HERE, "node_modules") });
      if (name.endsWith("external"))
        cpSync(join(HERE, consumer, "node_modules"), join(out, "node_modules"), {
          recursive: true,
        });
      const run = file === "m" ? [join(out, file)] : [node, join(out, file)];
      const { stdout } = await execute(run[0] ?? "", run.slice(1), { cwd: out, env: {} });
      const ok = expected.test(stdout.trim());
      console.log(`${name.padEnd(22)}${stdout.trim()}${ok ? "" : "  UNEXPECTED"}`);
      if (!ok) failed += 1;
    } catch (error) {
      console.log(`${name.padEnd(22)}${String(error).slice(0, 500)}`);
      failed += 1;
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  }
  console.log(`bundles: ${table.length - failed} passed, ${failed} failed`);
  return failed;
}
