// The parts of the release script that need no build.

import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "../../scripts/lib.mjs";
import { checkVersion, digests, signDigests } from "../../scripts/release.mjs";

/** Reads a file of the repository, as it is when all changes are in a version. @param {string} path */
const read = (path) =>
  readFileSync(join(ROOT, path), "utf8").replace(
    /^## Unreleased\n[^]*?(?=^## )/m,
    "## Unreleased\n\n",
  );

test("a release has one version, and no change is left out of it", () => {
  assert.match(checkVersion(read), /^\d+\.\d+\.\d+$/);
  for (const [path, from, to] of /** @type {const} */ ([
    ["Cargo.toml", /^version = .*$/m, 'version = "9.9.9"'],
    ["pkg/README.md", /proofmark-[\d.]+\.tgz/g, "proofmark-9.9.9.tgz"],
    ["CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n- Something.\n"],
  ])) {
    const changed = (/** @type {string} */ name) =>
      name === path ? read(name).replace(from, to) : read(name);
    assert.throws(() => checkVersion(changed), new RegExp(`release: ${path}: `));
  }
});

test("the signature of the digests verifies, and not of others", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "proofmark-release-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "abc"), "abc");
  const sums = digests([join(folder, "abc")]);
  assert.equal(sums, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n");
  const path = join(folder, "SHA256SUMS");
  writeFileSync(path, sums);
  const pem = (/** @type {any} */ { privateKey }) =>
    privateKey.export({ type: "pkcs8", format: "pem" });
  signDigests(path, pem(generateKeyPairSync("ed25519")));
  const key = createPublicKey(readFileSync(`${path}.pem`));
  const signature = readFileSync(`${path}.sig`);
  assert.ok(verify(null, Buffer.from(sums), key, signature));
  assert.ok(!verify(null, Buffer.from(sums.replace("b", "c")), key, signature));
  const other = pem(generateKeyPairSync("ec", { namedCurve: "P-256" }));
  assert.throws(() => signDigests(path, other), /expected an Ed25519 key, found ec/);
});
