// Helpers of the scripts. They use Node built-ins only, because setup runs before anything is
// installed.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folders of the package's own modules, for stamps of what is built from them. */
export const PACKAGE_FOLDERS = [
  ...["entry", "evaluate", "generated", "proof", "suite", "util", "verify", "wasm"],
].map((name) => `pkg/${name}`);

/** The repository's root, without a trailing slash. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "");

/** The folder in which cargo unpacks crates, in a folder for each registry. */
export const CRATE_SOURCES = join(
  process.env.CARGO_HOME ?? join(homedir(), ".cargo"),
  "registry",
  "src",
);

/** An expected failure. Its message is one line that states the reason. */
export class Refusal extends Error {}

/**
 * Runs `command` and returns its output, or null if it fails or does not exist.
 *
 * @param {string} command
 * @param {string[]} args
 */
export function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Runs `command` with the terminal as its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    ...options,
  });
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
  if (code !== 0) throw new Refusal(`\`${command} ${args.join(" ")}\` failed`);
}

/**
 * Does `work`, then prints how long it took.
 *
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
export async function timed(what, work) {
  const began = performance.now();
  const result = await work();
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`);
  return result;
}

/** The npm command: the npm that started this process, else the one on the path. */
export const NPM = process.env.npm_execpath
  ? [process.execPath, process.env.npm_execpath]
  : [process.platform === "win32" ? "npm.cmd" : "npm"];

/** @param {string[]} args @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options] */
export function npm(args, options) {
  const [command = "npm", ...before] = NPM;
  return run(command, [...before, ...args], options);
}

/**
 * Installs Debian packages if this is Debian and the user is root. Reports whether it did.
 *
 * @param {string[]} packages
 */
export async function installDebian(...packages) {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return false;
  console.log(`setup: installing ${packages.join(", ")} with apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const quiet = ["-qq", "-o", "DPkg::Lock::Timeout=600"];
  await run("apt-get", ["update", ...quiet], { env });
  await run("apt-get", ["install", "-y", ...quiet, "--no-install-recommends", ...packages], {
    env,
  });
  return true;
}

/**
 * Lists the files at or below `path`, sorted.
 *
 * @param {string} path
 * @returns {string[]}
 */
export function files(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)));
}

/**
 * Returns a digest of the names and contents of `paths`, relative to the root.
 *
 * @param {string[]} paths
 */
export function digestOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => files(join(ROOT, path)))) {
    const bytes = readFileSync(path);
    hash.update(`${path.slice(ROOT.length)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/** Returns the stamp that a finished step left at `path`, or null. @param {string} path */
export const stamp = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

/**
 * Installs the packages of the lock file in `folder`, if it or one of `lists` has changed.
 *
 * @param {string} folder Relative to the root.
 * @param {string} what The name to print.
 * @param {string[]} [lists]
 * @returns {Promise<boolean>} true if anything was done
 */
export async function install(folder, what, lists = []) {
  const own = ["package.json", "package-lock.json"].map((name) => join(folder, name));
  const wanted = digestOf([...own, ...lists]);
  const done = join(ROOT, folder, "node_modules", ".proofmark-setup");
  if (stamp(done) === wanted) return false;
  console.log(`setup: installing ${what} with npm ci`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await timed(`npm ci, ${what}`, () => npm(["ci", ...quiet], { cwd: join(ROOT, folder) }));
  writeFileSync(done, wanted);
  return true;
}

/**
 * Runs `main` if `url` is the script that Node was started with. Prints a refusal as one line, with
 * exit code 1.
 *
 * @param {string} url
 * @param {() => Promise<void>} main
 */
export function script(url, main) {
  if (process.argv[1] !== fileURLToPath(url)) return;
  main().catch((error) => {
    console.error(error instanceof Refusal ? `${error.message}` : error);
    process.exitCode = 1;
  });
}
