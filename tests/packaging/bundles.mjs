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
/** The commands of the tools. */
const tools = () => ({
  esbuild: [
    ...[node, "esbuild/bin/esbuild", "--bundle", "--platform=node", "--target=node20"],
    "--log-level=error",
  ],
  ncc: [node, "@vercel/ncc/dist/ncc/cli.js", "build", "--quiet"],
  webpack: [node, "webpack.mjs"],
  bun: [bun(), "build", "--compile"],
});
const WEBPACK = `
import webpack from "webpack";
const [, , entry, path] = process.argv;
webpack({ mode: "production", target: "node20", entry, output: { path, filename: "main.cjs" } })
  .run((error, stats) => (process.exitCode = error || stats.hasErrors() ? 1 : 0));
`;

/** With the wasm in the bundle. */
const BINARY = "--loader:.wasm=binary";
/** As in a Lambda folder: the program, and the package beside it. */
const EXTERNAL = "--external:proofmark";

/**
 * Ways to bundle: the source, the tool and its arguments for an entry IN and an output folder OUT,
 * the file to run, and the expected output.
 *
 * @type {[keyof typeof SOURCES, string, string, RegExp][]}
 */
const ROWS = [
  ["plain", "esbuild IN --format=esm --outfile=OUT/m.mjs", "m.mjs", REMEDY],
  ["plain", "esbuild IN --format=cjs --outfile=OUT/m.cjs", "m.cjs", REMEDY],
  ["embedded", `esbuild ${BINARY} IN --format=esm --outfile=OUT/m.mjs`, "m.mjs", WORKS],
  ["embedded", `esbuild ${BINARY} IN --format=cjs --outfile=OUT/m.cjs`, "m.cjs", WORKS],
  ["plain", `esbuild ${EXTERNAL} IN --format=esm --outfile=OUT/m.mjs`, "m.mjs", WORKS],
  ["plain", "ncc IN --out OUT", "index.mjs", WORKS],
  ["plain", "webpack IN OUT", "main.cjs", WORKS],
  ["plain", "bun IN --outfile OUT/m", "m", REMEDY],
  ["bun", "bun IN --outfile OUT/m", "m", WORKS],
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
  let failed = 0;
  for (const [source, line, file, expected] of ROWS) {
    const name = `${line} (${source})`;
    const entry = join(from, `${source}.mjs`);
    writeFileSync(entry, SOURCES[source]);
    const out = mkdtempSync(join(tmpdir(), "proofmark-bundle-"));
    try {
      const [tool, ...words] = line.split(" ");
      const [command = "", ...first] =
        tools()[/** @type {keyof ReturnType<typeof tools>} */ (tool)];
      const args = words.map((word) => word.replace(/^IN$/, entry).replace("OUT", out));
      await execute(command, [...first, ...args], { cwd: join(HERE, "node_modules") });
      if (words.includes(EXTERNAL))
        cpSync(join(HERE, consumer, "node_modules"), join(out, "node_modules"), {
          recursive: true,
        });
      const run = file === "m" ? [join(out, file)] : [node, join(out, file)];
      const { stdout } = await execute(run[0] ?? "", run.slice(1), { cwd: out, env: {} });
      const ok = expected.test(stdout.trim());
      console.log(`${name}: ${stdout.trim()}${ok ? "" : "  UNEXPECTED"}`);
      if (!ok) failed += 1;
    } catch (error) {
      console.log(`${name}: ${String(error).slice(0, 500)}`);
      failed += 1;
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  }
  console.log(`bundles: ${ROWS.length - failed} passed, ${failed} failed`);
  return failed;
}
