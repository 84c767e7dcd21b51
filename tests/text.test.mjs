// Texts are taken as they are: a byte order mark is a character like any other.

import assert from "node:assert/strict";
import { test } from "node:test";

import { grade, utf16Span } from "../pkg/node.js";

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
