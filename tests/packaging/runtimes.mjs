// Runs the command line of the installed package in every runtime: asks an agent, verifies the
// records, and serves them in the dashboard.

import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { listen } from "../support/listen.mjs";
import { bun, deno } from "./tools.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const execute = promisify(execFile);

/** The runtimes: their commands. Other versions of Node are packages for some platforms only. */
const runtimes = () => ({
  [`node ${process.version}`]: [process.execPath],
  ...Object.fromEntries(
    ["node22", "node24"]
      .map((name) => [name, join(HERE, "node_modules", name, "bin/node")])
      .filter(([, path]) => existsSync(`${path}`))
      .map(([name, path]) => [name, [path]]),
  ),
  deno: [deno(), "run", "--allow-all", "--no-remote", "--node-modules-dir=manual"],
  bun: [bun(), "run"],
});

const agent = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const [, a, sign, b] = /(-?\d+) ([+−×]) (-?\d+)/.exec(body) ?? [];
  const right = { "+": Number(a) + Number(b), "−": Number(a) - Number(b) }[sign ?? ""];
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ response: String(right ?? Number(a) * Number(b)) }));
});

/**
 * Runs the commands in one runtime. Throws if one fails.
 *
 * @param {string[]} command
 * @param {string} main the command line's module
 * @param {string} url
 */
async function check([program = "", ...words], main, url) {
  const cwd = mkdtempSync(join(tmpdir(), "proofmark-runtime-"));
  const started = [...words, main];
  try {
    const run = ["run", url, "-n", "2", "--family", "math", "--out", "r.ndjson"];
    await execute(program, [...started, ...run, "--min-score", "100"], { cwd });
    const { stdout } = await execute(program, [...started, "verify", "r.ndjson"], { cwd });
    if (!/^ {2}Intact: /m.test(stdout)) throw new Error(stdout);
    const view = spawn(program, [...started, "view", "r.ndjson", "--no-open"], { cwd });
    try {
      const address = await new Promise((resolve, reject) => {
        view.stdout.on("data", (chunk) => resolve(new URL(String(chunk).split("\n")[0] ?? "")));
        view.on("exit", (code) => reject(new Error(`view: exit code ${code}`)));
      });
      // The page, and two files that it shares with the package.
      const shared = ["/assets/core_bg-0.wasm", "/assets/page-0.js", "/files/r.ndjson"];
      for (const path of ["/", ...shared]) {
        const { status } = await fetch(new URL(path, address));
        if (status !== 200) throw new Error(`view: ${path}: status ${status}`);
      }
    } finally {
      view.kill();
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Checks every runtime with the package of `consumer`. Returns the number of failures. @param {string} consumer */
export async function checkRuntimes(consumer) {
  const main = join(HERE, consumer, "node_modules/proofmark/cli/main.js");
  const url = await listen(agent);
  const all = Object.entries(runtimes());
  let failed = 0;
  for (const [name, command] of all) {
    const problem = await check(command, main, url).catch((error) => String(error).slice(0, 500));
    console.log(`${name.padEnd(16)}${problem ?? "run, verify, view"}`);
    if (problem !== undefined) failed += 1;
  }
  agent.close();
  agent.closeAllConnections();
  console.log(`runtimes: ${all.length - failed} passed, ${failed} failed`);
  return failed;
}
