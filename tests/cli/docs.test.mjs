// Every command line that the documents, the help and the dashboard's advice show is one that the
// command line takes.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { parse } from "../../pkg/cli/args.js";
import { COMMANDS } from "../../pkg/cli/commands/index.js";
import { ROOT } from "../../scripts/lib.mjs";

const PAGES = [
  "README.md",
  "worker/README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** What a shell makes of a line: its words, up to a pipe, a redirection or a remark. @param {string} line */
function words(line) {
  const found = line.matchAll(/'([^']*)'|"([^"]*)"|(&&|[|><;#]|\d>)|([^\s'"|><;#]+)/g);
  const all = [];
  for (const [, quoted, also, end, bare] of found) {
    if (end !== undefined) break;
    all.push(quoted ?? also ?? bare ?? "");
  }
  return all;
}

/** The command lines of a page, up to two spaces: what is behind them is a remark. @param {string} page */
function lines(page) {
  const text = readFileSync(join(ROOT, page), "utf8");
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].flatMap(
    ([, language, block = ""]) => (language === "sh" || language === "" ? [block] : []),
  );
  return blocks
    .flatMap((block) => block.replace(/\\\n\s*/g, " ").split("\n"))
    .flatMap((line) => /(?:^|&& )(?:npx )?proofmark (\S.*?)(?: {2,}|$)/.exec(line)?.[1] ?? []);
}

/** @param {string} line */
function taken(line) {
  const [first = "", second = "", ...rest] = words(line);
  const whole = COMMANDS.find(({ name }) => name === `${first} ${second}`);
  const command = whole ?? COMMANDS.find(({ name }) => name === first);
  assert.ok(command, line);
  parse(command, whole ? rest : [second, ...rest].filter((word) => word !== ""));
}

test("what the documents show", () => {
  let shown = 0;
  for (const page of PAGES) {
    for (const line of lines(page)) {
      assert.doesNotThrow(() => taken(line), `${page}: proofmark ${line}`);
      shown += 1;
    }
  }
  assert.ok(shown > 20, `${shown}`);
});

test("what the help shows", () => {
  for (const { name, examples = [] } of COMMANDS) {
    for (const line of examples) assert.doesNotThrow(() => taken(line), `${name}: ${line}`);
  }
});

test("every code of the command line is held by a test", () => {
  const listed = readFileSync(join(ROOT, "docs/errors.md"), "utf8");
  const own = [...listed.matchAll(/^\| `(cli\.[a-z-]+)` \|/gm)].map(([, code = ""]) => code);
  assert.ok(own.length > 10, `${own}`);
  const tests = readdirSync(join(ROOT, "tests/cli"))
    .map((name) => readFileSync(join(ROOT, "tests/cli", name), "utf8").replaceAll("\\.", "."))
    .join("\n");
  for (const code of own) assert.ok(tests.includes(`${code}: `), code);
});
