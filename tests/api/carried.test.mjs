// Tests that a report's page carries its file byte by byte; what the other forms
// of a report refuse has no page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { evaluate } from "../../pkg/entry/core/node.js";
import { report, runSuite } from "../../pkg/entry/suite/node.js";

const example = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../examples/${name}`, import.meta.url));

const ask = async () => "7 \u{1f642} < </script> \ufffd";
const { lines } = await evaluate({ ask, subject: "urn:own", seed: "example" });
const card = await runSuite(example("sealed.json"), { answers: example("answers-good.json") });
assert.ok(card.complete);

/** @type {[string, string][]} */
const FILES = [
  ["a record file", lines.map((line) => `${line}\n`).join("")],
  ["a scorecard", card.scorecard],
];

for (const [name, text] of FILES) {
  const bytes = Buffer.from(text);

  test(`a page carries ${name} as it is, however it comes`, async () => {
    const each = async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte);
    };
    for (const file of [text, new Uint8Array(bytes), each()]) {
      const html = await report(file, { format: "html" });
      const [, carried = ""] = /id="proofmark-data"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
      assert.equal(carried.replaceAll("\\u003c", "<"), text);
    }
  });

  test(`what is no ${name.slice(2)} is refused in every form alike`, async () => {
    const at = bytes.indexOf('"') + 1;
    for (const wrong of [
      Buffer.concat([Buffer.from("\ufeff"), bytes]),
      Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at)]),
      Buffer.concat([bytes, Buffer.of(0xc3)]),
    ]) {
      const file = new Uint8Array(wrong);
      /** @type {string[]} */
      const codes = [];
      for (const format of /** @type {const} */ (["json", "markdown", "junit", "html"]))
        await assert.rejects(report(file, { format }), ({ code }) => codes.push(code) > 0);
      assert.equal(new Set(codes).size, 1, codes.join());
    }
  });
}
