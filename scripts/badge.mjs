// Builds the badge into `pkg/badge/`, next to its wasm and the bank: two minified modules, the
// script and its worker. Enforces the size limit.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { PACKAGE_FOLDERS, ROOT, Refusal, digestOf, install, script, stamp } from "./lib.mjs";

const SOURCES = join(ROOT, "badge");
const FOLDER = join(ROOT, "pkg", "badge");
const SCRIPTS = ["proofmark-badge.js", "verifier.js"];
const BUILD_STAMP = join(FOLDER, ".stamp");

/** The files of the badge: the outputs of this build, and those that they load on demand. */
const OUTPUTS = [...SCRIPTS, "verify_bg.wasm", "bank.js"].map((name) => join(FOLDER, name));

/** Modules that are not bundled: their specifiers in the sources, and in the package. */
const EXTERNAL = new Map([
  ["./verifier.js", "./verifier.js"],
  ["../pkg/badge/bank.js", "./bank.js"],
]);

/** The maximum size of the scripts and their wasm after brotli, in bytes. */
const MOST = 125_000;

/** Installs the build tools if their lock file has changed. */
export const installBadge = () => install("badge", "the tools of the badge");

/** Lists the scripts and JSON files of a folder. @param {string} folder */
const scripts = (folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => /\.(js|json)$/.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);

/** Lists the possible inputs of a build. */
const parts = () => [
  ...scripts("badge"),
  ...scripts("badge/view"),
  ...PACKAGE_FOLDERS,
  "scripts/badge.mjs",
];

/** Keeps modules that are loaded on demand as imports. */
const externals = {
  name: "externals",
  setup(/** @type {any} */ { onResolve }) {
    onResolve(
      { filter: /\/badge\/bank\.js$|^\.\/verifier\.js$/ },
      (/** @type {any} */ { path }) => {
        const found = EXTERNAL.get(path);
        if (found === undefined) throw new Refusal(`badge: expected to know where ${path} goes`);
        return { path: found, external: true };
      },
    );
  },
};

/** Builds the badge. */
async function build() {
  // esbuild is absent until it is installed.
  const { build } = await import("../badge/node_modules/esbuild/lib/main.js");
  mkdirSync(FOLDER, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: SCRIPTS.map((name) => join(SOURCES, name)),
    outdir: FOLDER,
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome111", "firefox121", "safari17"],
    charset: "utf8",
    legalComments: "inline",
    logLevel: "warning",
    plugins: [externals],
  });
  // Templates contain the indentation of their source, which is meaningless in markup and styles.
  for (const { path, text } of outputFiles) writeFileSync(path, text.replace(/\n\s+/g, "\n"));
}

/** Prints the sizes and enforces the limit. The bank does not count. */
export function checkSize() {
  const rows = OUTPUTS.map((path) => {
    const bytes = readFileSync(path);
    return { path, raw: bytes.length, brotli: brotliCompressSync(bytes).length };
  });
  for (const { path, raw, brotli } of rows) {
    console.log(`${path.slice(FOLDER.length + 1).padEnd(20)}${raw} bytes, ${brotli} after brotli`);
  }
  const counted = rows.filter(({ path }) => !path.endsWith("bank.js"));
  const brotli = counted.reduce((sum, row) => sum + row.brotli, 0);
  console.log(`badge: ${brotli} bytes after brotli, of ${MOST} at most`);
  if (brotli > MOST) {
    throw new Refusal(`badge: expected ${MOST} bytes after brotli at most, found ${brotli}`);
  }
}

/** Builds the badge if its inputs have changed. @returns {Promise<boolean>} true if it did */
export async function setupBadge() {
  const installed = await installBadge();
  const wanted = digestOf(parts());
  const there = OUTPUTS.every((path) => existsSync(path));
  if (stamp(BUILD_STAMP) === wanted && there) return installed;
  await build();
  checkSize();
  writeFileSync(BUILD_STAMP, wanted);
  return true;
}

script(import.meta.url, async () => {
  await installBadge();
  await build();
  checkSize();
});
