// An independent verifier of records, written from docs/proof.md alone.
import { createHash } from "node:crypto";
import * as ed from "@noble/ed25519";
import canonicalize from "canonicalize";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const sha = (...parts) => parts.reduce((h, part) => h.update(part), createHash("sha256")).digest();
const must = (holds, why) => { if (!holds) throw new Error(why); };
const same = (a, b) => canonicalize(a) === canonicalize(b);
const fits = (text, pattern) => typeof text === "string" && pattern.test(text);
function base58(text, length) {
  must(fits(text, /^z[1-9A-HJ-NP-Za-km-z]+$/), "multibase");
  const [zeros, number] = [/^z(1*)/.exec(text)[1].length, [...text.slice(1)].reduce((n, c) => n * 58n + BigInt(ALPHABET.indexOf(c)), 0n)];
  const bytes = Buffer.from("00".repeat(zeros) + (number ? number.toString(16).replace(/^(.(..)*)$/, "0$1") : ""), "hex");
  return must(bytes.length === length, "length") ?? bytes;
}
function key(multibase) {
  const bytes = base58(multibase, 34);
  must(bytes[0] === 0xed && bytes[1] === 0x01 && !ed.Point.fromBytes(bytes.subarray(2), false).isSmallOrder(), "key");
  return bytes.subarray(2);
}
const signed = (signature, message, key) => ed.verifyAsync(signature, message, key, { zip215: false });
function strict(text) {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  must(!/\d[.eE]|-0/.test(bare), "notation of a number");
  const count = (value) => {
    must(typeof value !== "number" || Number.isSafeInteger(value), "number");
    if (value === null || typeof value !== "object") return 0;
    return Object.values(value).reduce((sum, member) => sum + count(member) + !Array.isArray(value), 0);
  };
  const value = JSON.parse(text);
  must(JSON.stringify(value).isWellFormed() && !/\\ud[89a-f]/.test(JSON.stringify(value)), "text");
  must(count(value) === bare.split(":").length - 1, "a name twice");
  return value;
}
async function signature(proof, id, record) {
  const { proofValue, ...options } = proof;
  const { type, cryptosuite, proofPurpose, verificationMethod, created, "@context": context, ...rest } = options;
  must(type === "DataIntegrityProof" && cryptosuite === "eddsa-jcs-2022" && proofPurpose === "assertionMethod" && Object.keys(rest).length === 0, "options");
  if ("created" in options) must(fits(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/) && new Date(`${created.slice(0, 19)}Z`).toISOString().slice(0, 19) === created.slice(0, 19), "created");
  if ("@context" in options) must(same(context, record["@context"]), "context");
  const did = record.data.evaluator;
  must(verificationMethod === `${did}#${did.slice(8)}` && did.startsWith("did:key:"), "evaluator");
  must(await signed(base58(proofValue, 64), Buffer.concat([sha(canonicalize(options)), id]), key(did.slice(8))), "signature");
  return did;
}
async function inclusion({ type, index, treeSize, path, checkpoint, ...rest }, id, record) {
  must(Object.keys(rest).length === 0 && Array.isArray(path) && path.every((hash) => fits(hash, /^[0-9a-f]{64}$/)), "members");
  const note = /^((proofmark\/(z\w+)\/[\w.-]{1,128})\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\n)\n— (\S+) ([A-Za-z0-9+/]+={0,2})\n$/.exec(checkpoint);
  must(note && note[0] === checkpoint && note[6] === note[2], "checkpoint");
  const [, text, origin, multibase, size, root, , line] = note;
  must(`did:key:${multibase}` === record.data.evaluator && Number(size) === treeSize && index < treeSize && index >= 0, "place");
  const [rootHash, bytes, publicKey] = [Buffer.from(root, "base64"), Buffer.from(line, "base64"), key(multibase)];
  must(rootHash.toString("base64") === root && bytes.toString("base64") === line, "base64");
  must(bytes.subarray(0, 4).equals(sha(origin, "\n\x01", publicKey).subarray(0, 4)), "key id");
  must(await signed(bytes.subarray(4), Buffer.from(text), publicKey), "checkpoint's signature");
  let [hash, place, last, rest_] = [sha("\0", `{"id":"${id.toString("hex")}"}`), index, treeSize - 1, path.map((h) => Buffer.from(h, "hex"))];
  for (; last > 0; place = Math.floor(place / 2), last = Math.floor(last / 2)) {
    if (place % 2 === 0 && place === last) continue;
    must(rest_.length > 0, "path");
    hash = place % 2 ? sha("\x01", rest_.shift(), hash) : sha("\x01", hash, rest_.shift());
  }
  must(rest_.length === 0 && hash.equals(rootHash), "root");
  return { index, origin, signer: record.data.evaluator, size: treeSize };
}
/** Returns what the proofs of a record show; rejects if one of them is invalid. */
export async function check(text) {
  const record = strict(text);
  must(record !== null && typeof record === "object" && !Array.isArray(record), "no object");
  const { proof, ...body } = record;
  if ("@context" in record) must(same([record["@context"]].flat(), ["https://w3id.org/security/data-integrity/v2"]), "context");
  const id = sha(canonicalize(body));
  const [found, proofs] = [{ id: id.toString("hex"), logged: null, signed: null }, "proof" in record ? [proof].flat() : []];
  must(!("proof" in record) || proofs.length > 0 && new Set(proofs.map((p) => p.type)).size === proofs.length, "proofs");
  for (const element of proofs) {
    if (element.type === "MerkleInclusion") found.logged = await inclusion(element, id, record);
    else found.signed = await signature(element, id, record);
  }
  return found;
}
