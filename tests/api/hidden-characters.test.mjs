// The badge, the dashboard and the command line name the same characters of texts from outside.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { revealInvisible } from "../../badge/text.js";
import { plain as ofTerminal } from "../../pkg/cli/render/text.js";
import { excerpt, toOneLine as ofPage } from "../../www/src/parts/excerpt.js";

/** @type {{ cases: { why: string, text: string, shown: string }[] }} */
const { cases } = JSON.parse(
  readFileSync(new URL("../vectors/hidden/characters.json", import.meta.url), "utf8"),
);

/** The pieces of an excerpt as one text. @param {string} text */
const pieces = (text) =>
  excerpt(text, [])
    .map((piece) => ("unseen" in piece ? `[${piece.unseen}]` : "text" in piece ? piece.text : ""))
    .join("");

/** A character as JSON escapes it. @param {string} number */
const jsonEscape = (number) =>
  String.fromCodePoint(parseInt(number, 16))
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** Each place with its way to write `[U+202E]`. @type {[string, (text: string) => string, (number: string) => string][]} */
const PLACES = [
  ["the badge", revealInvisible, (number) => `⟨U+${number}⟩`],
  ["the dashboard, short", ofPage, (number) => `[U+${number}]`],
  ["the dashboard, whole", pieces, (number) => `[U+${number}]`],
  ["the command line", ofTerminal, jsonEscape],
];

for (const [place, show, way] of PLACES) {
  test(`${place} shows every case as it is told`, () => {
    assert.ok(cases.length > 20);
    for (const { why, text, shown } of cases) {
      const expected = shown.replace(/\[U\+([0-9A-F]+)\]/g, (_, number) => way(number));
      assert.equal(show(text), expected, why);
    }
  });
}

test("nothing that Unicode calls a format or ignorable is left out", () => {
  const emoji = [0xfe0e, 0xfe0f];
  for (let code = 0; code <= 0x10ffff; code++) {
    const letter = String.fromCodePoint(code);
    if (!/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u.test(letter)) continue;
    assert.equal(ofPage(letter) === letter, emoji.includes(code), code.toString(16));
  }
});
