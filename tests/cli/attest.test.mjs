// proof attest: HCS-27 checkpoints and inclusion proofs, held to the algorithms of HCS-27. The peers
// hold the envelopes of in-toto to its own libraries.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { fleet, proofmark, scratch } from "./support.mjs";

const sha = (/** @type {(string | Uint8Array)[]} */ ...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

/** Implements VerifyInclusion of HCS-27. @param {any} proof */
function verifyInclusion({ leafHash, leafIndex, treeSize, path, rootHash }) {
  let [fn, sn] = [BigInt(leafIndex), BigInt(treeSize) - 1n];
  if (fn > sn) return false;
  let hash = Buffer.from(leafHash, "hex");
  for (const text of path) {
    if (sn === 0n) return false;
    const sibling = Buffer.from(text, "base64");
    if (fn % 2n === 1n || fn === sn) {
      hash = sha("\x01", sibling, hash);
      while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn / 2n, sn / 2n];
    } else hash = sha("\x01", hash, sibling);
    [fn, sn] = [fn / 2n, sn / 2n];
  }
  return sn === 0n && hash.toString("base64") === rootHash;
}

test("checkpoints and inclusion proofs are those of HCS-27", async (t) => {
  const cwd = scratch(t);
  const { url } = await fleet(t);
  const run = ["run", `${url}/honest`, "--protocol", "json", "--subject", "agent:1", "-n", "6"];
  await proofmark("keygen k.json", { cwd });
  await proofmark([...run, "--key", "k.json", "--checkpoint-every", "5", "--out", "r.ndjson"], {
    cwd,
  });
  const attest = ["proof", "attest", "r.ndjson", "--format", "hcs-27"];
  const { stdout } = await proofmark(attest, { cwd });
  const messages = stdout.trimEnd().split("\n");
  const roots = messages.map((text) => {
    assert.ok(Buffer.byteLength(text) <= 1024);
    const { p, op, metadata } = JSON.parse(text);
    assert.deepEqual([p, op, metadata.type], ["hcs-27", "register", "ans-checkpoint-v1"]);
    assert.deepEqual(metadata.log, {
      ...{ alg: "sha-256", leaf: "sha256(jcs(event))", merkle: "rfc9162" },
    });
    return metadata;
  });
  assert.deepEqual(
    roots.map(({ root }) => root.treeSize),
    ["5", "10", "12"],
  );
  roots.forEach(({ prev }, at) => assert.deepEqual(prev, roots[at - 1]?.root));

  const lines = readFileSync(join(cwd, "r.ndjson"), "utf8").trimEnd().split("\n");
  let index = 0;
  for (const [at, line] of lines.entries()) {
    const { type, proof: _, ...record } = JSON.parse(line);
    if (type !== undefined) continue;
    const told = await proofmark([...attest, "--line", String(at + 1)], { cwd });
    const proof = JSON.parse(told.stdout);
    // The records of a run are canonical.
    const id = sha(JSON.stringify(record)).toString("hex");
    assert.equal(proof.leafHash, sha("\0", `{"id":"${id}"}`).toString("hex"));
    assert.equal(proof.leafIndex, String(index));
    const { root } = roots.find(({ root }) => root.treeSize === proof.treeSize);
    assert.equal(Buffer.from(proof.rootHash, "base64").toString("base64url"), root.rootHashB64u);
    assert.ok(verifyInclusion(proof), told.stdout);
    const changed = {
      ...proof,
      leafHash: proof.leafHash.replace(/^./, (/** @type {string} */ d) => (d === "0" ? "1" : "0")),
    };
    assert.ok(!verifyInclusion(changed));
    assert.ok(!verifyInclusion({ ...proof, leafIndex: String(index ^ 1) }));
    index += 1;
  }
  assert.equal(index, 12);

  writeFileSync(join(cwd, "r.ndjson"), lines.join("\n").replace('"correct"', '"wrong"'));
  const bad = await proofmark(attest, { cwd, code: 2 });
  assert.equal(bad.stdout, "");
  assert.match(bad.stderr, /r\.ndjson: does not verify: .*\(cli\.not-verified\)\n$/);
});
