// Models, agents and tools behind one URL are subjects of their own, each with what answered for it.

import assert from "node:assert/strict";
import { after } from "node:test";

import { KINDS, startMany } from "../support/many-behind-one.mjs";
import * as api from "../../pkg/entry/core/node.js";
import { report } from "../../pkg/entry/suite/node.js";
import { startWorld, test } from "./support/world.mjs";

const served = await startMany();
const world = await startWorld({ FAMILIES: "math" });
after(() => served.close());

test("two behind one URL are two subjects", async () => {
  const targets = KINDS.flatMap(([, protocol, path, option]) =>
    ["good", "bad"].map((name) => ({ endpoint: served.url + path, protocol, [option]: name })),
  );
  const ids = targets.map((target) => api.subjectOf(target).id);
  assert.equal(new Set(ids).size, 6);
  for (const [at, target] of targets.entries()) {
    const answer = await world.post("/subjects", { ...target, id: ids[at] });
    assert.equal(answer.status, 201, await answer.text());
  }
  await world.settle();

  for (const [at, id] of ids.entries()) {
    const [, protocol, , option] = KINDS[at >> 1] ?? KINDS[0];
    const name = at % 2 === 0 ? "good" : "bad";
    const path = encodeURIComponent(id);
    const signals = await world.evals(id);
    assert.equal(signals.length, 1);
    const [{ subject, data }] = signals;
    assert.deepEqual([subject.id, subject[option === "uaid" ? "agent" : option]], [id, name]);
    assert.equal(data.score, name === "good" ? 100 : 0);
    const who = {
      openai: `served by ${name}-1, fingerprint fp_1`,
      mcp: "served by version 1",
      broker: undefined,
    }[protocol];
    const score = await world.json(`/scores/${path}`);
    assert.deepEqual(score.subject, { id, ...(who === undefined ? {} : { who: [who] }) });
    assert.equal(score.trustScores["simple-math.score"], data.score);
  }

  const verified = await world.verified();
  assert.deepEqual(verified.report.subjects.map(({ id }) => id).sort(), [...ids].sort());
  const told = JSON.parse(await report(verified.file));
  assert.equal(told.title, "6 subjects");
  assert.equal(told.rows.filter((/** @type {any} */ row) => row.outcome === "pass").length, 3);
  assert.ok(told.who.includes(`${ids[0]}: served by good-1, fingerprint fp_1.`), told.who);
});
