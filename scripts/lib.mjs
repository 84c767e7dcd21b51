// What the scripts share: where things are, running a command, and saying one line. Node built-ins
// only, because the set-up runs before anything is installed.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root, without a trailing slash. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "");

/** A step could not be done; the message is the one line that says why. */
export class Refusal extends Error {}

/**
 * Runs `command` to its end and returns what it printed; null when there is no such command.
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

/** How to run npm: the one that started us, else the one on the path. */
export const NPM = process.env.npm_execpath
  ? [process.execPath, process.env.npm_execpath]
  : [process.platform === "win32" ? "npm.cmd" : "npm"];

/** @param {string[]} args @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options] */
export function npm(args, options) {
  const [command = "npm", ...before] = NPM;
  return run(command, [...before, ...args], options);
}

/**
 * Installs packages of Debian where this is Debian and we are root; says whether it did.
 *
 * @param {string[]} packages
 */
export async function installDebian(...packages) {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return false;
  console.log(`setup: installing ${packages.join(", ")} with apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env });
  return true;
}

/**
 * Every file at or below `path`, sorted.
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
 * One digest of the names and contents of `paths`, relative to the root.
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

/** What a step has left at `path` when it was done, to find nothing to do by. @param {string} path */
export const stamp = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

/**
 * Installs what the lock file in `folder` says, if that or one of `lists` has changed.
 *
 * @param {string} folder From the root.
 * @param {string} what To say that it is installed.
 * @param {string[]} [lists]
 * @returns {Promise<boolean>} whether anything was done
 */
export async function install(folder, what, lists = []) {
  const own = ["package.json", "package-lock.json"].map((name) => join(folder, name));
  const wanted = digestOf([...own, ...lists]);
  const done = join(ROOT, folder, "node_modules", ".proofmark-setup");
  if (stamp(done) === wanted) return false;
  console.log(`setup: installing ${what} with npm ci`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await npm(["ci", ...quiet], { cwd: join(ROOT, folder) });
  writeFileSync(done, wanted);
  return true;
}

/**
 * Runs `main` when `url` is the script that Node was started with, and turns a refusal into one
 * line and exit code 1.
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
