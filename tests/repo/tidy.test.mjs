// The repository checks itself.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "../../scripts/lib.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), "utf8");
const json = (/** @type {string} */ path) => JSON.parse(read(path));

/** Every file of the repository, also those not committed yet. */
const FILES = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));

/** The modules of the core, in the one direction in which they may use each other. */
const ORDER = [
  ...["grade", "error", "id", "base", "bank", "question", "draw"],
  ...["rows", "exchange", "record", "eval", "proof", "verify", "selftest", "suite", "stats"],
  ...["report", "score", "wasm"],
];

/** Uses against the order, each with its reason. */
const BACKWARDS = new Map([
  ["error -> base", "messages quote text by the one function for that"],
  ["id -> question", "an id of math is checked by the one parser of its expressions"],
  ["bank -> question", "an item is asked as a question, and a question is made of an item"],
]);

test("the versions of the crate, the package and the changelog agree", () => {
  const version = /^version = "(.*)"$/m.exec(read("Cargo.toml"))?.[1];
  assert.equal(/^version = "(.*)"$/m.exec(read("src/grade/Cargo.toml"))?.[1], version);
  assert.equal(json("pkg/package.json").version, version);
  assert.equal(json("package-lock.json").packages.pkg.version, version);
  assert.equal(json("worker/package.json").version, version);
  assert.ok(read("CHANGELOG.md").includes(`\n## ${version}\n`), `CHANGELOG.md: no ## ${version}`);
});

test("the table of modules has all of them, in that order", () => {
  const rows = read("ARCHITECTURE.md").matchAll(/^\| ((?:`[a-z_0-9]+`(?:, )?)+) \|/gm);
  const named = [...rows].flatMap(([, names = ""]) =>
    [...names.matchAll(/[a-z_0-9]+/g)].map(String),
  );
  assert.deepEqual(named, ORDER);
});

test("the modules use each other in one direction", () => {
  const found = [];
  for (const path of FILES.filter((path) => /^src\/.*\.rs$/.test(path))) {
    const user = /^src\/([a-z_0-9]+)/.exec(path)?.[1] ?? "";
    if (user === "lib") continue;
    assert.ok(ORDER.includes(user), `${path}: expected a module in the order, found ${user}`);
    const code = read(path).replace(/\/\/.*$/gm, "");
    const names = [...code.matchAll(/\bcrate::(?:\{([^}]*)\}|([a-z_0-9]+)\b)/g)].flatMap(
      ([, group, name]) =>
        name ?? [...(group ?? "").matchAll(/(?:^|,)\s*([a-z_0-9]+)/g)].map((m) => m[1]),
    );
    for (const used of names) {
      const backwards = ORDER.indexOf(used ?? "") > ORDER.indexOf(user);
      if (backwards && !BACKWARDS.has(`${user} -> ${used}`)) found.push(`${path} uses ${used}`);
    }
  }
  assert.deepEqual(found, []);
});

test("the boundary stays small", () => {
  for (const path of FILES.filter((path) => /^src\/wasm\b/.test(path))) {
    const lines = read(path).split("\n").length;
    assert.ok(lines < 300, `${path}: expected fewer than 300 lines, found ${lines}`);
  }
});

test("an entry of the package is a few lines", () => {
  const hosts = ["node.js", "browser.js", "workerd.js", "edge.js"];
  const entries = [
    ...["core", "score", "suite"].flatMap((entry) => hosts.map((host) => `${entry}/${host}`)),
  ];
  for (const entry of entries) {
    const lines = read(`pkg/entry/${entry}`).trimEnd().split("\n").length;
    assert.ok(lines <= 9, `pkg/entry/${entry}: expected 9 lines at most, found ${lines}`);
  }
});

test("the package depends on nothing and runs nothing when it is installed", () => {
  const manifest = json("pkg/package.json");
  for (const key of ["dependencies", "peerDependencies", "optionalDependencies"]) {
    assert.ok(!(key in manifest), `pkg/package.json: ${key}`);
  }
  assert.deepEqual(Object.keys(manifest.scripts), ["prepack", "postpack"]);
});

test("vectors are compact, one case a line", () => {
  for (const path of FILES.filter((path) => /^tests\/vectors\/.*\.json$/.test(path)))
    assert.doesNotMatch(read(path), /^\s/m, path);
});

for (const [what, pattern] of /** @type {const} */ ([
  ["path of one machine", /(?<![\w.~-])\/(?:w[o]rk|h[o]me|r[o]ot|Us[e]rs)\/[\w.-]/],
  ["host of a registry", /artif[a]ctory|verd[a]ccio|registry\.np[m]js|index\.crat[e]s\.io/],
  ["mark of unfinished work", /\b(?:TO[D]O|FIX[M]E|X[X]X)\b/],
  ["mark of a merge", /^(?:<{7}|>{7}) /m],
])) {
  test(`no file holds a ${what}`, () => {
    // In the bytes of a picture anything can be found.
    for (const path of FILES.filter((path) => !path.endsWith(".png"))) {
      const found = pattern.exec(read(path));
      assert.equal(found, null, `${path}: ${found?.[0]}`);
    }
  });
}
