// Text out of records: what cannot be seen in it is named, and what is long is cut without a word.

import assert from "node:assert/strict";
import { test } from "node:test";

import { shortenDid, revealInvisible } from "../../badge/text.js";

test("what is long is cut between characters, and nothing is said that has no translation", () => {
  assert.equal(revealInvisible("x".repeat(2000)), "x".repeat(2000));
  assert.equal(revealInvisible("x".repeat(3000)), `${"x".repeat(2000)}…`);
  assert.equal(revealInvisible(`${"x".repeat(1999)}🦊🦊`), `${"x".repeat(1999)}…`);
});

test("what cannot be seen is named", () => {
  assert.equal(revealInvisible("a\u202eb\u0000"), "a⟨U+202E⟩b⟨U+0000⟩");
});

test("a key is short enough to be read beside others", () => {
  assert.equal(shortenDid("did:key:z6MkvDqGT54cXesYGvABpF1UapVNw5T3Z"), "z6MkvD…5T3Z");
  assert.equal(shortenDid("did:key:z6Mk"), "z6Mk");
});
