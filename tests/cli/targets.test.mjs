// The forms of a --targets file, and the variables that it may use.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as api from "../../pkg/entry/core/node.js";
import { createTargetParser } from "../../pkg/cli/run/target-lines.js";

const A = "https://a.example/chat";

/** @type {[name: string, lines: string[], targets: object[]][]} */
const READ = [
  [
    "a list of URLs",
    [A, " https://b.example "],
    [{ endpoint: A }, { endpoint: "https://b.example" }],
  ],
  ["JSON", [`{"endpoint":"${A}","model":"m"}`], [{ endpoint: A, model: "m" }]],
  ["CSV", ["endpoint,model", `${A},m`, `${A},`], [{ endpoint: A, model: "m" }, { endpoint: A }]],
  ["one column", ["endpoint", A], [{ endpoint: A }]],
  [
    "quotes",
    ['subject, "endpoint"', `"a, ""b""", "${A}?x=1,2"`],
    [{ subject: 'a, "b"', endpoint: `${A}?x=1,2` }],
  ],
  ["a variable in a URL", [`${A}?key=\${KEY}`], [{ endpoint: `${A}?key=a%20b` }]],
  [
    "a variable in a header",
    [`{"endpoint":"${A}","headers":{"authorization":"Bearer \${KEY}"}}`],
    [{ endpoint: A, headers: { authorization: "Bearer a b" } }],
  ],
  [
    "a template, which keeps its text",
    [`{"endpoint":"${A}","jsonBody":"{\\"q\\":\\"{{prompt}} \${HOME}\\"}"}`],
    [{ endpoint: A, jsonBody: '{"q":"{{prompt}} ${HOME}"}' }],
  ],
];

/** @type {[name: string, lines: string[], message: RegExp][]} */
const REFUSED = [
  [
    "another variable",
    [`${A}/\${HOME}`],
    /^t:1: endpoint: the file may not use the variable HOME; allow it with --env HOME/,
  ],
  [
    "another variable in a header",
    [`{"endpoint":"${A}","headers":{"x":"\${HOME}"}}`],
    /^t:1: header x: the file may not use the variable HOME/,
  ],
  [
    "an unset variable",
    [`${A}/\${UNSET}`],
    /^t:1: endpoint: the environment variable UNSET is not set/,
  ],
  ["an unknown column", ["endpoint,header"], /^t:1: expected columns out of .*, found "header"/],
  [
    "a column twice",
    ["endpoint,model,model"],
    /^t:1: expected columns .* each once, found "model"/,
  ],
  ["too many cells", ["endpoint", `${A},m`], /^t:2: expected 1 cells, found 2/],
  ["a stray quote", ["endpoint", `${A}"`], /^t:2: expected CSV, found a stray quote/],
  ["an open quote", ["endpoint", `"${A}`], /^t:2: expected CSV, found a stray quote/],
  ["an unknown member", ['{"url":"x"}'], /^t:1: unknown member "url"; known are .*/],
  ["other text", ["agents"], /^t:1: .*\(json\.invalid\)/],
  ["another value", ["[]"], /^t:1: line: expected a JSON object/],
];

const env = { KEY: "a b", UNSET: undefined };
const parsed = (/** @type {string[]} */ lines) => {
  const parse = createTargetParser(/** @type {any} */ (api), "t", env);
  return lines
    .map((text, at) => parse({ number: at + 1, text }))
    .filter((target) => target !== null);
};

for (const [name, lines, targets] of READ) {
  test(`it reads ${name}`, () => assert.deepEqual(parsed(lines), targets));
}

for (const [name, lines, message] of REFUSED) {
  test(`it refuses ${name}`, () => assert.throws(() => parsed(lines), { message }));
}
