// Lines of a file: whole, numbered, and no longer than the core takes them.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { ExecutionError } from "../../pkg/cli/exit.js";
import { splitLines } from "../../pkg/cli/io/files.js";
import { createRecordFile } from "../../pkg/cli/io/record-file.js";
import { scratch } from "./support.mjs";

const LONGEST = 16 << 20;
const STEP = (1 << 20) - 1;

/**
 * The lines of `bytes`, which come in pieces.
 *
 * @param {Uint8Array} bytes
 * @param {number} [step]
 * @param {{ torn?: boolean }} [options]
 */
async function read(bytes, step = STEP, options = {}) {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  }
  const lines = [];
  for await (const line of splitLines("f", chunks(), options)) lines.push(line);
  return lines;
}

test("chunks of any size give the same lines", async () => {
  const bytes = new TextEncoder().encode("one\n\nzwölf\n\u{1F600}");
  for (let step = 1; step <= bytes.length; step++) {
    const found = (await read(bytes, step)).map(({ number, text }) => `${number} ${text}`);
    assert.deepEqual(found, ["1 one", "2 ", "3 zwölf", "4 \u{1F600}"]);
  }
});

test("a line is measured in bytes, as the core measures it", async () => {
  const long = new TextEncoder().encode(`x\n${"é".repeat(LONGEST / 2)}`);
  const [, line] = await read(long);
  assert.equal(line?.text.length, LONGEST / 2);
  const message = `f:2: longer than ${LONGEST} bytes (file.line-too-long)`;
  for (const tail of ["x", "x\n", "x\ny"]) {
    const bytes = Buffer.concat([long, Buffer.from(tail)]);
    await assert.rejects(read(bytes), { message });
  }
  assert.equal((await read(Buffer.concat([long, Buffer.from("\ny")]))).length, 3);
});

test("what is not UTF-8 is refused with its line, and so is a byte order mark", async () => {
  const latin = Buffer.from("one\ntw\xf6\nthree\xfc", "latin1");
  const marked = Buffer.from("one\n\ufefftwo\n");
  const split = Buffer.concat([Buffer.from("zwölf\n"), Buffer.from([0xc3])]);
  const found = (/** @type {string} */ what) => ({ message: `f:2: ${what}` });
  const other = found("not UTF-8 (file.not-utf8)");
  const mark = "begins with a byte order mark (file.byte-order-mark)";
  for (const step of [1, 3, STEP]) {
    await assert.rejects(read(latin, step), other);
    await assert.rejects(read(split, step), other);
    await assert.rejects(read(marked, step), found(mark));
    // Where a last line may be torn, it may be so in the midst of a character.
    await assert.rejects(read(latin, step, { torn: true }), other);
    const [, last] = await read(split, step, { torn: true });
    assert.deepEqual(last, { number: 2, text: "\ufffd" });
  }
});

test("of two that make one record file, the second is told that it is there", (t) => {
  const path = join(scratch(t), "r.ndjson");
  const [one, other] = [createRecordFile(path), createRecordFile(path)];
  one.append(["{}"]);
  one.close();
  const message = `${path}: cannot be written: a file that exists (cli.file-exists)`;
  assert.throws(() => other.append(["{}"]), { message });
  assert.throws(() => other.append(["{}"]), ExecutionError);
});
