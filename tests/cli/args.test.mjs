// The words behind a command: what they become, and how they are refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parse } from "../../pkg/cli/args.js";
import { parseHeaders } from "../../pkg/cli/io/headers.js";
import * as kinds from "../../pkg/cli/kinds.js";
import { nearestName } from "../../pkg/cli/suggest.js";

/** @type {Parameters<typeof parse>[0]} */
const COMMAND = {
  name: "ask",
  operands: [0, 1],
  options: {
    family: { kind: kinds.list(kinds.text), help: "" },
    budget: { kind: kinds.budget, help: "", aliases: ["timeout"] },
    size: { kind: kinds.size, help: "" },
    questions: { kind: kinds.integer(1, 9), help: "", aliases: ["n", "runs"] },
    score: { kind: kinds.score, help: "" },
    format: { kind: kinds.choice(["pretty", "json"]), help: "", flags: ["json"] },
    header: { kind: kinds.text, help: "", repeat: true },
    resume: { help: "" },
  },
};

/** @type {[words: string, operands: string[], options: Record<string, unknown>][]} */
const READ = [
  ["", [], {}],
  ["URL", ["URL"], {}],
  ["-", ["-"], {}],
  ["-- --resume", ["--resume"], {}],
  ["--resume URL", ["URL"], { resume: true }],
  ["--family math", [], { family: ["math"] }],
  ["--family=math,science", [], { family: ["math", "science"] }],
  ["--budget 500ms", [], { budget: 500 }],
  ["--budget 1.5s", [], { budget: 1500 }],
  ["--budget 25s", [], { budget: 25_000 }],
  ["--budget 2m", [], { budget: 120_000 }],
  ["--budget 7d", [], { budget: 604_800_000 }],
  ["--budget 999999999d", [], { budget: Number.MAX_SAFE_INTEGER }],
  ["--size 256KiB", [], { size: 262_144 }],
  ["--size 1B", [], { size: 1 }],
  ["--budget 2", [], { budget: 2000 }],
  ["--timeout 0.5", [], { budget: 500 }],
  ["--questions 9", [], { questions: 9 }],
  ["--runs=9", [], { questions: 9 }],
  ["-n 9", [], { questions: 9 }],
  ["-n=9", [], { questions: 9 }],
  ["--json", [], { format: "json" }],
  ["--format pretty", [], { format: "pretty" }],
  ["--score 66.67", [], { score: 66.67 }],
  ["--header a:1 --header=b:2", [], { header: ["a:1", "b:2"] }],
  ["--header=--x", [], { header: ["--x"] }],
];

for (const [words, operands, options] of READ) {
  test(`it reads: ${words || "nothing"}`, () => {
    const read = parse(COMMAND, words.split(" ").filter(Boolean));
    assert.deepEqual(read, { operands, options, help: false });
  });
}

/** @type {[words: string, message: string][]} */
const REFUSED = [
  ["--familly math", 'ask has no option "--familly"; did you mean --family? (cli.option)'],
  ["--fam math", 'ask has no option "--fam"; did you mean --family? (cli.option)'],
  ["--key=secret", 'ask has no option "--key"; see proofmark ask --help (cli.option)'],
  ["-r", 'ask has no option "-r"; see proofmark ask --help (cli.option)'],
  ["--constructor x", 'ask has no option "--constructor"; see proofmark ask --help (cli.option)'],
  ["--runs", "--runs: needs a value (cli.option)"],
  [
    "--runs --resume",
    '--runs: expected a value, found "--resume"; write --runs=… for a value like that (cli.option)',
  ],
  ["--runs 0", '--runs: expected a whole number from 1 to 9, found "0" (cli.value)'],
  ["--runs 1e3", '--runs: expected a whole number from 1 to 9, found "1e3" (cli.value)'],
  ["--runs 1 --runs 2", "--runs: given twice (cli.option)"],
  ["--runs 1 -n 2", "-n: given twice (cli.option)"],
  ["--n 1", 'ask has no option "--n"; see proofmark ask --help (cli.option)'],
  ["-runs 1", 'ask has no option "-runs"; did you mean --runs? (cli.option)'],
  ["--json --format json", "--format: given twice (cli.option)"],
  ["--json=yes", "--json: takes no value (cli.option)"],
  ["--resume=yes", "--resume: takes no value (cli.option)"],
  ...["x25", "0s", "0.1ms", "-1s"].map(
    (text) =>
      /** @type {[string, string]} */ ([
        `--budget ${text}`,
        `--budget: expected a duration of 1ms or more in ms, s, m, h or d, such as 25s or 7d, found "${text}" (cli.value)`,
      ]),
  ),
  [
    "--size 1GB",
    '--size: expected a size of 1B or more in B, KiB or MiB, such as 256KiB, found "1GB" (cli.value)',
  ],
  ["--score 100.01", '--score: expected a score from 0 to 100, found "100.01" (cli.value)'],
  ["--format yaml", '--format: expected one of pretty, json, found "yaml" (cli.value)'],
  ["--family math,math", '--family: expected "math" once, found "math,math" (cli.value)'],
  [
    "URL more secret",
    "ask: expected at most 1 operand, found 3; see proofmark ask --help (cli.operand)",
  ],
];

for (const [words, message] of REFUSED) {
  test(`it refuses: ${words}`, () => {
    assert.throws(() => parse(COMMAND, words.split(" ")), { message });
  });
}

test("a required option that is missing is named", () => {
  const command = { ...COMMAND, options: { seed: { kind: kinds.text, help: "", required: true } } };
  const message = "ask needs --seed; see proofmark ask --help (cli.option)";
  assert.throws(() => parse(command, []), { message });
  assert.equal(parse(command, ["--help"]).help, true);
});

test("text that would move the cursor is shown escaped", () => {
  const message = String.raw`--runs: expected a whole number from 1 to 9, found "\u001b[2J\u202e" (cli.value)`;
  assert.throws(() => parse(COMMAND, ["--runs", "\x1b[2J\u202e"]), { message });
});

test("headers take their secrets from the environment, by ${NAME} alone", () => {
  const env = { API_KEY: "k$1", EMPTY: "" };
  const read = (/** @type {string[]} */ ...texts) =>
    parseHeaders(
      texts.map((text) => ({ text })),
      env,
      (name) => name.toLowerCase() === "authorization",
    );
  assert.deepEqual(read("Authorization: Bearer ${API_KEY}", "x-a:b:c"), {
    authorization: "Bearer k$1",
    "x-a": "b:c",
  });
  assert.deepEqual(read("x-price: $5 ${}"), { "x-price": "$5 ${}" });
  for (const [text, message] of [
    ["nothing", "--header: expected 'NAME: VALUE', found another form (exchange.header)"],
    ["a b: secret", "--header: expected 'NAME: VALUE', found another form (exchange.header)"],
    ["x: ${MISSING}", "--header x: the environment variable MISSING is not set (cli.environment)"],
    ["x: ${EMPTY}", "--header x: the environment variable EMPTY is empty (cli.environment)"],
    [
      "Authorization: Bearer k",
      "--header Authorization: a secret must not be typed out; set a variable and write --header 'Authorization: Bearer ${NAME}' in single quotes, or use --header @FILE (cli.secret)",
    ],
    [
      "x: $API_KEY",
      "--header x: write ${API_KEY} for the value of the environment variable, not $API_KEY (cli.environment)",
    ],
  ]) {
    assert.throws(() => read(`${text}`), { message });
  }
  const inFile = [{ text: "Authorization: Bearer k", place: "h:1" }];
  assert.deepEqual(
    parseHeaders(inFile, env, () => true),
    { authorization: "Bearer k" },
  );
  assert.throws(() => read("a: 1", "A: 2"), {
    message: '--header: "A" is given twice (exchange.header)',
  });
});

test("the nearest name is close, or there is none", () => {
  const names = ["runs", "resume", "retries", "registry"];
  assert.equal(nearestName("rnus", names), "runs");
  assert.equal(nearestName("resum", names), "resume");
  assert.equal(nearestName("retrise", names), "retries");
  assert.equal(nearestName("colour", names), undefined);
});
