// The files of a build, and those that are packed.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { OUTPUTS } from "../../scripts/build.mjs";
import { NPM, ROOT } from "../../scripts/lib.mjs";
import { standalone } from "../../scripts/prepack.mjs";

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
    assert.equal(readFileSync(`${path}.sha256`, "utf8").split(" ")[0], digest);
  }
});

test("the inline copy holds the same bytes", async () => {
  for (const path of OUTPUTS.filter((path) => path.endsWith("_inline.js"))) {
    const { bytes } = await import(path);
    const wasm = readFileSync(path.replace("_inline.js", "_bg.wasm"));
    assert.ok(wasm.equals(bytes()), path);
  }
});

test("what is packed belongs to the package, and nothing is missing", () => {
  const [command = "npm", ...before] = NPM;
  const args = [...before, "pack", "--dry-run", "--ignore-scripts", "--json"];
  const json = execFileSync(command, args, { cwd: join(ROOT, "pkg"), encoding: "utf8" });
  const [{ files }] = JSON.parse(json);
  const paths = files.map((/** @type {{ path: string }} */ { path }) => path);
  const allowed =
    /^(?:package\.json|index\.d\.ts|entry\/[a-z]+\/(?:index|worker)\.d\.ts|badge\/index\.d\.ts|types\/[a-z]+\.d\.ts|entry\/[a-z]+\/[a-z-]+\.js|(?:badge|evaluate|proof|suite|util|verify|wasm)\/[a-z-]+\.js|badge\/verify_bg\.wasm|cli\/[\w/-]+\.(?:js|json)|dashboard\/[\w./-]+|generated\/\w+\.(?:js|wasm|wasm\.sha256)|LICENSE-(?:MIT|APACHE)|README\.md)$/;
  assert.deepEqual(
    paths.filter((/** @type {string} */ path) => !allowed.test(path)),
    [],
  );
  const needed = OUTPUTS.filter((path) => !path.endsWith(".d.ts")).map((path) =>
    path.slice(join(ROOT, "pkg").length + 1).replaceAll("\\", "/"),
  );
  for (const path of needed) assert.ok(paths.includes(path), `not packed: ${path}`);
});

test("the README that is packed has neither pictures nor links that lead nowhere", () => {
  const page = standalone(readFileSync(join(ROOT, "README.md"), "utf8"));
  assert.doesNotMatch(page, /docs\/images|<picture|^## Look/m);
  assert.deepEqual(
    [...page.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target),
    [
      "https://github.com/hiero-ledger/hiero-consensus-specifications/blob/main/docs/standards/hcs-25.md",
      "https://rustup.rs",
    ],
  );
  assert.match(page, /^docs\/api\.md is the whole API/m);
});
