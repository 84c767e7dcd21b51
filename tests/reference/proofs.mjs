// Keys, signatures, checkpoints and logs, from docs/proof.md. Part of the second verifier.

import { createPublicKey, verify as verifyEd25519 } from "node:crypto";

import {
  Bad,
  at,
  bad,
  codeOf,
  hexof,
  isCount,
  isHex64,
  isObj,
  isText,
  jcs,
  sha,
  without,
} from "./json.mjs";

// Answers of steps

export const PASS = { pass: true };
export const skip = (reason) => ({ reason });
export const fail = (code) => ({ code });
const answerOf = (check) => {
  const code = codeOf(check);
  return code === undefined ? PASS : fail(code);
};

// Keys

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

function multibase(text) {
  if (!isText(text) || !/^z[1-9A-HJ-NP-Za-km-z]*$/.test(text)) return;
  let number = 0n;
  for (const sign of text.slice(1)) number = number * 58n + BigInt(BASE58.indexOf(sign));
  const [, zeros] = /^z(1*)/.exec(text);
  const digits = number === 0n ? "" : number.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.alloc(zeros.length), bytes]);
}

const keys = new Map();

/** Returns the key that `KEY` of docs/proof.md names. */
function keyOf(text) {
  if (!keys.has(text)) keys.set(text, readKey(text));
  return keys.get(text);
}

function readKey(text) {
  const bytes = multibase(text);
  if (bytes?.length !== 34 || bytes[0] !== 0xed || bytes[1] !== 0x01) return;
  const raw = bytes.subarray(2);
  const jwk = { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url") };
  try {
    return { raw, public: createPublicKey({ key: jwk, format: "jwk" }) };
  } catch {
    return undefined;
  }
}

const signatures = new Map();

/** Reports whether a signature fits. Most of those in changed files were seen before. */
function fits(key, message, signature) {
  const seen = hexof(sha(key.raw, signature, message));
  if (!signatures.has(seen)) {
    const holds = signature.length === 64 && verifyEd25519(null, message, key.public, signature);
    signatures.set(seen, holds);
  }
  return signatures.get(seen);
}

// Checkpoints

function base64(text) {
  const bytes = Buffer.from(text, "base64");
  const plain = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && bytes.toString("base64") === text;
  return plain ? bytes : undefined;
}

function signatureLine(line) {
  const [, name, text] = /^— (\S+) (\S+)$/u.exec(line) ?? bad("log.note");
  const bytes = base64(text);
  const named = !name.includes("+") && !/\p{White_Space}/u.test(name);
  if (!named || bytes === undefined || bytes.length < 5) bad("log.note");
  return { name, id: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

/** Reads a signed note whose text is a checkpoint. */
export function checkpoint(note) {
  if (/[\0-\x09\x0b-\x1f]/.test(note)) bad("log.note");
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n") || end + 2 === note.length) bad("log.note");
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > 16) bad("log.note");
  const signed = lines.map(signatureLine);

  const text = note.slice(0, end + 1);
  const head = text.slice(0, -1).split("\n");
  if (head.length !== 3) bad("log.checkpoint");
  const [origin, size, rootText] = head;
  if (!/^(0|[1-9]\d*)$/.test(size) || !isCount(Number(size))) bad("log.checkpoint");
  const root = base64(rootText);
  if (root?.length !== 32) bad("log.checkpoint");
  const [, owner, name] = /^proofmark\/([^/]*)\/(.*)$/.exec(origin) ?? bad("log.checkpoint");
  if (!/^[\w.-]{1,128}$/.test(name)) bad("log.name");
  const key = keyOf(owner) ?? bad("key.invalid");

  const id = sha(origin, "\n\x01", key.raw).subarray(0, 4);
  const own = signed.filter((line) => line.name === origin && line.id.equals(id));
  const hold = own.every((line) => fits(key, Buffer.from(text), line.signature));
  if (own.length === 0 || !hold) bad("log.signature");
  return {
    origin,
    signer: `did:key:${owner}`,
    size: Number(size),
    root,
    signatures: signed.length,
  };
}

// The member `proof`

const CONTEXT = "https://w3id.org/security/data-integrity/v2";
export const isContext = (value) =>
  value === CONTEXT || (Array.isArray(value) && value.length === 1 && value[0] === CONTEXT);

const STAMP =
  /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:[0-5]\d)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Reports whether a text is a `dateTimeStamp` of a day that exists, without a leap second. */
function isStamp(text) {
  const [, day, time] = (isText(text) && STAMP.exec(text)) || [];
  if (day === undefined) return false;
  const date = new Date(`${day}T${time}.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString() === `${day}T${time}.000Z`;
}

const PROOFS = { DataIntegrityProof: readSignature, MerkleInclusion: readInclusion };

/** Reads the member `proof`: at most one element of each type. */
function proofs(proof) {
  const list = Array.isArray(proof) ? proof : [proof];
  if (list.length === 0) bad("proof.invalid");
  const found = {};
  for (const element of list) {
    if (!isObj(element) || !isText(element.m.get("type"))) bad("proof.invalid");
    const type = element.m.get("type");
    if (!Object.hasOwn(PROOFS, type)) bad("proof.unsupported");
    const read = PROOFS[type](element);
    if (found[type]) bad("proof.duplicate");
    found[type] = read;
  }
  return { signature: found.DataIntegrityProof, inclusion: found.MerkleInclusion };
}

function elementMembers(element, required, optional = []) {
  const names = [...element.m.keys()];
  if (names.some((name) => !required.includes(name) && !optional.includes(name)))
    bad("proof.invalid");
  if (required.some((name) => !element.m.has(name))) bad("proof.invalid");
  return (name) => element.m.get(name);
}

function readSignature(element) {
  const texts = ["type", "cryptosuite", "proofPurpose", "verificationMethod", "proofValue"];
  const member = elementMembers(element, texts, ["created", "@context"]);
  const created = member("created");
  if (!texts.every((name) => isText(member(name)))) bad("proof.invalid");
  if (created !== undefined && !isText(created)) bad("proof.invalid");
  if (member("cryptosuite") !== "eddsa-jcs-2022") bad("proof.unsupported");
  if (member("proofPurpose") !== "assertionMethod") bad("proof.unsupported");
  const [, key, again] = /^did:key:([^#]*)#(.*)$/s.exec(member("verificationMethod")) ?? [];
  const pair = (key === again && keyOf(key)) || bad("key.invalid");
  if (element.m.has("@context") && !isContext(member("@context"))) bad("proof.context");
  if (created !== undefined && !isStamp(created)) bad("proof.invalid");
  const value = multibase(member("proofValue"));
  if (value?.length !== 64) bad("proof.invalid");
  return { element, created, key: pair, did: `did:key:${key}`, value };
}

function readInclusion(element) {
  const names = ["type", "index", "treeSize", "path", "checkpoint"];
  const member = elementMembers(element, names);
  const path = member("path");
  if (!isCount(member("index")) || !isCount(member("treeSize"))) bad("proof.invalid");
  if (!Array.isArray(path) || !path.every(isHex64)) bad("proof.invalid");
  if (!isText(member("checkpoint"))) bad("proof.invalid");
  return member;
}

const leafOf = (id) => sha("\0", `{"id":"${hexof(id)}"}`);
const node = (left, right) => sha("\x01", left, right);

/** Checks an inclusion proof, and returns its checkpoint. */
function checkInclusion(member, id, evaluator) {
  const head = checkpoint(member("checkpoint"));
  if (head.signatures !== 1) bad("proof.invalid");
  if (head.signer !== evaluator) bad("proof.evaluator");
  if (head.size !== member("treeSize") || member("index") >= head.size) bad("log.inclusion");
  const rest = member("path").map((hash) => Buffer.from(hash, "hex"));
  let [hash, place, last] = [leafOf(id), BigInt(member("index")), BigInt(head.size) - 1n];
  for (; last > 0n; place /= 2n, last /= 2n) {
    const odd = place % 2n === 1n;
    if (!odd && place === last) continue;
    const sibling = rest.shift() ?? bad("log.inclusion");
    hash = odd ? node(sibling, hash) : node(hash, sibling);
  }
  if (rest.length > 0 || !hash.equals(head.root)) bad("log.inclusion");
  return head;
}

function checkSignature({ element, key, did, value }, record, id, evaluator) {
  if (did !== evaluator) bad("proof.evaluator");
  const context = element.m.get("@context");
  const same = record.m.has("@context") && jcs(context ?? null) === jcs(record.m.get("@context"));
  if (context !== undefined && !same) bad("proof.context");
  const message = Buffer.concat([sha(jcs(without(element, "proofValue"))), id]);
  if (!fits(key, message, value)) bad("proof.signature");
}

/** Checks the signature of a scorecard or a score, which has its evaluator at the top. */
export function checkSummary(document) {
  const { signature } = proofs(document.m.get("proof"));
  const id = sha(jcs(without(document, "proof")));
  checkSignature(signature, document, id, document.m.get("evaluator"));
}

/** Answers the steps `signature` and `inclusion` by a record's own proofs. */
export function ownProofs(record, id) {
  const evaluator = at(record, "/data/evaluator");
  const own = {
    leaf: leafOf(id),
    signature: skip("no signature covers the record"),
    inclusion: skip("no checkpoint covers the record"),
  };
  if (!record.m.has("proof")) return own;
  let read;
  try {
    read = proofs(record.m.get("proof"));
  } catch (error) {
    if (!(error instanceof Bad)) throw error;
    return { ...own, signature: fail(error.code) };
  }
  if (read.inclusion)
    own.inclusion = answerOf(() => (own.logged = checkInclusion(read.inclusion, id, evaluator)));
  if (read.signature) {
    own.signature = answerOf(() => checkSignature(read.signature, record, id, evaluator));
    own.created = read.signature.created;
  } else if (own.inclusion.pass) own.signature = PASS;
  return own;
}

// Logs

/** The roots of the full subtrees of a log so far. */
class Tree {
  constructor() {
    [this.size, this.roots, this.spoilt] = [0, [], false];
  }

  append({ leaf, evaluator }) {
    // Nobody can have signed a record without an evaluator.
    this.spoilt ||= evaluator === undefined;
    let hash = leaf;
    for (let size = this.size; size % 2 === 1; size = (size - 1) / 2)
      hash = node(this.roots.pop(), hash);
    this.roots.push(hash);
    this.size += 1;
  }

  root() {
    if (this.size === 0) return sha();
    return this.roots.reduceRight((right, left) => node(left, right));
  }
}

/** The logs of a file, one after another, and the records behind their last checkpoint. */
export class Logs {
  constructor() {
    [this.whole, this.since, this.origin, this.heads] = [
      new Tree(),
      new Tree(),
      undefined,
      new Map(),
    ];
    // Sizes that the records' own proofs tell of, by origin.
    this.proven = new Map();
  }

  append(record, { logged } = {}) {
    this.whole.append(record);
    this.since.append(record);
    if (logged === undefined) return;
    const { records, largest } = this.proven.get(logged.origin) ?? { records: 0, largest: 0 };
    const known = { records: records + 1, largest: Math.max(largest, logged.size) };
    this.proven.set(logged.origin, known);
  }

  /** Takes a checkpoint that holds by itself; refuses one that does not state the records above it. */
  checkpoint({ origin, size, root }) {
    const current = origin === this.origin;
    if (!current && this.heads.has(origin)) bad("log.consistency");
    const tree = current || this.origin === undefined ? this.whole : this.since;
    if (tree.spoilt) bad("proof.evaluator");
    if (tree.size !== size || !tree.root().equals(root)) bad("log.records");
    if (!current && this.origin !== undefined) this.whole = this.since;
    this.origin = origin;
    this.heads.set(origin, size);
    this.since = new Tree();
  }

  /** Counts the records that inclusion proofs tell of and that are not at hand. */
  unseen() {
    let unseen = 0;
    for (const [origin, { records, largest }] of this.proven)
      unseen += Math.max(0, largest - Math.max(records, this.heads.get(origin) ?? 0));
    return unseen;
  }

  /** Reports whether the records are the leaves of the newest checkpoint, all of them. */
  isWhole() {
    return this.heads.size > 0 && this.since.size === 0 && this.unseen() === 0;
  }
}
