// Files in pieces, and several as one.

import assert from "node:assert/strict";
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { chunks, joined, onLines, textOf } from "../../www/src/chunks.js";

test("a last line that lacks its line feed gets it", async () => {
  const files = ["a\n", "b", "", "c"].map((text) => new Blob([text]));
  assert.equal(await (await joined(files)).text(), "a\nb\nc\n");
});

test("one value is put on one line, and whatever else there is stays as it is", async () => {
  const of = async (/** @type {string} */ text) => textOf(await onLines(new Blob([text])));
  assert.equal(await of('{\n  "a": "b"\r\n}\n'), '{   "a": "b" }\n');
  for (const text of [
    "",
    '{"a":1}\n{"a":2}\n',
    '{\n  "a":',
    '\ufeff{\n"a": 1}',
    `[${" ".repeat(5e6)}]`,
  ])
    assert.equal(await of(text), text);
  const files = ['{\n"a": 1\n}', '{"b":1}'].map((text) => new Blob([text]));
  assert.equal(await (await joined(files)).text(), '{ "a": 1 }\n{"b":1}\n');
});

test("a byte order mark stays", async () => {
  assert.equal(await textOf(new Blob(["\ufeffa"])), "\ufeffa");
});

test("a file in pieces is the whole file, and how far it is read is told", async () => {
  const bytes = new Uint8Array(10 << 20).fill(7);
  let [read, told] = [0, 0];
  for await (const piece of chunks(new Blob([bytes]), (far) => (told = far))) read += piece.length;
  assert.deepEqual([read, told], [bytes.length, bytes.length]);
});

test("a file that is gone is found so by whoever reads it, and not before", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proofmark-chunks-"));
  const path = join(folder, "gone.ndjson");
  writeFileSync(path, "a\n");
  const file = await openAsBlob(path);
  rmSync(folder, { recursive: true });
  const both = await joined([file, new Blob(["b\n"])]);
  await assert.rejects(both.text());
});
