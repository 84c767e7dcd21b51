// The documents of the API list every error: garbage of every kind is refused with
// a code that the section of the function names, or with `host.option`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import * as core from "proofmark";
import * as score from "proofmark/score";
import { ROOT } from "../../scripts/lib.mjs";
import { sections } from "../repo/api-docs.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), "utf8");

const { lines, records } = await core.evaluate({ ask: () => "7", subject: "urn:a", seed: "s" });
const bank = read("examples/private-bank.json");
const { key } = core.generateKey();
const snapshot = { subject: { id: "urn:a" } };

/** Values of every type, and arguments that are nearly right. */
const GARBAGE = [
  ...[undefined, null, true, 0, -1, 1.5, 2 ** 53, 10n, Symbol("s"), () => 1],
  ...["", "x", "{}", "[]", "\ud800", [], {}, [1], new Uint8Array([255])],
  ...[records[0], lines.join("\n"), bank, core.sealBank(bank).bank, key],
  ...[{ bank: "x" }, { bank: "{}" }, { seed: "s", bank: "x" }, { seed: "s", family: "x" }],
  ...[{ key }, { key: "{}" }, { strict: true }, { require: ["x"] }, { trust: "x" }],
  ...[{ banks: ["x"] }, { manifests: ["x"] }, { reveals: ["x"] }, { openings: ["x"] }],
  ...[
    { kind: "math", expected: "x", response: "7" },
    { questionId: "x", response: "x" },
  ],
  ...[{ trustScoreConfigVersion: 1, adapters: [] }, { adapters: 1 }, snapshot, { subject: {} }],
  ...[{ old: "x", new: "y", hashes: [] }, { task: "import" }, { config: {}, strict: true }],
];

/** Calls that have tests of their own, or take long whatever they are given. */
const LEFT_OUT = ["ProofmarkError", "ready", "evaluate", "evaluateAll", "agent", "selftest"];

/**
 * Returns the error codes in the section of a function, and in sections that it refers to.
 *
 * @param {import("../repo/api-docs.mjs").Section[]} page
 * @param {string} name
 * @returns {string[]}
 */
function said(page, name) {
  const { text = "" } = page.find((section) => section.name === name) ?? {};
  const [, errors = ""] = /^Errors: (.*)$/m.exec(text) ?? [];
  const codes = [...errors.matchAll(/`([a-z]+\.[a-z-]*)`/g)].map(([, code = ""]) => code);
  const others = [...errors.matchAll(/\[`(\w+)`\]/g)].flatMap(([, other = ""]) =>
    said(page, other),
  );
  return [...codes, ...others];
}

/** The codes that a function refuses with. @param {Function} call */
async function refusals(call) {
  /** @type {Set<string>} */
  const codes = new Set();
  for (const first of GARBAGE) {
    for (const second of GARBAGE) {
      try {
        const result = call(first, second);
        if (result?.[Symbol.asyncIterator]) for await (const _ of result);
        await result;
      } catch (error) {
        assert.ok(error instanceof core.ProofmarkError, `${call.name}: ${error}`);
        codes.add(error.code);
      }
    }
  }
  return codes;
}

for (const [entry, api] of Object.entries({ proofmark: core, score })) {
  test(`${entry}: garbage is refused with a code that the document names`, async () => {
    const page = sections(`docs/api/${entry}.md`);
    for (const [name, call] of Object.entries(api)) {
      if (LEFT_OUT.includes(name)) continue;
      const named = said(page, name);
      const fits = (/** @type {string} */ code) =>
        named.some((one) => (one.endsWith(".") ? code.startsWith(one) : code === one));
      const strangers = [...(await refusals(call))].filter(
        (code) => code !== "host.option" && !fits(code),
      );
      assert.deepEqual(strangers, [], `${name}: ${named}`);
    }
  });
}
