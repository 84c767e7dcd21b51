// `npm start`: the whole of proofmark once, on agents of its own. Sets up, starts the fleet, asks
// every agent, checks the records, and keeps serving, the dashboard too. `--exit` stops when that is
// shown.

import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import { ROOT, Refusal, script } from "./lib.mjs";
import { setup } from "./setup.mjs";
import { serveSite } from "./site.mjs";

const FOLDER = join(ROOT, ".proofmark");

/** How the fleet is asked: long enough for all but the one that never answers. */
const SETTINGS = ["--runs", "3", "--budget", "2s", "--allow-private"];

async function main() {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => word !== "--exit");
  if (unknown !== undefined)
    throw new Refusal(`start: expected --exit or nothing, found ${unknown}`);
  await setup();

  // What the set-up builds can be imported only now.
  const api = await import("../pkg/node.js");
  const { main: proofmark, createContext } = await import("../pkg/cli/main.js");
  const { startFleet } = await import("../pkg/cli/samples/fleet.js");
  const { fleetLines } = await import("../pkg/cli/commands/serve.js");
  const context = createContext(process);
  const { out } = context;

  /** @param {string[]} words */
  const command = async (...words) => {
    await out.write(`\n${out.palette.dim("$")} npx proofmark ${words.join(" ")}\n\n`);
    return proofmark(words, context);
  };

  const fleet = await startFleet(/** @type {any} */ (api));
  const site = await serveSite({ fleet });
  await out.write(`\n${fleetLines(fleet, out).join("\n")}\n`);
  await out.write(`Or look:   ${site.url}\n`);

  const name = new Date().toISOString().replace(/\D/g, "");
  mkdirSync(FOLDER, { recursive: true });
  const [targets, records] = ["targets", "records"].map((kind) =>
    relative(process.cwd(), join(FOLDER, `${kind}-${name}.ndjson`)),
  );
  const lines = fleet.agents.map(({ name, url }) => ({ endpoint: url, subject: name }));
  writeFileSync(`${targets}`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

  const ran = await command("run", "--targets", `${targets}`, ...SETTINGS, "--out", `${records}`);
  const code = ran === 0 ? await command("verify", `${records}`) : ran;

  if (code === 0 && words.length === 0) {
    await out.write(
      `\nThe dashboard is on ${site.url}, and knows the agents; Ctrl-C stops both.\n`,
    );
    const stop = context.interruptible();
    if (!stop.aborted) await new Promise((resolve) => stop.addEventListener("abort", resolve));
  }
  await site.close();
  await fleet.close();
  process.exitCode = code;
}

script(import.meta.url, main);
