// Many subjects that are due: all evaluated, recorded, under checkpoints; and every record that is
// served holds, for a stranger in another process and for one in a browser.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { promisify } from "node:util";

import { size } from "../support/long.mjs";
import { checkInChromium } from "./support/check-chromium.mjs";
import { startAgents, startWorld } from "./support/world.mjs";

const SUBJECTS = size(400, 2_000);
const NAMES = ["honest", "verbose", "always-a", "refusing", "wrong", "echo", "broken", "closing"];

const agents = await startAgents();
const world = await startWorld();

test(`${SUBJECTS} subjects are due, and each is evaluated once`, async () => {
  await world.seed(
    Array.from({ length: SUBJECTS }, (_, at) => [
      `urn:subject:${at}`,
      `${agents.url}/${NAMES[at % NAMES.length]}/${at}`,
    ]),
  );
  await world.settle();
  assert.equal(agents.asked.size, SUBJECTS);
  for (const [path, prompts] of agents.asked) assert.equal(prompts.length, 2, path);
  const { logs } = await world.json("/status");
  assert.deepEqual(
    logs.map((/** @type {any} */ { records }) => records),
    [2 * SUBJECTS],
  );
  // They are not due again.
  await world.cron();
  assert.deepEqual((await world.json("/status")).open, []);
});

const EXPECTED = {
  passed: true,
  records: 2 * SUBJECTS,
  runs: SUBJECTS,
  size: 2 * SUBJECTS,
  included: 2 * SUBJECTS,
  failures: [],
};

test("every record served holds in a process of its own", async () => {
  const script = fileURLToPath(new URL("support/check-node.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, world.url]);
  assert.deepEqual(JSON.parse(stdout), EXPECTED);
});

test("every record served holds in Chromium", async () => {
  assert.deepEqual(await checkInChromium(world.url), EXPECTED);
});

test("signals and scores are those of the records", async () => {
  const seen = new Map();
  for (const at of NAMES.keys()) {
    const id = `urn:subject:${at}`;
    const signals = await world.evals(id);
    assert.equal(signals.length, 2);
    const { trustScore } = await world.json(`/scores/${encodeURIComponent(id)}`);
    seen.set(NAMES[at], [signals.map((/** @type {any} */ { status }) => status), trustScore]);
  }
  assert.deepEqual(seen.get("honest"), [["ok", "ok"], 100]);
  assert.deepEqual(seen.get("wrong"), [["ok", "ok"], 0]);
  assert.deepEqual(seen.get("broken"), [["error", "error"], 0]);
});
