// Proofs made here and elsewhere are the same proofs.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import * as Multikey from "@digitalbazaar/ed25519-multikey";
import { createSignCryptosuite, createVerifyCryptosuite } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import jsigs from "jsonld-signatures";
import { resolve } from "../hosts/shared.js";
import { check } from "./verifier.mjs";

const ROOT = new URL("../../", import.meta.url);
const purpose = new jsigs.purposes.AssertionProofPurpose();
const file = JSON.parse(readFileSync(new URL("tests/vectors/proof/check.json", ROOT), "utf8"));
const cases = resolve(file.cases, file.shared);
const bare = JSON.parse(cases.find(({ name }) => name === "unsigned").arguments[0]);

/** The answers to calls, by the native build. */
function ask(...calls) {
  const input = calls.map(([call, ...args]) => `${JSON.stringify({ call, arguments: args })}\n`).join("");
  const { stdout, stderr, status } = spawnSync("cargo", ["run", "-q", "--example", "prove"], { cwd: ROOT, input, encoding: "utf8", timeout: 1_800_000 });
  assert.equal(status, 0, stderr);
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

/** Resolves a did:key. */
async function documentLoader(url) {
  const [did, fragment] = url.split("#");
  const name = did.slice("did:key:".length);
  const method = { "@context": "https://w3id.org/security/multikey/v1", id: `${did}#${name}`, type: "Multikey", controller: did, publicKeyMultibase: name };
  const document = fragment ? method : { "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"], id: did, assertionMethod: [method] };
  return { document, documentUrl: url, contextUrl: null };
}

const theirs = (record) => jsigs.verify(record, { suite: new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }), purpose, documentLoader });
const seed = "07".repeat(32);
const contexts = [undefined, "https://w3id.org/security/data-integrity/v2", ["https://w3id.org/security/data-integrity/v2"]];
const inContext = (context) => (context === undefined ? bare : { ...bare, "@context": context });

test("the independent verifier has at most 80 lines", () => {
  const text = readFileSync(new URL("tests/interop/verifier.mjs", ROOT), "utf8");
  assert.ok(text.trimEnd().split("\n").length <= 80);
});

for (const { name, arguments: [text], expect } of cases) {
  test(`the independent verifier agrees: ${name}`, async () => {
    if (expect.error) await assert.rejects(check(text));
    else assert.deepEqual(await check(text), expect);
  });
}

for (const context of contexts) {
  test(`signed here, verified there: context ${JSON.stringify(context)}`, async () => {
    for (const created of ["2026-11-20T17:00:01Z", null]) {
      const [{ result: record }] = ask(["sign", inContext(context), seed, created]);
      const { verified, error } = await theirs(record);
      assert.ok(verified, error);
      const changed = structuredClone(record);
      changed.data.score = 0;
      assert.equal((await theirs(changed)).verified, false);
    }
  });

  test(`signed there, verified here: context ${JSON.stringify(context)}`, async () => {
    const [{ result: file }] = ask(["keygen", seed]);
    const signer = (await Multikey.from(file)).signer();
    const date = new Date("2026-11-20T17:00:01Z");
    const suite = new DataIntegrityProof({ signer, date, cryptosuite: createSignCryptosuite() });
    const record = await jsigs.sign(structuredClone(inContext(context)), { suite, purpose, documentLoader });
    assert.deepEqual([record["@context"]].flat(), [contexts[1]], "they add their context");
    const [good, bad] = ask(["check", JSON.stringify(record)], ["check", JSON.stringify({ ...record, status: "error" })]);
    assert.equal(good.result?.signed, file.controller, JSON.stringify(good));
    assert.equal(bad.error, "proof.signature");
    assert.deepEqual(await check(JSON.stringify(record)), good.result);
  });
}
