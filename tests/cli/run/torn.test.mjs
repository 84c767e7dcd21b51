// The rest of a line that a killed command has left is told from the text of somebody else.

import assert from "node:assert/strict";
import { test } from "node:test";

import { RECORD_FILE, isTorn } from "../../../pkg/cli/io/torn.js";
import { evaluate, generateKey, ready } from "../../../pkg/entry/core/node.js";

await ready();

test("every beginning of every line of a run is one, and no whole line", async () => {
  const { lines } = await evaluate({
    ask: () => 'It is "95" \\ {[\u0000\n]} \u{1F600}.',
    ...{ subject: "s", seed: "s", key: generateKey().key },
  });
  assert.ok(lines.length >= 4);
  for (const line of lines) {
    const bytes = Buffer.from(line);
    for (let end = 0; end < bytes.length; end += end < 200 ? 1 : 7) {
      const torn = bytes.subarray(0, end).toString();
      assert.ok(isTorn(torn, RECORD_FILE), torn);
      assert.ok(isTorn(`${torn}\0\0`, RECORD_FILE), torn);
    }
    for (const text of [line, `${line} `, `${line}{`, ` ${line.slice(0, -1)}`])
      assert.ok(!isTorn(text, RECORD_FILE), text);
  }
});

test("what else there is is none", () => {
  for (const text of [
    ...[
      "notes",
      "[",
      '{"data": {',
      '{"data":{"a":1} ',
      '{"data":{"a\u0007',
      '{"data":{"a":N',
      "\0x",
    ],
    ...['{"data":{"a":1\r', '{"records":4}}', '{"signalId":"x'],
  ])
    assert.ok(!isTorn(text, RECORD_FILE), text);
});
