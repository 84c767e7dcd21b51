// The envelopes of proof attest are accepted by the libraries of in-toto and securesystemslib, and
// not with one bit changed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { fleet, proofmark, scratch } from "../cli/support.mjs";
import { PYTHON } from "./set-up.mjs";

/** Decodes base58btc. @param {string} text */
function base58(text) {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const number = [...text].reduce((n, digit) => n * 58n + BigInt(alphabet.indexOf(digit)), 0n);
  return Buffer.from(number.toString(16), "hex");
}

/** Changes one bit of base64. @param {string} text @param {number} at */
function flipped(text, at) {
  const bytes = Buffer.from(text, "base64");
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString("base64");
}

test("an in-toto attestation is verified by in-toto's libraries", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  await proofmark(["keygen", "k.json"], { cwd });
  const run = ["run", `${url}/honest`, "--protocol", "json", "--subject", "agent:1", "-n", "3"];
  await proofmark([...run, "--out", "r.ndjson"], { cwd });
  const attest = ["proof", "attest", "r.ndjson", "--format", "in-toto", "--key", "k.json"];
  const { stdout, stderr } = await proofmark(attest, { cwd });
  assert.equal(stderr, "");
  const envelope = JSON.parse(stdout);
  const [signature] = envelope.signatures;
  const key = base58(signature.keyid.slice("did:key:z".length)).subarray(2).toString("base64");
  const file = readFileSync(join(cwd, "r.ndjson"));
  const digest = createHash("sha256").update(file).digest("hex");
  const given = { envelope, key, digest };
  file[100] = (file[100] ?? 0) ^ 1;
  const other = createHash("sha256").update(file).digest("hex");
  const cases = [
    [given, ["PASSED", 6, 0]],
    [
      { ...given, envelope: { ...envelope, payload: flipped(envelope.payload, 99) } },
      "VerificationError",
    ],
    [{ ...given, envelope: { ...envelope, payloadType: "application/json" } }, "VerificationError"],
    [
      {
        ...given,
        envelope: { ...envelope, signatures: [{ ...signature, sig: flipped(signature.sig, 9) }] },
      },
      "VerificationError",
    ],
    [{ ...given, digest: other }, "AssertionError"],
  ];
  const verifier = fileURLToPath(new URL("in_toto.py", import.meta.url));
  const input = cases.map(([given]) => `${JSON.stringify(given)}\n`).join("");
  const told = spawnSync(PYTHON, [verifier], { input, encoding: "utf8" });
  assert.equal(told.status, 0, told.stderr);
  const results = told.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    results,
    cases.map(([, result]) => result),
  );
});
