// Many subjects with keys on two days: all evaluated, recorded, under checkpoints; and every record
// that is served holds, for a stranger in another process and for one in a browser.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { size } from "../support/long.mjs";
import { checkInChromium } from "./support/check-chromium.mjs";
import { startAgents, startWorld, test } from "./support/world.mjs";

/** With more records than a tile of the log has. */
const SUBJECTS = size(80, 2_000);
const NAMES = ["honest", "verbose", "always-a", "refusing", "wrong", "echo", "broken", "closing"];

const DAYS = 2;
const RECORDS = 2 * DAYS * SUBJECTS;
const KEY = "fleet-key-4c1d";

const agents = await startAgents({ key: KEY });
const world = await startWorld({
  ...{ AGENT_SECRETS: "FLEET_KEY", FLEET_KEY: KEY, CHECKPOINT_RECORDS: "100" },
});

test(`${SUBJECTS} subjects are evaluated once a day, for ${DAYS} days`, async () => {
  await world.set({ clock: (1 - DAYS) * 86_400_000 });
  await world.seed(
    Array.from({ length: SUBJECTS }, (_, at) => [
      `urn:subject:${at}`,
      `${agents.url}/${NAMES[at % NAMES.length]}/${at}`,
    ]),
    { headers: { "x-api-key": "secret:FLEET_KEY" } },
  );
  for (let day = 1; day <= DAYS; day++) {
    await world.set({ clock: (day - DAYS) * 86_400_000 });
    await world.settle();
    assert.equal(agents.asked.size, SUBJECTS);
    for (const [path, prompts] of agents.asked) assert.equal(prompts.length, 2 * day, path);
    // They are not due again.
    await world.cron();
    const { logs, open } = await world.json("/status");
    assert.deepEqual(
      [logs.map((/** @type {any} */ { records }) => records), open],
      [[2 * day * SUBJECTS], []],
    );
  }
});

const EXPECTED = {
  passed: true,
  ...{ records: RECORDS, runs: DAYS * SUBJECTS, size: RECORDS, included: RECORDS },
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
    assert.equal(signals.length, 2 * DAYS);
    const { trustScore } = await world.json(`/scores/${encodeURIComponent(id)}`);
    seen.set(NAMES[at], [signals.map((/** @type {any} */ { status }) => status), trustScore]);
  }
  const OK = Array.from({ length: 2 * DAYS }, () => "ok");
  assert.deepEqual(seen.get("honest"), [OK, 100]);
  assert.deepEqual(seen.get("wrong"), [OK, 0]);
  assert.deepEqual(seen.get("broken"), [OK.map(() => "error"), 0]);
});
