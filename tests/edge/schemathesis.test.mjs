// schemathesis reads /openapi.json and looks for a request that it is not true of, and for a 5xx.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { SCHEMATHESIS } from "./set-up.mjs";
import { ADMIN, startAgents, startWorld, test } from "./support/world.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));

const agents = await startAgents();
// The subjects made up here are not asked: messages wait longer than this takes.
const consumer = { maxBatchSize: 100, maxBatchTimeout: 0.05 };
const world = await startWorld({ BUDGET_MS: "5000" }, { consumer, limited: false });
await world.register([["a", `${agents.url}/honest/a`]]);
await world.settle();

test("schemathesis finds no 5xx and no answer that is not described", async () => {
  const child = spawn(
    SCHEMATHESIS,
    [
      ...["--config-file", `${HERE}schemathesis.toml`, "run", `${world.url}/openapi.json`],
      ...["--url", world.url],
      ...["--checks", "all", "--phases", "examples,coverage,fuzzing", "--mode", "all"],
      ...["--max-examples", "20", "--seed", "1", "--generation-deterministic", "--no-shrink"],
      ...["--suppress-health-check", "all", "--continue-on-failure", "--request-timeout", "60"],
    ],
    {
      cwd: HERE,
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: "schemathesis_hooks",
        TOKEN: ADMIN,
        PYTHONPATH: HERE,
        NO_COLOR: "1",
      },
    },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  const code = await new Promise((resolve) => child.on("close", resolve));
  console.log(text.split("\n").slice(-25).join("\n"));
  assert.equal(code, 0, text);
  assert.match(text, /\b([1-9]\d\d+) generated, \1 passed/);
});
