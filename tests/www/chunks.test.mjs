// Files in pieces, and several as one.

import assert from "node:assert/strict";
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { chunks, concatenate, readText } from "../../www/src/file-chunks.js";
import { recognise } from "../../www/src/file-input.js";

test("a last line that lacks its line feed gets it", async () => {
  const files = ["a\n", "b", "", "c"].map((text) => new Blob([text]));
  assert.equal(await (await concatenate(files)).text(), "a\nb\nc\n");
});

test("one value is put on one line, and whatever else there is stays as it is", async () => {
  const of = async (/** @type {string} */ text) =>
    readText((await recognise(new Blob([text]))).blob);
  assert.equal(
    await of('{\n  "data": "b",\r\n"subject": 1}\n'),
    '{   "data": "b", "subject": 1}\n',
  );
  for (const text of [
    "",
    '{"a":1}\n{"a":2}\n',
    '{\n  "a":',
    '\ufeff{\n"a": 1}',
    `[${" ".repeat(5e6)}]`,
  ])
    assert.equal(await of(text), text);
  const files = ['{"data": 1,\n"subject": 1\n}', '{"b":1}'].map((text) => new Blob([text]));
  assert.equal(await (await concatenate(files)).text(), '{"data": 1, "subject": 1 }\n{"b":1}\n');
});

test("each kind of file is recognised, also within an HTML report", async () => {
  const kinds = /** @type {const} */ ([
    ['{"type":"run"}\n{"data":1}\n', "records"],
    ['{"data":1,"subject":1}', "record"],
    ['{"results":[],"suite":{}}', "scorecard"],
    [
      '<script type="application/json" id="proofmark-data">{"data":1,"subject":2}</script>',
      "record",
    ],
    ['torn"}\n{"data":1}\n', "records"],
    ["", "records"],
    ["<!doctype html><p>", "foreign", "an HTML page"],
    ["\u0089PNG", "foreign", "a text file"],
    ["a,b\n1,2\n", "foreign", "a text file"],
    ["%PDF-1.7", "foreign", "a PDF document"],
    ['{"a":1}', "foreign", "JSON of another kind"],
  ]);
  for (const [text, kind, what] of kinds) {
    const found = await recognise(new Blob([text]));
    assert.deepEqual([found.kind, found.what], [kind, what], text);
  }
  for (const rest of ["\r", '\r\n{"', "\n{ "]) {
    const png = await recognise(new Blob([Uint8Array.of(0x89), `PNG${rest}`]));
    assert.equal(png.what, "a PNG image");
  }
});

test("a byte order mark stays", async () => {
  assert.equal(await readText(new Blob(["\ufeffa"])), "\ufeffa");
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
  const both = await concatenate([file, new Blob(["b\n"])]);
  await assert.rejects(both.text());
});
