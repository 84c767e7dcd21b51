// Every command line that the documents, the help and the dashboard's advice show is one that the
// command line takes.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { parse } from "../../pkg/cli/args.js";
import { COMMANDS } from "../../pkg/cli/commands/index.js";
import { MEMBERS } from "../../pkg/cli/run/target-lines.js";
import { ROOT } from "../../scripts/lib.mjs";
import { BINARY, ended, fleet, proofmark, scratch } from "./support.mjs";

const PAGES = [
  "README.md",
  "pkg/README.md",
  "worker/README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Splits a line as a shell does: its words, up to a pipe, a redirection or a remark. @param {string} line */
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
    .flatMap(
      (line) => /(?:^|&& )(?:npx --no-install )?proofmark (\S.*?)(?: {2,}|$)/.exec(line)?.[1] ?? [],
    );
}

test("no command downloads a package of this name", () => {
  for (const page of [...PAGES, "pkg/cli/commands/serve.js", "www/src/run/diagnose.js"]) {
    const text = readFileSync(join(ROOT, page), "utf8");
    assert.doesNotMatch(
      text,
      /npx (?!--no-install |wrangler )\w|npm (?:i|install) proofmark(?!-)/,
      page,
    );
  }
});

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

test("every code has a cause and a remedy", () => {
  const rows = readFileSync(join(ROOT, "docs/errors.md"), "utf8").match(
    /^\| `[a-z]+\.[a-z][^|]*` \|.*$/gm,
  );
  for (const row of rows ?? [])
    assert.match(row, /^\| `[a-z]+\.[a-z0-9-]+` \| \S.*\. \| \S.*\. \|$/);
  assert.ok((rows ?? []).length > 150);
});

test("every message of the command line has a code that is listed", () => {
  const listed = readFileSync(join(ROOT, "docs/errors.md"), "utf8");
  const files = readdirSync(join(ROOT, "pkg/cli"), { recursive: true, encoding: "utf8" });
  const source = files
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(ROOT, "pkg/cli", name), "utf8"))
    .join("\n");
  const codes = new Set([...source.matchAll(/"((?:cli|host)\.[a-z-]+)"/g)].map(([, code]) => code));
  assert.ok(codes.size > 20, `${codes.size}`);
  for (const code of codes) assert.ok(listed.includes(`| \`${code}\` |`), code);
});

test("every code of the command line is held by a test", () => {
  const listed = readFileSync(join(ROOT, "docs/errors.md"), "utf8");
  const own = [...listed.matchAll(/^\| `(cli\.[a-z-]+)` \|/gm)].map(([, code = ""]) => code);
  assert.ok(own.length > 10, `${own}`);
  const tests = readdirSync(join(ROOT, "tests/cli"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:mjs|json)$/.test(name))
    .map((name) => readFileSync(join(ROOT, "tests/cli", name), "utf8").replace(/\\([.()])/g, "$1"))
    .join("\n");
  for (const code of own) assert.ok(tests.includes(`(${code})`), code);
});

test("every command of the README works where it is printed", async (t) => {
  const cwd = scratch(t);
  symlinkSync(join(ROOT, "examples"), join(cwd, "examples"));
  const { url } = await fleet(t);
  const page = readFileSync(join(ROOT, "README.md"), "utf8");
  const blocks = [...page.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = ""]) => block);
  const shown = blocks.flatMap((block) => block.trimEnd().split("\n"));
  /** @type {{ line: string, stdout: string }[]} */
  const ran = [];
  for (const line of shown) {
    if (/^npm |^npx --no-install proofmark (?:serve|view)/.test(line)) continue;
    const script = `npx() { shift 2; "$NODE" "$BINARY" "$@"; }\n${line.replaceAll("http://127.0.0.1:7025", url)}`;
    const child = spawn("bash", ["-c", script], {
      ...{ cwd, stdio: "pipe" },
      env: { PATH: process.env.PATH, TERM: "dumb", NODE: process.execPath, BINARY },
    });
    child.stdin.end();
    const { code, stdout, stderr } = await ended(child);
    assert.equal(code, line.includes("# exits with 1") ? 1 : 0, `${line}\n${stdout}${stderr}`);
    ran.push({ line, stdout });
  }

  const printed = (/** @type {RegExp} */ command) =>
    ran.find(({ line }) => command.test(line))?.stdout ?? "";
  assert.match(
    printed(/run .*honest -n 20 --out runs/),
    /^ {2}100 literal: 40 of 40 questions right/m,
  );
  assert.match(printed(/verify runs/), /^ {2}Intact: /m);
  assert.match(printed(/score runs/), /: 100$/m);
  assert.match(printed(/run .*verbose/), /^ {2}\S+ literal, 100 committed|^ {2}100 committed/m);
  assert.match(printed(/verify signed/), /^ {2}Verified: /m);
  assert.ok(ran.length > 12, `${ran.length}`);
});

test("the package's README shows commands of the README", () => {
  const shown = lines("README.md");
  const repeated = lines("pkg/README.md").filter((line) => !line.startsWith("view "));
  assert.ok(repeated.length > 7);
  for (const line of repeated) assert.ok(shown.includes(line), line);
});

test("the first output of the README is what its command prints", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [, command = "", output = ""] =
    /^```\n\$ npx --no-install proofmark (.*)\n([^]*?)^```/m.exec(readme) ?? [];
  const own = (/** @type {string} */ text) => text.replaceAll("http://127.0.0.1:7025", url);
  const { stdout } = await proofmark(own(command).split(" "), { cwd });
  // Latencies vary, and so does the width of their column.
  const shape = (/** @type {string} */ text) =>
    text
      .replace(/\d+(?:\.\d+)? m?s$/gm, "TIME")
      .replace(/ +/g, " ")
      .trimEnd();
  assert.ok(shape(stdout).startsWith(shape(own(output))), stdout);
});

test("the README names the versions that the set-up holds to", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [, rust] =
    /^rust-version = "(.*)"/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8")) ?? [];
  const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  assert.ok(
    readme.includes(
      `[Rust](https://rustup.rs) ${rust} and Node ${engines.node.slice(2)}, or newer`,
    ),
  );
});

test("what a line of --targets may say is written down", () => {
  const page = readFileSync(join(ROOT, "docs/exchange.md"), "utf8");
  const [line = ""] = /^- A file for `--targets` .*$/m.exec(page) ?? [];
  const [, members = ""] = /Its members are (.*?)\. A line/.exec(line) ?? [];
  const named = [...members.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  assert.deepEqual(
    named.filter((name) => name !== "true"),
    MEMBERS,
  );
});

test("the rows that are shown are graded as shown", async () => {
  const page = readFileSync(join(ROOT, "docs/api/proofmark.md"), "utf8");
  const [, section = ""] = /^### `gradeStream`\n([^]*?)^### /m.exec(page) ?? [];
  const [rows = "", graded] = [...section.matchAll(/^```json\n([^]*?)^```/gm)].map(
    ([, text]) => text,
  );
  const { stdout, stderr } = await proofmark("grade", { input: rows });
  assert.equal(stderr, "");
  assert.equal(stdout, graded);
});

test("the snapshot that is shown is scored by the configuration that is shown", async (t) => {
  const cwd = scratch(t);
  const shownIn = (/** @type {string} */ page, /** @type {RegExp} */ where) =>
    where.exec(readFileSync(join(ROOT, page), "utf8"))?.[1] ?? "";
  const snapshot = shownIn("docs/hcs25.md", /is one line of JSON:\n\n```json\n([^]*?)^```/m);
  const config = shownIn("docs/signals.md", /<!-- example -->\n```json\n([^]*?)^```/m);
  writeFileSync(join(cwd, "snapshots.ndjson"), snapshot);
  writeFileSync(join(cwd, "config.json"), config);
  const words = ["score", "snapshots.ndjson", "--config", "config.json", "--format", "ndjson"];
  const { stdout } = await proofmark(words, { cwd });
  assert.equal(JSON.parse(stdout).subject.id, "uaid:…");
});

for (const [page, heading] of /** @type {const} */ ([
  ["docs/hcs25.md", "A first score"],
  ["docs/signals.md", "`proofmark.availability`"],
])) {
  test(`${page}: the score is what its command prints`, async (t) => {
    const cwd = scratch(t);
    const [, section = ""] =
      new RegExp(`^## ${heading}\\n([^]*?)^## `, "m").exec(
        readFileSync(join(ROOT, page), "utf8"),
      ) ?? [];
    const [config = "", snapshots = "", output = ""] = [
      ...section.matchAll(/^```(?:json)?\n([^]*?)^```/gm),
    ].map(([, block = ""]) => block);
    writeFileSync(join(cwd, "config.json"), config);
    writeFileSync(join(cwd, "snapshots.ndjson"), snapshots);
    const [, command = "", printed = ""] = /^\$ proofmark (.*)\n([^]*)$/.exec(output) ?? [];
    const { stdout } = await proofmark(command.split(" "), { cwd });
    assert.ok(printed !== "" && stdout.startsWith(printed), stdout);
  });
}

test("the steps of the combination that is shown are what --explain prints", async (t) => {
  const cwd = scratch(t);
  const [, section = ""] =
    /^## Combinations\n([^]*?)^## /m.exec(readFileSync(join(ROOT, "docs/hcs25.md"), "utf8")) ?? [];
  const [component = "", steps = ""] = [...section.matchAll(/^```(?:json)?\n([^]*?)^```/gm)].map(
    ([, block = ""]) => block,
  );
  const adapters = [{ adapterId: "shop", components: [JSON.parse(component)] }];
  const metadata = { jobs: { done: 90, all: 100 }, responseSeconds: 6 };
  writeFileSync(join(cwd, "c.json"), JSON.stringify({ trustScoreConfigVersion: 1, adapters }));
  writeFileSync(join(cwd, "s.ndjson"), JSON.stringify({ subject: { id: "a", metadata } }));
  const { stdout } = await proofmark("score s.ndjson --config c.json --explain", {
    cwd,
  });
  assert.ok(steps !== "" && stdout.includes(steps), stdout);
});

test("every link within the documents leads somewhere", () => {
  /** @param {string} heading */
  const anchor = (heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, "")
      .replace(/ /g, "-");
  /** @param {string} path */
  const anchors = (path) => {
    const text = readFileSync(path, "utf8").replace(/^```[^]*?^```/gm, "");
    return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchor(heading));
  };
  let count = 0;
  for (const page of [...PAGES, "ARCHITECTURE.md", "DESIGN.md", "CHANGELOG.md"]) {
    for (const [, link = ""] of readFileSync(join(ROOT, page), "utf8").matchAll(
      /\]\(([^)\s]+)\)/g,
    )) {
      if (/^https?:/.test(link)) continue;
      const [file = "", heading] = link.split("#");
      const target = file === "" ? join(ROOT, page) : join(ROOT, dirname(page), file);
      assert.ok(existsSync(target), `${page}: ${link}`);
      if (heading !== undefined) assert.ok(anchors(target).includes(heading), `${page}: ${link}`);
      count += 1;
    }
  }
  assert.ok(count > 100, `${count}`);
});

test("the members of what a run prints are written down", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const page = readFileSync(join(ROOT, "docs/report.md"), "utf8");
  const [, section = ""] = /^## What a run prints\n([^]*?)^## /m.exec(page) ?? [];
  const named = [...section.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const words = ["run", `${url}/honest`, "--commit", "--out", "r.ndjson", "--format", "json"];
  const { stdout } = await proofmark(words, { cwd });
  assert.deepEqual(named.sort(), Object.keys(JSON.parse(stdout)).sort());
});
