// Runs of suites that go on where an earlier one was interrupted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { runSuite, sealSuite } from "../../pkg/entry/suite/node.js";

const tasks = ["a", "b"].map((id) => ({ id, prompt: id, answer: "FINAL_X" }));
const { suite } = sealSuite(JSON.stringify({ id: "s", version: "1", tasks }));

/** An agent, and what it was asked. */
function agent() {
  /** @type {string[]} */
  const asked = [];
  const ask = async (/** @type {string} */ prompt) => {
    asked.push(prompt);
    return "FINAL_X";
  };
  return { ask, asked };
}

test("a run goes on with the lines of an earlier one", async () => {
  const whole = await runSuite(suite, { ask: agent().ask });
  assert.ok(whole.complete);
  const lines = String(whole.answers).split("\n");
  for (const [count, left] of /** @type {[number, string[]][]} */ ([
    [1, ["a", "b"]],
    [2, ["b"]],
    [3, []],
  ])) {
    const { ask, asked } = agent();
    const resume = lines.slice(0, count).join("\n");
    const run = await runSuite(suite, { ask, resume });
    assert.ok(run.complete);
    assert.deepEqual([asked, run.scorecard], [left, whole.scorecard]);
  }
});

test("answers of another form are refused before anything is asked", async () => {
  const reply = "FINAL_X";
  for (const answers of [
    { a: reply },
    { answers: { a: reply } },
    { answers: [{ id: "a", text: reply }] },
    [{ id: "a", text: reply }],
    [],
  ]) {
    for (const resume of [JSON.stringify(answers), JSON.stringify(answers, null, 2)]) {
      const { ask, asked } = agent();
      await assert.rejects(runSuite(suite, { ask, resume }), {
        code: "host.option",
        message:
          "resume: expected the lines that a run has recorded, found answers of another form",
      });
      assert.deepEqual(asked, []);
    }
  }
});
