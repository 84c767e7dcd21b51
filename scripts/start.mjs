// `npm start`: demonstrates proofmark on sample agents. Sets up, starts the agents, evaluates them,
// verifies the records, then serves the dashboard and the edge worker. `--exit` skips the serving.

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";

import { ROOT, Refusal, script, timed } from "./lib.mjs";
import { setup } from "./setup.mjs";
import { DIST, fleetFile } from "./site.mjs";

const FOLDER = join(ROOT, ".proofmark");

/** Paths of the edge worker to show. */
const SERVED = {
  "/": "the agents with their scores, each verified in the page",
  "/records.ndjson": "every record, as a file that verifies",
  "/checkpoint": "the head of the log",
  "/trust.json": "whose key it is",
  "/openapi.json": "the rest",
};

/** Options of each run. */
const SETTINGS = ["-n", "3", "--out"];

async function main() {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => word !== "--exit");
  if (unknown !== undefined)
    throw new Refusal(`start: expected --exit or nothing, found ${unknown}`);
  await setup();

  // These modules need the wasm that setup builds.
  const api = await import("../pkg/entry/core/node.js");
  const { main: proofmark, createContext } = await import("../pkg/cli/main.js");
  const { startFleet } = await import("../pkg/cli/samples/fleet.js");
  const { fleetLines } = await import("../pkg/cli/commands/serve.js");
  const context = createContext(process);
  const { out } = context;

  /** @param {string[]} words */
  const command = async (...words) => {
    await out.write(`\n${out.palette.dim("$")} npx --no-install proofmark ${words.join(" ")}\n\n`);
    return timed(`proofmark ${words[0]}`, () => proofmark(words, context));
  };

  const fleet = await startFleet(/** @type {any} */ (api));
  await out.write(`\n${fleetLines(fleet, out).join("\n")}\n`);

  const name = new Date().toISOString().replace(/\D/g, "");
  mkdirSync(FOLDER, { recursive: true });
  const [targets, records] = ["targets", "records"].map((kind) =>
    relative(process.cwd(), join(FOLDER, `${kind}-${name}.ndjson`)),
  );
  // Only the slow agent gets a short budget, so that a busy machine does not fail the others.
  const lines = fleet.agents
    .filter(({ name }) => name !== "slow")
    .map(({ name, url }) => `${JSON.stringify({ endpoint: url, subject: name })}\n`);
  writeFileSync(`${targets}`, lines.join(""));
  const slow = [`${fleet.url}/slow`, "--subject", "slow", "--budget", "1s", "--allow-unreachable"];
  const others = ["--targets", `${targets}`, "--allow-private", "--resume"];

  let code = await command("run", ...slow, ...SETTINGS, `${records}`);
  if (code === 0) code = await command("run", ...others, ...SETTINGS, `${records}`);
  if (code === 0) code = await command("verify", `${records}`);

  if (code === 0 && words.length === 0) {
    const edge = await startEdge(fleet);
    await out.write(
      `\nThe agents are still there, on ${fleet.url}.\n` +
        "The edge worker has evaluated them too, does so every five minutes, and serves the records:\n" +
        Object.entries(SERVED)
          .map(([path, what]) => `  ${`${edge.url}${path}`.padEnd(40)}  ${what}\n`)
          .join("") +
        "Ctrl-C stops both.\n",
    );
    const stop = context.interruptible();
    if (!stop.aborted) await new Promise((resolve) => stop.addEventListener("abort", resolve));
    await edge.close();
  }
  await fleet.close();
  process.exitCode = code;
}

/**
 * Starts the edge worker locally with the dashboard, has it evaluate the agents once, and then every
 * five minutes. Nothing is persisted.
 *
 * @param {import("../pkg/cli/samples/fleet.js").Fleet} fleet
 */
export async function startEdge(fleet) {
  mkdirSync(FOLDER, { recursive: true });
  const { generateKey } = await import("../pkg/entry/core/node.js");
  const { startWorker } = await import("../worker/local.mjs");
  const assets = mkdtempSync(join(FOLDER, "site-"));
  // A signal may end the process inside the runtime, before `close`.
  process.once("exit", () => rmSync(assets, { recursive: true, force: true }));
  cpSync(DIST, assets, { recursive: true });
  writeFileSync(join(assets, "fleet.json"), fleetFile(fleet));
  const secret = randomBytes(32).toString("hex");
  const edge = await startWorker({
    bindings: {
      SIGNING_KEY: generateKey().key,
      ADMIN_TOKEN_SHA256: createHash("sha256").update(secret).digest("hex"),
      ...{ ALLOW_PRIVATE: "true", RATE_PER_ORIGIN: "0", BUDGET_MS: "2000", RETRIES: "0" },
      ...{ EVERY_MS: "300000", CHECKPOINT_MS: "1", ATTEMPTS_PER_DAY: "10000", QUESTIONS: "5" },
    },
    assets,
    consumer: { maxBatchTimeout: 0.05 },
    onLog: () => {},
  });
  const authorization = `Bearer pm_${"0".repeat(16)}_${secret}`;
  for (const { name: id, url } of fleet.agents) {
    const answer = await fetch(`${edge.url}/subjects`, {
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", "idempotency-key": randomUUID() },
        ...{ "proofmark-time": String(Date.now()) },
        authorization,
      },
      body: JSON.stringify({ id, endpoint: url, protocol: "json" }),
    });
    if (!answer.ok) throw new Refusal(`edge: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  const tick = () => edge.cron().catch(() => {});
  for (let isDone = false; !isDone; await setTimeout(300)) {
    await tick();
    const status = await fetch(`${edge.url}/status`, { headers: { authorization } });
    const { open, waiting } = /** @type {any} */ (await status.json());
    isDone = open.length + waiting.length === 0;
  }
  // Cloudflare calls cron every minute. More often is better for a demonstration.
  const timer = setInterval(tick, 5_000);
  return {
    url: edge.url,
    async close() {
      clearInterval(timer);
      await edge.close();
    },
  };
}

script(import.meta.url, main);
