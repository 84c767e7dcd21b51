// The digest of a suite and its scorecard are the same whoever computes the digest.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, test } from "node:test";

import { checkScorecard, checkSuite, runSuite } from "proofmark/suite";

import { useHasher } from "../../pkg/suite/hasher.js";

/** @typedef {import("../../pkg/suite/hasher.js").Hasher} Hasher */

const node = () => createHash("sha256");
after(() => useHasher(node));

const sha256 = (/** @type {string} */ text) => node().update(text).digest("hex");

/** Number of bytes given to the hashers of the host. */
let given = 0;

/** Node's hasher, of which a method is another. @param {Partial<Hasher>} other @returns {() => Hasher} */
const changed = (other) => () => {
  const hasher = node();
  return {
    update: (piece) => {
      given += piece.length;
      return hasher.update(piece);
    },
    digest: () => hasher.digest(),
    ...other,
  };
};

const broken = () => {
  throw new Error("out of order");
};

/** @type {Record<string, () => Hasher | undefined>} */
const HASHERS = {
  "the core": () => undefined,
  "node:crypto": changed({}),
  "a hasher that takes nothing": changed({ update: broken }),
  "a hasher that says nothing": changed({ digest: broken }),
  "a hasher of another length": changed({ digest: () => new Uint8Array(20) }),
};

/** A suite in canonical form, and answers to it. @param {number} tasks @param {number} prompt */
function made(tasks, prompt) {
  const ids = Array.from({ length: tasks }, (_, index) => `task-${index}`);
  const suite = {
    id: "tests/hasher",
    tasks: ids.map((id) => ({
      id,
      oracle: { sha256: [sha256(`FINAL_${id.length}`)] },
      prompt: "é".repeat(prompt),
    })),
    version: "1",
  };
  const answers = Object.fromEntries(ids.map((id, index) => [id, `FINAL_${6 + (index % 3)}`]));
  return { suite: JSON.stringify(suite), answers: JSON.stringify(answers) };
}

// The core hands on 16 KiB and what is left of a task: less, about as much, and many times that.
for (const [tasks, prompt] of /** @type {const} */ ([
  [1, 1],
  [1, 8_075],
  [100, 10],
  [1, 100_000],
  [2_000, 200],
])) {
  const { suite, answers } = made(tasks, prompt);
  const digest = sha256(suite);
  /** @type {string | undefined} */
  let first;
  for (const [name, make] of Object.entries(HASHERS)) {
    test(`${tasks} tasks of ${prompt} letters, hashed by ${name}`, async () => {
      useHasher(make);
      given = 0;
      const result = await runSuite(suite, { answers });
      assert.ok(result.complete);
      if (name === "node:crypto") assert.equal(given, Buffer.byteLength(suite));
      assert.equal(JSON.parse(result.scorecard).suite.digest, digest);
      assert.equal(result.scorecard, (first ??= result.scorecard));
      assert.equal(checkSuite(suite).digest, digest);
      const { intact } = checkScorecard(result.scorecard, suite, { answers });
      assert.equal(intact, true);
    });
  }
}

test("a live run and its resumption hash alike", async () => {
  const { suite } = made(300, 20);
  /** @type {string[]} */
  const found = [];
  for (const make of Object.values(HASHERS)) {
    useHasher(make);
    const run = await runSuite(suite, { ask: async () => "FINAL_6" });
    assert.ok(run.complete);
    const ask = () => assert.fail("every task has been asked");
    const resumed = await runSuite(suite, { ask, resume: run.answers ?? "" });
    assert.ok(resumed.complete);
    assert.equal(resumed.scorecard, run.scorecard);
    found.push(run.scorecard);
  }
  assert.equal(new Set(found).size, 1);
});
