// A refusal of a line names the line once, and reports about lines have their numbers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluate, gradeStream, proveInclusion } from "proofmark";
import { scoreStream, signalsStream } from "proofmark/score";
import { openRecords, report, runSuite, sealSuite, summarize } from "proofmark/suite";

const { lines } = await evaluate({ ask: () => "7", subject: "urn:seven", questions: 1, seed: "s" });
const [first = "", second = ""] = lines;
const TORN = `${first}\n${second}\n{"a`;
const { suite } = sealSuite(
  '{"id":"s","version":"1","tasks":[{"id":"a","prompt":"p","answer":"FINAL_X"}]}',
);
const { answers } = /** @type {{ answers: string }} */ (
  await runSuite(suite, { ask: () => "FINAL_X" })
);
const config = { trustScoreConfigVersion: 1, adapters: [] };
const importing = /** @type {const} */ ({ task: "import", strict: true });

/** @param {AsyncIterable<unknown>} stream */
async function all(stream) {
  for await (const _ of stream);
}

/** @type {Record<string, [refused: () => unknown, message: RegExp]>} */
const REFUSED = {
  "a summary": [() => summarize(TORN), /^line 3: not JSON: /],
  "a file without a whole record": [() => openRecords(`${first}\n{"a`), /^line 2: not JSON: /],
  "a record file with an empty line": [() => report(`${first}\n\n`), /^line 2: empty$/],
  "a proof of inclusion": [() => proveInclusion([TORN], 2), /^line 3: not JSON: /],
  "answers that were recorded": [
    () => runSuite(suite, { answers: `${answers}{}\n` }),
    /^line 3 of the answers file: expected /,
  ],
  "signals out of a record file": [
    () => all(signalsStream([TORN], importing)),
    /^line 1: expected a snapshot, found a line of a record file$/,
  ],
  "merged records": [
    () => all(signalsStream([], { ...importing, task: "merge", records: ["[]\n"] })),
    /^records, line 1 of a record file: expected /,
  ],
  "scores of what is no object": [
    () => all(scoreStream(["[]\n"], { config, strict: true })),
    /^line 1: expected an object, found /,
  ],
  "a row that is graded": [
    () => all(gradeStream(["{}\n"], { strict: true })),
    /^line 1: row\.kind: missing$/,
  ],
};

for (const [name, [refused, message]] of Object.entries(REFUSED)) {
  test(`${name}: the line that is refused is named once`, async () => {
    await assert.rejects(async () => refused(), { name: "ProofmarkError", message });
  });
}

test("who is told of lines is told their numbers, codes and messages, and no more", async () => {
  /** @type {object[]} */
  const told = [];
  const onError = (/** @type {object} */ error) => void told.push(error);
  await all(scoreStream(["[]\n"], { config, onError }));
  await all(gradeStream(["{}\n"], { onError }));
  await report(TORN, { onError });
  assert.deepEqual(told.map(Object.keys), [
    ["line", "code", "message"],
    ["line", "code", "message"],
    ["line", "code", "message"],
  ]);
});
