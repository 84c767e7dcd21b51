// Every way in which an endpoint misbehaves, on Node and on workerd: what it comes to, how long it
// takes, what leaks, and what it leaves in memory. `node --expose-gc run.mjs [HOST…]`

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";

import * as api from "../../pkg/node.js";
import { script } from "../../scripts/lib.mjs";
import { askOnce } from "./ask.js";
import { startWorkerd } from "./workerd.mjs";

/** How long a question may take beyond its budget, in milliseconds. */
const GRACE = 250;
/** How many endpoints are asked at a time. */
const AT_A_TIME = 6;
/** How often all of them are asked; the first time warms up. */
const ROUNDS = 5;
/** By how much memory may grow over the rounds behind the first. */
const FLAT = { node: 4 << 20, workerd: 32 << 20 };

const { defaults, behaviours } = JSON.parse(
  readFileSync(new URL("behaviours.json", import.meta.url), "utf8"),
);

const HOSTS = {
  node: () => ({
    ask: (/** @type {any} */ behaviour, /** @type {any} */ origins) =>
      askOnce(api, behaviour, origins),
    memory() {
      globalThis.gc?.();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    },
    dispose() {},
  }),
  workerd: startWorkerd,
};

/**
 * @param {"node" | "workerd"} host
 * @param {Record<string, string>} origins
 */
async function runOn(host, origins) {
  const { ask, memory, dispose } = await HOSTS[host]();
  /** @type {string[]} */
  const failures = [];
  /** @type {number[]} */
  const sizes = [];
  let latest = -Infinity;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const queue = behaviours.map((/** @type {object} */ one) => ({ ...defaults, ...one }));
      const worker = async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const began = performance.now();
          const { found, records, leaked } = await ask(next, origins);
          const late = performance.now() - began - next.budgetMs;
          latest = Math.max(latest, late);
          const say = (/** @type {string} */ what) => failures.push(`${next.name}: ${what}`);
          const expected = next.ends[host];
          if (!isDeepStrictEqual(found, expected))
            say(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
          if (records !== 1) say(`expected one record, found ${records}`);
          if (leaked) say("expected no secret in what is kept, found one");
          if (late > GRACE) say(`expected an end within ${GRACE} ms of the budget, found ${late}`);
        }
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, worker));
      sizes.push(memory());
    }
  } finally {
    await dispose();
  }
  const mib = (/** @type {number} */ bytes) => `${(bytes / (1 << 20)).toFixed(1)} MiB`;
  const grown = (sizes.at(-1) ?? 0) - (sizes[1] ?? 0);
  if (grown > FLAT[host]) failures.push(`expected flat memory, found ${mib(grown)} more`);
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`);
  console.log(`  memory after each round: ${sizes.map(mib).join(", ")}`);
  console.log(`  ${ROUNDS} rounds; the latest ended ${latest.toFixed(0)} ms after its budget`);
  const cases = behaviours.length * ROUNDS + 1;
  console.log(`${host}: ${Math.max(0, cases - failures.length)} passed, ${failures.length} failed`);
  return failures.length === 0;
}

script(import.meta.url, async () => {
  const named = process.argv.slice(2);
  const server = spawn(
    process.execPath,
    [new URL("server.mjs", import.meta.url).pathname, "600000"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    const [line] = await once(createInterface({ input: server.stdout }), "line");
    const { origins } = JSON.parse(line);
    for (const host of /** @type {("node" | "workerd")[]} */ (Object.keys(HOSTS))) {
      if (named.length > 0 && !named.includes(host)) continue;
      if (!(await runOn(host, origins))) process.exitCode = 1;
    }
  } finally {
    server.kill();
  }
});
