// Texts are taken as they are: a byte order mark is a character like any other, and half a character
// is none.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as api from "../../pkg/entry/core/node.js";
import { grade, utf16Span } from "../../pkg/entry/core/node.js";

test("the span of an answer is found behind characters of any length", () => {
  for (const before of [
    "",
    "\ufeff",
    "\ufeff\ufeff",
    "é",
    "\u{1f642}",
    "\u{1f642}\ufeff ",
    " \ufeff",
  ]) {
    const response = `${before}It is 95.`;
    const { span } = grade({ kind: "math", expected: "95", response }).literal;
    assert.ok(span);
    assert.equal(response.slice(...utf16Span(response, span)), "95", JSON.stringify(before));
  }
  assert.deepEqual(utf16Span("a\ufeffb", [1, 4]), [1, 2]);
});

const { key, did } = api.generateKey();
const ask = async () => "\u{1f642}\ufffd95\u{1f600}\u{1f602}";
const { lines } = await api.evaluate({ ask, subject: "urn:own", questions: 2, key });
const file = lines.map((line) => `${line}\n`).join("");
const asked = { trust: did, subject: "urn:own" };

test("a character may begin in one chunk of text and end in the next", async () => {
  const halves = file.split(/(?=[\udc00-\udfff])/);
  assert.ok(halves.length > 3);
  const apart = halves.flatMap((half) => ["", half]);
  for (const cores of [1, 2]) {
    for (const chunks of [halves, apart, [Buffer.from(file).subarray(0, 7), file.slice(7)]]) {
      const report = await api.verifyStream(chunks, { ...asked, cores });
      assert.equal(report.verdict, "verified");
    }
  }
  assert.deepEqual(await api.proveInclusion(halves, 2), await api.proveInclusion([file], 2));
});

test("half a character is not taken for the one that stands for what cannot be read", async () => {
  const code = "host.option";
  const whole = /expected text of whole characters, found half of a surrogate pair/;
  const refused = { name: "ProofmarkError", code, message: whole };
  for (const half of ["\ud800", "\udc00"]) {
    const other = file.replaceAll("\ufffd", half);
    const [, record = ""] = other.split("\n");
    await assert.rejects(api.verify(other, asked), refused);
    assert.throws(() => api.checkRecord(record), refused);
    assert.throws(() => api.recordId(record), refused);
    const bytes = Buffer.from("\n");
    for (const chunks of [[other], [...other], [half], [half, bytes], [bytes, half]]) {
      await assert.rejects(api.verifyStream(chunks, { ...asked, cores: 1 }), refused);
      await assert.rejects(api.proveInclusion(chunks, 2), refused);
    }
    // A seed would be committed to as another one.
    assert.throws(() => api.commitment(half), refused);
    assert.throws(() => api.generate({ seed: half, family: "math", count: 1 }), refused);
    for (const name of ["seed", "entropy", "subject"])
      await assert.rejects(api.evaluate({ subject: "urn:own", ask, [name]: half }), refused);
  }
});
