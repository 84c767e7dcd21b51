// The schemas of suites and scorecards take what the core takes, as far as a schema can say it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";

import { checkSuite, readScorecard, runSuite, sealSuite } from "../../../pkg/entry/suite/node.js";

const read = (/** @type {string} */ path) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
for (const name of ["suite", "plain-suite", "scorecard"]) {
  ajv.addSchema(JSON.parse(read(`docs/schema/${name}.schema.json`)));
}

const sealed = read("examples/sealed.json");
const judged = await runSuite(sealed, { answers: read("examples/answers-bad.json") });
const scorecard = judged.complete ? judged.scorecard : "";

/** @type {Record<string, [text: string, take: (text: string) => unknown]>} */
const FILES = {
  suite: [sealed, checkSuite],
  "plain-suite": [
    JSON.stringify({
      id: "x",
      version: 2,
      extractor: { pattern: "a+b", take: "first", group: 0 },
      normalise: ["lower"],
      tasks: [
        { id: "a", prompt: "p", answer: "ab" },
        { id: "b", prompt: "q", stratum: "s", answers: ["aab", "ab"] },
      ],
    }),
    (text) => sealSuite(text, { salted: false }),
  ],
  scorecard: [scorecard, readScorecard],
};

/** Values to put in any place. */
const VALUES = [
  ...[null, true, 0, -1, 0.5, 4294967296, "", "x", "a\u0007", "é".repeat(200), "é".repeat(201)],
  ...["a".repeat(64), "b".repeat(33), [], {}, ["trim"], [1], "first"],
];

/** Rules that no schema can state: groups of a pattern, counts, and that two differ. */
const BEYOND = /^suite\.(inconsistent|duplicate-task|bad-pattern|unreachable-answer)$/;

/** Other accepted spellings: null for left out, a digest as oracle, a number as version. */
const isSpelling = (/** @type {string} */ key, /** @type {unknown} */ value) =>
  value === null || key === "oracle" || (key === "version" && value === 0);

/** Every object and array in `value`. @param {any} value @returns {any[]} */
const inner = (value) =>
  value !== null && typeof value === "object"
    ? [value, ...Object.values(value).flatMap(inner)]
    : [];

for (const [name, [text, take]] of Object.entries(FILES)) {
  test(`a ${name} fits its schema if the core takes it`, () => {
    const validate = ajv.getSchema(`${name}.schema.json`);
    assert.ok(validate !== undefined);
    assert.ok(validate(JSON.parse(text)), JSON.stringify(validate.errors));
    take(text);
    const places = inner(JSON.parse(text)).flatMap((holder, index) =>
      Object.keys(holder).map((key) => ({ index, key })),
    );
    for (const { index, key } of places) {
      for (const value of VALUES) {
        const changed = JSON.parse(text);
        inner(changed)[index][key] = value;
        let code = "";
        try {
          take(JSON.stringify(changed));
        } catch (error) {
          code = /** @type {{ code: string }} */ (error).code;
        }
        const fits = validate(changed);
        if (fits) assert.ok(code === "" || BEYOND.test(code), `${key} ${value}: ${code}`);
        else
          assert.ok(
            code !== "" || isSpelling(key, value),
            `${key} ${JSON.stringify(value)} is taken`,
          );
      }
    }
  });
}
