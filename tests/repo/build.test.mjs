// The files of a build, and those that are packed.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { test } from "node:test";

import { OUTPUTS } from "../../scripts/build.mjs";
import { NPM, ROOT, files } from "../../scripts/lib.mjs";
import { standalone } from "../../scripts/prepack.mjs";
import { choose, components, notices } from "../../scripts/third-party.mjs";

test("no artefact holds a path of the machine that built it", () => {
  for (const path of OUTPUTS) {
    const text = readFileSync(path, "latin1");
    for (const machine of [ROOT, homedir(), ".cargo/registry", ".rustup"]) {
      assert.ok(machine.length < 4 || !text.includes(machine), `${path} holds ${machine}`);
    }
  }
});

test("the digest that is packed is that of the wasm", () => {
  for (const path of OUTPUTS.filter((path) => path.endsWith(".wasm"))) {
    const digest = createHash("sha256").update(readFileSync(path)).digest("hex");
    const written = join(ROOT, "pkg/generated", `${basename(path)}.sha256`);
    assert.equal(readFileSync(written, "utf8").split(" ")[0], digest);
  }
});

const PACKAGE = join(ROOT, "pkg");

/** Lists the files that would be packed now. @returns {string[]} */
function packed() {
  const [command = "npm", ...before] = NPM;
  const args = [...before, "pack", "--dry-run", "--ignore-scripts", "--json"];
  const json = execFileSync(command, args, { cwd: PACKAGE, encoding: "utf8" });
  return JSON.parse(json)[0].files.map((/** @type {{ path: string }} */ { path }) => path);
}

test("what is packed belongs to the package, and nothing is missing", () => {
  const paths = packed();
  const allowed =
    /^(?:package\.json|index\.d\.ts|entry\/[a-z]+\/(?:index|worker)\.d\.ts|badge\/index\.d\.ts|types\/[a-z]+\.d\.ts|entry\/[a-z]+\/[a-z-]+\.js|(?:badge|evaluate|proof|suite|util|verify|wasm)\/[a-z-]+\.js|badge\/verify_bg\.wasm|cli\/[\w/-]+\.(?:js|json)|dashboard\/[\w./-]+|docs\/(?:\w+\/)?[\w.-]+\.(?:md|json)|generated\/\w+\.(?:js|wasm|wasm\.sha256)|LICENSE-(?:MIT|APACHE)|(?:README|THIRD-PARTY)\.md|action\.yml)$/;
  assert.deepEqual(
    paths.filter((path) => !allowed.test(path)),
    [],
  );
  // `page.js` contains the wasm of `check`.
  const needed = OUTPUTS.filter((path) => !/\.d\.ts$|check[^/\\]*$/.test(path)).map((path) =>
    relative(PACKAGE, path).replaceAll("\\", "/"),
  );
  for (const path of needed) assert.ok(paths.includes(path), `not packed: ${path}`);
});

test("the README of the package needs no repository, and names what is packed", () => {
  const page = readFileSync(join(PACKAGE, "README.md"), "utf8");
  const { version, homepage, repository, bugs } = JSON.parse(
    readFileSync(join(PACKAGE, "package.json"), "utf8"),
  );
  assert.doesNotMatch(page, /\bRust|cargo|npm run|pkg\/|\]\((?!https:)|<picture/i);
  assert.ok(page.includes(`npm install ./proofmark-${version}.tgz`));
  for (const url of [homepage, repository.url, bugs]) assert.match(url, /^https:\/\//);
  const docs = files(join(ROOT, "docs")).map((path) => basename(path));
  for (const [, name = ""] of page.matchAll(/`(?:docs\/)?(\w+\.md)`/g))
    assert.ok(docs.includes(name), name);
});

test("links of the packed documentation lead to packed files", () => {
  const paths = packed();
  let count = 0;
  for (const path of files(join(ROOT, "docs")).filter((path) => path.endsWith(".md"))) {
    const page = standalone(readFileSync(path, "utf8"));
    for (const [, link = ""] of page.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^https?:/.test(link)) continue;
      const target = relative(ROOT, join(dirname(path), link)).replaceAll("\\", "/");
      const found = target.startsWith("docs/")
        ? existsSync(join(ROOT, target)) && !/\.(?:png|svg)$/.test(target)
        : paths.includes(target);
      assert.ok(found, `${path}: ${link}`);
      count += 1;
    }
  }
  assert.ok(count > 100, `${count}`);
});

test("every bundled component has an allowed licence, and the notices its text", () => {
  const all = components();
  const page = notices(all);
  for (const name of [
    "lit",
    "curve25519-dalek",
    "regex",
    "uplot",
    "@fontsource-variable/atkinson-hyperlegible-next",
  ])
    assert.ok(
      all.some((one) => one.name === name),
      name,
    );
  for (const { name, texts } of all) {
    assert.ok(page.includes(`| ${name} |`), name);
    for (const text of texts) {
      assert.match(text, /copyright/i, name);
      assert.ok(page.includes(text), name);
    }
  }
  assert.deepEqual(choose("a", "(MIT OR Apache-2.0) AND Unicode-3.0"), ["MIT", "Unicode-3.0"]);
  assert.throws(() => choose("a", "GPL-3.0-only"), /licence GPL-3.0-only is not allowed/);
});
