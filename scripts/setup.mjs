// Sets up the repository: checks prerequisites, installs what is missing, builds what has changed.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { installBadge, setupBadge } from "./badge.mjs";
import { BUILD_STAMP, OUTPUTS, SOURCES, buildAll } from "./build.mjs";
import {
  PACKAGE_FOLDERS,
  ROOT,
  Refusal,
  digestOf,
  install,
  npm,
  output,
  run,
  script,
  stamp,
  timed,
} from "./lib.mjs";

const TARGET = "wasm32-unknown-unknown";
const PACKAGE = "pkg/package.json";

const SITE = join(ROOT, "www");
const SITE_STAMP = join(SITE, "node_modules", ".proofmark-build");
/** Lists the inputs of the dashboard, including the parts of the package that it imports. */
const siteSources = () => [
  ...["www/index.html", "www/vite.config.js", "www/src", "www/public"],
  "examples/score-config.json",
  ...PACKAGE_FOLDERS,
];

/** @param {string} text */
const say = (text) => console.log(`setup: ${text}`);

/**
 * Reports whether `version` is older than `least`, by the first two numbers.
 *
 * @param {string} version
 * @param {string} least
 */
function isOlder(version, least) {
  const parts = (/** @type {string} */ text) => text.split(".").map(Number);
  const [[major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]] = [parts(version), parts(least)];
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const least = engines.node.slice(">=".length);
  const { node: version } = process.versions;
  if (isOlder(version, least))
    throw new Refusal(`setup: Node: expected ${least} or newer, found ${version}`);
}

function checkRust() {
  const version = /^rustc (\d+\.\d+)/.exec(output("rustc", ["--version"]) ?? "")?.[1];
  if (version === undefined || output("cargo", ["--version"]) === null) {
    throw new Refusal(
      "setup: Rust: expected rustc and cargo on the path, found none; install it from https://rustup.rs",
    );
  }
  const least =
    /^rust-version = "(\d+\.\d+)/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8"))?.[1] ??
    "0.0";
  if (isOlder(version, least)) {
    throw new Refusal(
      `setup: Rust: expected ${least} or newer, found ${version}; run \`rustup update\``,
    );
  }
}

/** @returns {Promise<boolean>} true if anything was done */
async function addTarget() {
  const sysroot = output("rustc", ["--print", "sysroot"]) ?? "";
  if (existsSync(join(sysroot, "lib", "rustlib", TARGET))) return false;
  if (output("rustup", ["--version"]) === null) {
    throw new Refusal(
      `setup: Rust: expected the target ${TARGET}, found neither it nor rustup to add it`,
    );
  }
  say(`adding the Rust target ${TARGET}`);
  await run("rustup", ["target", "add", TARGET]);
  return true;
}

/** @returns {Promise<boolean>} true if anything was done */
async function build() {
  const rustc = output("rustc", ["-vV"]) ?? "";
  const wanted = createHash("sha256").update(digestOf(SOURCES)).update(rustc).digest("hex");
  if (stamp(BUILD_STAMP) === wanted && OUTPUTS.every((path) => existsSync(path))) return false;
  say("building the core (four minutes the first time)");
  await timed("the core", () => buildAll());
  writeFileSync(BUILD_STAMP, wanted);
  return true;
}

/** Builds the dashboard. @param {boolean} installed @returns {Promise<boolean>} true if anything was done */
async function buildSite(installed) {
  const wanted = digestOf(["www/package.json", "www/package-lock.json", PACKAGE, ...siteSources()]);
  if (stamp(SITE_STAMP) === wanted && existsSync(join(SITE, "dist", "index.html")))
    return installed;
  say("building the dashboard");
  await timed("the dashboard", () => npm(["run", "--silent", "build"], { cwd: SITE }));
  writeFileSync(SITE_STAMP, wanted);
  return true;
}

/** Does the remaining steps. Throws a `Refusal` that names what is missing. */
export async function setup() {
  checkNode();
  checkRust();
  const began = performance.now();
  const done = [await addTarget(), await install("", "the development tools", [PACKAGE])];
  const [built, site, ...installed] = await Promise.all([
    build(),
    install("www", "what the dashboard is built with", [PACKAGE]),
    install("worker", "the dependencies of the edge worker", [PACKAGE]),
    installBadge(),
  ]);
  done.push(built, ...installed, await setupBadge(), await buildSite(site));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(done.includes(true) ? `done in ${seconds} s` : "nothing to do");
}

script(import.meta.url, setup);
