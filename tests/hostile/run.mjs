// Every way in which an endpoint misbehaves, on Node, Deno, Bun, workerd and Chromium: what it comes to,
// how long it takes, what leaks, and what it leaves in memory. `node run.mjs [HOST…]`

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import * as api from "../../pkg/entry/core/node.js";
import { script } from "../../scripts/lib.mjs";
import { size } from "../support/long.mjs";
import { askOnce } from "./ask.js";
import { startChromium } from "./chromium.mjs";
import { startBun, startDeno } from "./runtimes.mjs";
import { startWorkerd } from "./workerd.mjs";

/** Time that a question may take beyond its budget, in milliseconds. */
const GRACE = 250;
/** Number of endpoints asked at a time; a browser makes six connections to one origin. */
const AT_A_TIME = { node: 6, deno: 6, bun: 6, workerd: 6, chromium: 3 };
/** Number of rounds over all endpoints; the first one warms up. */
const ROUNDS = size(3, 5);
/** By how much memory may grow over the rounds behind the first. */
const FLAT = { node: 4 << 20, deno: 8 << 20, bun: 32 << 20, workerd: 32 << 20, chromium: 4 << 20 };

const { defaults, behaviours } = JSON.parse(
  readFileSync(new URL("behaviours.json", import.meta.url), "utf8"),
);

/** An endpoint that says nothing. */
const SILENT = {
  ...defaults,
  ...behaviours.find((/** @type {{ name: string }} */ { name }) => name === "silent"),
};

setFlagsFromString("--expose-gc");
const collect = /** @type {() => void} */ (runInNewContext("gc"));

const HOSTS = {
  node: () => ({
    ask: (/** @type {any} */ behaviour, /** @type {any} */ origins) =>
      askOnce(api, behaviour, origins),
    memory() {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    },
    dispose() {},
  }),
  deno: startDeno,
  bun: startBun,
  workerd: startWorkerd,
  chromium: startChromium,
};

/**
 * Those that are held to what is expected where none is named. Deno and Bun are asked by name: their
 * HTTP clients report an endless head or a bomb when the time is up, and are later by some hundred
 * milliseconds on a busy machine.
 */
const HELD = ["node", "workerd", "chromium"];

/** Browsers are held to one expectation. */
const KIND = { node: "node", deno: "node", bun: "node", workerd: "workerd", chromium: "browser" };

/**
 * @param {keyof typeof HOSTS} host
 * @param {Record<string, string>} origins
 */
async function runOn(host, origins) {
  const { ask, memory, dispose } = await HOSTS[host]();
  /** @type {string[]} */
  const failures = [];
  /** @type {number[]} */
  const sizes = [];
  let latest = -Infinity;
  let again = 0;

  /**
   * Returns what is wrong with how one endpoint ended, and by how much it ended later than its
   * budget and others that end with the budget.
   *
   * @param {any} behaviour
   * @param {((budgetMs: number) => Promise<unknown>)[]} [others]
   */
  async function wrongs(behaviour, others = []) {
    const { budgetMs } = behaviour;
    const began = performance.now();
    const due = others.map(async (other) => {
      await other(budgetMs);
      return performance.now() - began;
    });
    const { found, records, leaked } = await ask(behaviour, origins);
    const took = performance.now() - began;
    const late = took - Math.max(budgetMs, ...(await Promise.all(due)));
    const expected = behaviour.ends.all ?? behaviour.ends[KIND[host]];
    const wrong = [];
    if (!isDeepStrictEqual(found, expected))
      wrong.push(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
    if (records !== 1) wrong.push(`expected one record, found ${records}`);
    if (leaked) wrong.push("expected no secret in what is kept, found one");
    if (late <= GRACE) latest = Math.max(latest, late);
    return { wrong, late };
  }

  try {
    for (let round = 0; round < ROUNDS; round++) {
      const queue = behaviours.map((/** @type {object} */ one) => ({ ...defaults, ...one }));
      /** @type {any[]} */
      const doubtful = [];
      const worker = async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const { wrong, late } = await wrongs(next);
          if (wrong.length > 0 || late > GRACE) doubtful.push(next);
        }
      };
      await Promise.all(Array.from({ length: AT_A_TIME[host] }, worker));
      // On a busy machine one may be late because of the others. Alone, it is late only if it is so three
      // times, and if a timer and a silent endpoint, which end with the budget, are not as late.
      for (const behaviour of doubtful) {
        again += 1;
        const silent = (/** @type {number} */ budgetMs) => ask({ ...SILENT, budgetMs }, origins);
        const others = behaviour.name === SILENT.name ? [sleep] : [sleep, silent];
        let { wrong, late } = await wrongs(behaviour, others);
        for (let more = 0; wrong.length === 0 && late > GRACE && more < 2; more++)
          ({ wrong, late } = await wrongs(behaviour, others));
        if (late > GRACE)
          wrong.push(`expected an end within ${GRACE} ms of the budget, found ${late}`);
        failures.push(...wrong.map((one) => `${behaviour.name}: ${one}`));
      }
      sizes.push(await memory());
    }
  } finally {
    await dispose();
  }
  const mib = (/** @type {number} */ bytes) => `${(bytes / (1 << 20)).toFixed(1)} MiB`;
  const grown = (sizes.at(-1) ?? 0) - (sizes[1] ?? 0);
  if (grown > FLAT[host]) failures.push(`expected flat memory, found ${mib(grown)} more`);
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`);
  console.log(`  memory after each round: ${sizes.map(mib).join(", ")}`);
  console.log(
    `  ${ROUNDS} rounds, ${again} asked again alone; the latest ended ${latest.toFixed(0)} ms after its budget`,
  );
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
    for (const host of /** @type {(keyof typeof HOSTS)[]} */ (Object.keys(HOSTS))) {
      if (!(named.length > 0 ? named : HELD).includes(host)) continue;
      if (!(await runOn(host, origins))) process.exitCode = 1;
    }
  } finally {
    server.kill();
  }
});
