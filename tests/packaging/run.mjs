// Installs the packed package in one tiny project per consumer, runs the shared vectors there, and
// holds all of them to one digest.

import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { Miniflare } from "miniflare";

import { launchChromium } from "../../scripts/chromium.mjs";
import { NPM, ROOT, Refusal, files, npm, script } from "../../scripts/lib.mjs";
import { serve } from "../hosts/server.mjs";
import { readVectors } from "../hosts/vectors.mjs";
import { checkBundles } from "./bundles.mjs";
import { checkRuntimes } from "./runtimes.mjs";
import { bun, deno, installTools } from "./tools.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** When nobody waits any more for one of them, also on a busy machine, in milliseconds. */
const LIMIT = 900_000;
/** The maximum size of the tarball, in bytes. */
const MOST = 2_500_000;
const execute = promisify(execFile);

/**
 * Returns the trimmed output of a program.
 *
 * @param {string} consumer
 * @param {string} program
 * @param {string[]} args
 */
async function printed(consumer, program, ...args) {
  const options = { cwd: join(HERE, consumer), timeout: LIMIT };
  const { stdout } = await execute(program, args, options);
  return stdout.trim();
}

/** @param {string} consumer */
const built = (consumer) => printed(consumer, process.execPath, "build.mjs");

/** @type {import("playwright-core").Browser} */
let browser;

/** Returns the result of a page when it is done. @param {string} url @returns {Promise<string>} */
async function shown(url) {
  const page = await browser.newPage();
  try {
    const failed = page.waitForEvent("pageerror", { timeout: LIMIT }).then((error) => {
      throw error;
    });
    await page.goto(url);
    const done = () => /** @type {any} */ (globalThis).report;
    const report = page.waitForFunction(done, null, { timeout: LIMIT });
    return await Promise.race([report.then((found) => found.jsonValue()), failed]);
  } finally {
    await page.close();
  }
}

/** Returns the result of a page of the folder `path` under the strict policy. @param {string} path */
async function served(path, root = HERE) {
  const server = await serve({}, root);
  try {
    return await shown(`${server.url}/${path}`);
  } finally {
    server.close();
  }
}

async function viteDev() {
  const child = spawn(process.execPath, ["dev.mjs"], {
    cwd: join(HERE, "vite"),
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const url = await new Promise((resolve, reject) => {
      child.stdout.once("data", (chunk) => resolve(String(chunk).trim()));
      child.once("exit", () => reject(new Error("the development server did not start")));
    });
    return await shown(url);
  } finally {
    child.kill();
  }
}

async function workerd() {
  await built("workerd");
  const dist = join(HERE, "workerd", "dist");
  const worker = new Miniflare({
    modules: readdirSync(dist)
      .sort((a) => (a === "main.js" ? -1 : 1))
      .map((name) => ({
        type: name.endsWith(".wasm") ? "CompiledWasm" : "ESModule",
        path: join(dist, name),
        contents: new Uint8Array(readFileSync(join(dist, name))),
      })),
    modulesRoot: dist,
    compatibilityDate: "2026-01-01",
    host: "127.0.0.1",
  });
  try {
    return await (await worker.dispatchFetch("http://worker/")).text();
  } finally {
    await worker.dispose();
  }
}

/** @type {Record<string, () => Promise<string>>} */
const CONSUMERS = {
  "node-esm": () => printed("node-esm", process.execPath, "main.js"),
  "node-require": () => printed("node-require", process.execPath, "--no-warnings", "main.cjs"),
  deno: () => {
    const flags = ["--no-remote", "--node-modules-dir=manual", "--allow-read"];
    return printed("node-esm", deno(), "run", ...flags, "main.js");
  },
  bun: () => printed("node-esm", bun(), "run", "main.js"),
  "vite-dev": viteDev,
  "vite-build": async () => (await built("vite"), served("index.html", join(HERE, "vite", "dist"))),
  webpack: async () => (await built("webpack"), served("webpack/index.html")),
  esbuild: async () => (await built("esbuild"), served("esbuild/index.html")),
  rollup: async () => (await built("rollup"), served("rollup/index.html")),
  page: () => served("tests/packaging/page/index.html", ROOT),
  workerd,
};

/** Packs the package. @returns {Promise<string>} where the tarball is */
async function pack() {
  const folder = join(HERE, "packed");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  await npm(["pack", "--silent", "--pack-destination", folder], { cwd: join(ROOT, "pkg") });
  const [tarball] = readdirSync(folder);
  if (tarball === undefined) throw new Refusal("npm pack: expected a tarball, found none");
  return join(folder, tarball);
}

/** Installs the tarball into one consumer, and copies it to the others. @param {string} tarball */
async function install(tarball) {
  const folders = readdirSync(HERE)
    .map((name) => join(HERE, name))
    .filter((folder) => existsSync(join(folder, "package.json")));
  for (const folder of folders)
    for (const old of ["node_modules", "dist"])
      rmSync(join(folder, old), { recursive: true, force: true });
  const [first = "", ...others] = folders;
  const [command = "npm", ...before] = NPM;
  const flags = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  await execute(command, [...before, "install", ...flags, tarball], {
    cwd: first,
    timeout: LIMIT,
  });
  for (const folder of others)
    cpSync(join(first, "node_modules"), join(folder, "node_modules"), { recursive: true });
}

/**
 * Prints what the tarball contains, by directory. Throws a `Refusal` if it is too large or contains
 * something twice.
 *
 * @param {string} tarball
 */
function checkContents(tarball) {
  const root = join(HERE, "node-esm/node_modules/proofmark");
  const contents = files(root).map((path) => ({
    path: relative(root, path).replaceAll("\\", "/"),
    bytes: readFileSync(path),
  }));
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.md", "docs/ci.md"])
    if (!contents.some(({ path }) => path === name)) throw new Refusal(`tarball: no ${name}`);
  /** @type {Map<string, { files: number, bytes: number, gzip: number }>} */
  const rows = new Map();
  /** @type {Map<string, string>} */
  const known = new Map();
  for (const { path, bytes } of contents) {
    const [name = "", inside] = path.split("/");
    const row = rows.get(inside ? `${name}/` : name) ?? { files: 0, bytes: 0, gzip: 0 };
    row.files += 1;
    row.bytes += bytes.length;
    row.gzip += gzipSync(bytes, { level: 9 }).length;
    rows.set(inside ? `${name}/` : name, row);
    // Entry points are alike, except for their directories.
    if (/^entry\/.*\/\w+\.js$/.test(path)) continue;
    const digest = createHash("sha256").update(bytes).digest("hex");
    if (known.has(digest)) throw new Refusal(`tarball: ${path} is ${known.get(digest)} again`);
    known.set(digest, path);
    // The script of a report contains its wasm as text.
    if (bytes.includes("AGFzbQ") && path !== "generated/page.js")
      throw new Refusal(`tarball: ${path} contains a wasm as text`);
  }
  const cell = (/** @type {string | number} */ text) => String(text).padStart(10);
  console.log(`${"tarball".padEnd(20)}${cell("files")}${cell("bytes")}${cell("gzip")}`);
  for (const [name, row] of [...rows].sort(([, a], [, b]) => b.gzip - a.gzip))
    console.log(`${name.padEnd(20)}${cell(row.files)}${cell(row.bytes)}${cell(row.gzip)}`);
  const { size } = statSync(tarball);
  console.log(`${size} bytes packed, of ${MOST} at most`);
  if (size > MOST) throw new Refusal(`tarball: expected ${MOST} bytes at most, found ${size}`);
}

/** The tools that judge the shape of a package. @param {string} tarball */
async function lint(tarball) {
  const bin = (/** @type {string} */ name) => {
    const folder = join(HERE, "node_modules", name);
    const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return join(folder, typeof bin === "string" ? bin : String(Object.values(bin)[0]));
  };
  const wasm = ["core", "score", "suite", "verify"].map((name) => `./${name}.wasm`);
  const types = ["--profile", "esm-only", "--exclude-entrypoints", ...wasm];
  const checks = [
    ["publint", tarball, "--strict"],
    ["@arethetypeswrong/cli", tarball, ...types],
  ];
  for (const [name = "", ...args] of checks) {
    await execute(process.execPath, [bin(name), ...args], { cwd: HERE, timeout: LIMIT }).then(
      () => console.log(`${name}: 1 passed, 0 failed`),
      ({ stdout, stderr }) => {
        console.log(`${stdout}${stderr}\n${name}: 0 passed, 1 failed`);
        process.exitCode = 1;
      },
    );
  }
}

script(import.meta.url, async () => {
  await installTools();
  const vectors = `export default ${JSON.stringify(readVectors())};\n`;
  writeFileSync(join(HERE, "vectors.js"), vectors);
  const tarball = await pack();
  await lint(tarball);
  browser = await launchChromium();
  const digests = new Set();
  let failed = 0;
  try {
    await install(tarball);
    checkContents(tarball);
    for (const [name, consume] of Object.entries(CONSUMERS)) {
      const digest = await consume().catch((error) => `failed: ${error.stderr ?? error.message}`);
      console.log(`${name.padEnd(14)}${digest}`);
      if (digest.startsWith("failed")) failed += 1;
      digests.add(digest);
    }
  } finally {
    await browser.close();
  }
  if (digests.size > 1 && failed === 0) failed = 1;
  console.log(`consumers: ${Object.keys(CONSUMERS).length - failed} passed, ${failed} failed`);
  failed += (await checkBundles("node-esm")) + (await checkRuntimes("node-esm"));
  if (failed > 0) process.exitCode = 1;
});
