// The figures in the documents are those in the code: each is named where it is written, and where
// it is decided.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { verify } from "../../pkg/entry/core/node.js";
import { ROOT } from "../../scripts/lib.mjs";
import { CONFIG } from "../../worker/local.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), "utf8");

/** Values of words and units. */
const WORDS = /** @type {Record<string, number>} */ ({
  ...{ KiB: 2 ** 10, MiB: 2 ** 20, MB: 2 ** 20, s: 1000, seconds: 1000, minutes: 60_000 },
  ...{ five: 5, eight: 8, thousand: 1000, an: 1, hour: 3_600_000 },
});

/** A figure as documents write it: `8,000`, `16 MiB`, `25s`, `five minutes`. @param {string} text */
const figure = (text) =>
  text
    .replace(/(?<=\d)(?=[a-zA-Z])/, " ")
    .split(" ")
    .map((word) => WORDS[word] ?? Number(word.replaceAll(",", "")))
    .reduce((all, one) => all * one);

/** A constant as the code writes it: `8_000`, `16 << 20`. @param {string} text */
const constant = (text) => Number(new Function(`return ${text.replaceAll("_", "")}`)());

/**
 * The document and where the figure stands in it, the source and where it stands there.
 *
 * @type {[page: string, written: RegExp, source: string, decided: RegExp][]}
 */
const FIGURES = [
  ["docs/badge.md", /The limit is ([\d,]+) bytes/, "scripts/badge.mjs", /MOST = (.*);/],
  ["docs/badge.md", /is too large \((\d+ MB)\)/, "badge/source.js", /MOST = (.*);/],
  ["docs/badge.md", /sent nothing for (\d+ seconds)/, "badge/patience.js", /IDLE = (.*);/],
  [
    "docs/bank.md",
    /longest in at most (\d+) %/,
    "src/bank/statistics.rs",
    /PERCENT: usize = (.*);/,
  ],
  ["docs/bank.md", /^\| at most (16 MiB) \|/m, "src/bank/parse.rs", /LARGEST_FILE: usize = (.*);/],
  [
    "docs/dashboard.md",
    /files of up to (512 MiB)/,
    "www/src/results/view.js",
    /MAX_STORED = (.*);/,
  ],
  ["docs/draw.md", /network of (eight) rounds/, "src/draw/permutation.rs", /ROUNDS: u8 = (.*);/],
  [
    "docs/errors.md",
    /reads whole, of more than (\d+ MiB)/,
    "pkg/cli/io/files.js",
    /MOST_WHOLE = (.*);/,
  ],
  [
    "docs/exchange.md",
    /^- At most (five) redirects/m,
    "src/exchange/state_machine.rs",
    /REDIRECTS: u32 = (.*);/,
  ],
  [
    "docs/exchange.md",
    /uniform from 0 to min\((\d+) · 2ⁿ/,
    "src/exchange/retry.rs",
    /BASE_BACKOFF_MS: u64 = (.*);/,
  ],
  ["docs/exchange.md", /· 2ⁿ, (\d+)\) ms/, "src/exchange/retry.rs", /MAX_BACKOFF_MS: u64 = (.*);/],
  [
    "docs/exchange.md",
    /asked for after (\d+) ms/,
    "src/exchange/retry.rs",
    /FIRST_POLL_MS: u64 = (.*);/,
  ],
  [
    "docs/exchange.md",
    /doubling intervals up to (\d+ s)/,
    "src/exchange/retry.rs",
    /MAX_POLL_MS: u64 = (.*);/,
  ],
  [
    "docs/exchange.md",
    /at most ([\d,]+) tokens/,
    "src/exchange/protocol/anthropic.rs",
    /MAX_TOKENS: u64 = (.*);/,
  ],
  [
    "docs/exchange.md",
    /have at most (\d+ KiB) each/,
    "src/record/subject.rs",
    /MAX_TEXT_BYTES: usize = (.*);/,
  ],
  [
    "docs/proof.md",
    /At most (\d+) lines are read/,
    "src/proof/log/note.rs",
    /MOST_SIGNATURES: usize = (.*);/,
  ],
  [
    "docs/proof.md",
    /directly after it, at most (eight)/,
    "src/proof/withhold.rs",
    /MOST_WITHHELD: usize = (.*);/,
  ],
  [
    "docs/proof.md",
    /nesting of more than (\d+) levels/,
    "src/base/tape/reader.rs",
    /MAX_DEPTH: usize = (.*);/,
  ],
  ["docs/record.md", /at most (\d+ MiB) a line/, "src/base/lines.rs", /MAX_LINE: usize = (.*);/],
  ["docs/record.md", /at most (five minutes) ahead/, "src/base/instant.rs", /SKEW: i64 = (.*);/],
  [
    "docs/record.md",
    /The first (thousand) signers/,
    "src/verify/report.rs",
    /LISTED: usize = (.*);/,
  ],
  [
    "docs/report.md",
    /a terminal; at most (\d+) rows/,
    "pkg/cli/render/results-report.js",
    /MOST_ROWS = (.*);/,
  ],
  [
    "docs/report.md",
    /summary; at most (\d+) rows/,
    "src/report/markdown.rs",
    /MAX_ROWS: usize = (.*);/,
  ],
  [
    "docs/stats.md",
    /If at most (\d+) pairs changed/,
    "src/stats/mcnemar.rs",
    /MAX_EXACT: u64 = (.*);/,
  ],
  [
    "docs/suite.md",
    /length of the pattern \| ([\d,]+) bytes/,
    "src/suite/extract/pattern.rs",
    /MAX_PATTERN: usize = (.*);/,
  ],
  [
    "docs/suite.md",
    /nesting \| (\d+) levels/,
    "src/suite/extract/pattern.rs",
    /MAX_NESTING: u32 = (.*);/,
  ],
  [
    "docs/suite.md",
    /has three\) \| (\d+) \|/,
    "src/suite/extract/pattern.rs",
    /MAX_POSITIONS: usize = (.*);/,
  ],
  [
    "docs/suite.md",
    /compiled program \| (\d+ MiB)/,
    "src/suite/extract/pattern.rs",
    /MAX_PROGRAM: usize = (.*);/,
  ],
  [
    "docs/suite.md",
    /\| reply \| (\d+ KiB)/,
    "src/suite/extract/pattern.rs",
    /MAX_REPLY: usize = (.*);/,
  ],
  ["docs/suite.md", /a list of 1 to (\d+) \|/, "src/suite/oracle.rs", /MAX_ANSWERS: usize = (.*);/],
  [
    "worker/README.md",
    /body of more than (\d+ KiB)/,
    "worker/src/api/http.js",
    /MOST_BODY = (.*);/,
  ],
  [
    "worker/README.md",
    /more than (five minutes) ago/,
    "worker/src/api/replay.js",
    /WINDOW = (.*);/,
  ],
  ["docs/exchange.md", /budget \(default (25 s)/, "src/exchange/limits.rs", /budget_ms: (\d.*?),/],
  [
    "docs/exchange.md",
    /to (an hour)\) covers/,
    "src/exchange/limits.rs",
    /\(1\.\.=(.*)\)\.contains\(&budget/,
  ],
  ["docs/exchange.md", /\(default (\d+) retries/, "src/exchange/limits.rs", /retries: (\d+),/],
  ["docs/exchange.md", /\(default (256 KiB)/, "src/exchange/limits.rs", /max_body: (\d.*?) \}/],
  [
    "docs/exchange.md",
    /at most (2 MiB), content/,
    "src/exchange/limits.rs",
    /MAX_REPLY: usize = (.*);/,
  ],
  ["pkg/cli/run/options.js", /default: (25s)/, "src/exchange/limits.rs", /budget_ms: (\d.*?),/],
  [
    "pkg/cli/run/options.js",
    /transient failure \(default: (\d+)/,
    "src/exchange/limits.rs",
    /retries: (\d+),/,
  ],
  ["pkg/cli/run/options.js", /up to (2MiB)/, "src/exchange/limits.rs", /MAX_REPLY: usize = (.*);/],
  ["pkg/cli/run/options.js", /default: (256KiB)/, "src/exchange/limits.rs", /max_body: (\d.*?) \}/],
];

for (const [page, written, source, decided] of FIGURES) {
  test(`${page}: ${written.source}`, () => {
    const said = written.exec(read(page))?.[1] ?? "";
    const known = decided.exec(read(source))?.[1] ?? "";
    assert.ok(said !== "" && known !== "", `${page} or ${source} no longer says it`);
    assert.equal(figure(said), constant(known), `${said}, and ${known} in ${source}`);
  });
}

test("docs/exchange.md: how many ways to misbehave are tested", () => {
  const [, said] = /lists (\d+) ways to misbehave/.exec(read("docs/exchange.md")) ?? [];
  const { behaviours } = JSON.parse(read("tests/hostile/behaviours.json"));
  assert.equal(Number(said), behaviours.length);
});

test("docs/bank.md, README.md: how many questions the public bank has", () => {
  const folder = "src/bank/public";
  const sizes = readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(read(`${folder}/${name}`)).items.length);
  const [, each] = /(\d+) questions each of chemistry/.exec(read("docs/bank.md")) ?? [];
  assert.deepEqual(sizes, Array(4).fill(Number(each)));
  const [, all] = /the public bank of (\d+)/.exec(read("README.md")) ?? [];
  assert.equal(Number(all), 4 * Number(each));
});

test("worker/README.md: every setting, and its value in wrangler.jsonc", () => {
  const [, section = ""] = /^## Settings\n([^]*?)^## /m.exec(read("worker/README.md")) ?? [];
  const rows = [...section.matchAll(/^\| `(\w+)` \| `(.*)` \|/gm)];
  assert.deepEqual(Object.fromEntries(rows.map(([, name, value]) => [name, value])), CONFIG.vars);
});

/** Lists the dependencies of a crate. @param {string} manifest */
const ofCrate = (manifest) =>
  manifest
    .split(/^\[/m)
    .filter((table) => /^[^\n]*dependencies\]/.test(table))
    .flatMap((table) => [...table.matchAll(/^([\w-]+) = /gm)].map(([, name = ""]) => name));

/** Lists the dependencies of a package. @param {string} manifest */
function ofPackage(manifest) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(manifest);
  return Object.keys({ ...dependencies, ...devDependencies });
}

test("DESIGN.md: every dependency, and what it is for", () => {
  const [, section = ""] = /^## Why these dependencies\?\n([^]*)/m.exec(read("DESIGN.md")) ?? [];
  const [, crates = ""] = /^(\| crate \|[^]*?)^$/m.exec(section) ?? [];
  const named = (/** @type {string} */ text) =>
    [...text.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
    );
  const used = ofCrate(read("Cargo.toml"));
  assert.ok(used.length > 15, `${used}`);
  assert.deepEqual(named(crates).sort(), [...new Set(used)].sort());
  const manifests = execFileSync("git", ["ls-files", "*package.json", "*Cargo.toml"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const manifest of manifests.trim().split("\n")) {
    const names = manifest.endsWith(".json") ? ofPackage(read(manifest)) : ofCrate(read(manifest));
    for (const name of names)
      if (name !== "proofmark") assert.ok(section.includes(`\`${name}\``), `${manifest}: ${name}`);
  }
});

test("docs/record.md: the members of the report, in their order", async () => {
  const [, rows = ""] =
    /^## The report\n[^]*?(^\| `verdict`[^]*?)^$/m.exec(read("docs/record.md")) ?? [];
  const named = [...rows.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  assert.deepEqual(named, Object.keys(await verify("")));
});

test("docs/record.md: why a step was not done", () => {
  const all = (/** @type {string} */ text, /** @type {RegExp} */ pattern) =>
    [...text.matchAll(pattern)].map(([, reason]) => reason);
  const listed = all(read("docs/record.md"), /^\| `([a-z ,]+)` \| (?:\*|all but)/gm);
  const known = all(read("src/verify/step.rs"), /^ +Self::\w+ => "(\w+ [^"]+)",$/gm);
  assert.ok(known.length > 10);
  assert.deepEqual(listed, known);
});
