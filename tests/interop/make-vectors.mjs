// Writes tests/vectors/proof/*.json: `node make-vectors.mjs`. What a good proof looks like comes
// from the independent prover; which code refuses a bad one is stated here by hand.

import { readFileSync, writeFileSync } from "node:fs";
import canonicalize from "canonicalize";
import { resolve } from "../hosts/shared.js";
import * as p from "./prover.mjs";

const CONTEXT = "https://w3id.org/security/data-integrity/v2";
const folder = new URL("../vectors/proof/", import.meta.url);
const files = {};
/** Adds a case; `expect` is the result, or `{ error: CODE }`. */
const add = (file, name, why, call, args, expect) =>
  (files[file] ??= []).push({ name, why, call, arguments: args, expect });
const refuse = (error) => ({ error });
const clone = (value) => structuredClone(value);
const text = (value) => JSON.stringify(value);

const key = await p.keyOf("07".repeat(32));
const other = await p.keyOf("08".repeat(32));

// canonical: RFC 8785 and github.com/cyberphone/json-canonicalization, testdata/.
const canonical = (name, why, given, expect) => add("canonical", name, why, "canonical", [given], expect);
canonical("rfc 8785 section 3.2.3", "names sort by UTF-16 units", '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}', '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}');
canonical("rfc 8785 section 3.2.2", "the RFC's example has numbers that a record must not have", '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}', refuse("json.invalid"));
canonical("rfc 8785 section 3.2.2 without its numbers", "literals and escapes", '{"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}', '{"literals":[null,true,false],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}');
canonical("cyberphone arrays.json", "numeric names sort as text", '[\n  56,\n  {\n    "d": true,\n    "10": null,\n    "1": [ ]\n  }\n]', '[56,{"1":[],"10":null,"d":true}]');
canonical("cyberphone french.json", "no locale takes part", '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}', '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}');
canonical("cyberphone structures.json", "its 56.0 is another notation of 56", '{"1":{"f":{"f":"hi","F":5},"\\n":56.0},"10":{},"":"empty","a":{},"111":[{"e":"yes","E":"no"}],"A":{}}', refuse("json.invalid"));
canonical("cyberphone structures.json with 56", "nested objects and the empty name", '{"1":{"f":{"f":"hi","F":5},"\\n":56},"10":{},"":"empty","a":{},"111":[{"e":"yes","E":"no"}],"A":{}}', '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}');
canonical("cyberphone unicode.json", "text is not normalised", '{"Unnormalized Unicode":"A\\u030a"}', '{"Unnormalized Unicode":"A\u030a"}');
canonical("cyberphone values.json", "fractions and exponents", '{"numbers":[333333333.33333329,1E30,4.50,2e-3]}', refuse("json.invalid"));
canonical("cyberphone weird.json", "escapes, controls and astral names", '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\u000a":"Newline","1":"One","\\u0080":"Control\\u007f","\\ud83d\\ude02":"Smiley","\\u00f6":"Latin Small Letter O With Diaeresis","\\ufb33":"Hebrew Letter Dalet With Dagesh","</script>":"Browser Challenge"}', '{"\\n":"Newline","\\r":"Carriage Return","1":"One","</script>":"Browser Challenge","\u0080":"Control\u007f","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😂":"Smiley","\ufb33":"Hebrew Letter Dalet With Dagesh"}');
canonical("the largest integer", "2^53−1 is safe", "9007199254740991", "9007199254740991");
// RFC 8785, appendix B, and other numbers that two readers could take for different ones.
for (const [number, why] of [["9007199254740992", "2^53 is above the safe integers (appendix B)"], ["-9007199254740992", "−2^53 (appendix B)"], ["-0", "minus zero (appendix B)"], ["295147905179352830000", "above 64 bits (appendix B)"], ["9007199254740993", "a crate would round it"], ["5e-324", "the smallest double (appendix B)"], ["1.0", "a fraction of zero"], ["1e2", "an exponent"], ["1e400", "no double"], ["01", "a leading zero"]]) {
  canonical(`number ${number}`, why, number, refuse("json.invalid"));
}
for (const [name, given] of [["a name twice", '{"a":1,"a":1}'], ["a name twice, once escaped", '{"a":1,"\\u0061":2}'], ["a lone surrogate", '"\\ud800"'], ["a byte order mark", "\ufeff1"], ["two values", "1 2"], ["nothing", ""], ["a comma too many", "[1,]"], ["a comment", "1//"]]) {
  canonical(name, "two readers could differ on it", given, refuse("json.invalid"));
}
canonical("every control character", "short escapes where there are some, else lower-case hex", text(String.fromCharCode(...Array(33).keys(), 127)), '"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f \u007f"');

// Records. The run id follows from the terms, as docs/draw.md has it.
const sha = (of) => p.sha(of).toString("hex");
const subject = { id: "https://agent.example/a2a" };
const seed = "0f0e0d0c0b0a09080706050403020100";
const planned = (terms) => {
  const all = { method: "simple-evals:1", policy: "literal", seed: sha(seed), ...terms };
  const runId = sha(canonicalize({ entropy: "", plan: sha(canonicalize(all)), subject: subject.id }));
  return { runId, terms: all };
};
const record = (index, evaluator = key.did) => ({
  data: {
    attempts: [{ durationMs: 812, startMs: 0 }],
    committed: { answer: "95", rule: "number.answer", span: [14, 16] },
    compliance: "verbose",
    draw: { entropy: "", index, seed, variant: 0 },
    evaluator,
    expected: "95",
    latencyMs: 812,
    literal: { answer: "95", rule: "number.first", span: [14, 16] },
    outcome: "correct",
    questionId: "math:add:37+58",
    response: "The answer is 95.",
    score: 100,
    ...planned({ counts: { math: 100 } }),
  },
  fetchedAt: "2026-11-20T17:00:00.000Z",
  signalId: "simple-evals.math",
  sources: ["proofmark:simple-evals:1"],
  status: "ok",
  subject,
});
const bare = record(5);
const id = p.recordId(bare);
const signedBy = async (given, by = key, changes) => ({ ...given, proof: await p.signature(given, by, changes) });
const signed = await signedBy(bare);

add("id", "a record without proof", "the digest of the canonical bytes", "recordId", [text(bare)], id);
add("id", "the same, signed", "proof is no part of it", "recordId", [text(signed)], id);
add("id", "the same, canonical", "hashed as it stands", "recordId", [canonicalize(signed)], id);
for (const [name, given] of [["proof alone", { proof: 1 }], ["proof first", { proof: 1, z: 2 }], ["proof last", { a: 1, proof: 2 }], ["proof further in", { a: { proof: 1 }, b: 2 }], ["nothing", {}]]) {
  add("id", name, "only the member proof of the record itself is left out", "recordId", [canonicalize(given)], p.recordId(given));
}
add("id", "a leaf", "SHA-256(0x00 ‖ JCS of the id)", "leaf", [id], p.leafOf(id).toString("hex"));
add("id", "no object", "only an object has an id", "recordId", ["[1]"], refuse("json.invalid"));

// Keys.
add("key", "a key file", "a W3C Multikey of the 32 bytes", "keygen", [key.seed], key.file);
add("key", "the key of a key file", "its public half", "readKey", [text(key.file)], key.did);
const { "@context": _, ...plain } = key.file;
add("key", "a key file without context", "the context says nothing", "readKey", [text(plain)], key.did);
for (const [name, changes] of [["of another public key", { publicKeyMultibase: other.name }], ["of another id", { id: other.method }], ["of another controller", { controller: other.did }], ["of another secret", { secretKeyMultibase: other.file.secretKeyMultibase }], ["without secret", { secretKeyMultibase: undefined }], ["of another type", { type: "JsonWebKey" }], ["with more members", { expires: "2027-01-01T00:00:00Z" }], ["of another context", { "@context": CONTEXT }], ["whose context is null", { "@context": null }], ["whose secret is the public key", { secretKeyMultibase: key.name }]]) {
  add("key", `a key file ${name}`, "all members name one key, and there are no others", "readKey", [text({ ...key.file, ...changes })], refuse("key.file"));
}
add("key", "a key file that is no JSON", "the message shows none of it", "readKey", ["z3u2"], refuse("key.file"));
// The Data Integrity EdDSA Cryptosuites specification, appendix B, and the did:key specification.
add("key", "the key of the W3C test vectors", "a published key", "publicKey", ["did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2"], "b00d8d938e7f773d51565aad36a623f5344f7f5d1960f9cf3e8e12620ea2810f");
for (const [name, did] of [["X25519", "did:key:z6LSeu9HkTHSfLLeUs2nnzUSNedgDUevfNQgQjQC23ZCit6F"], ["secp256k1", "did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme"], ["P-256", "did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169"], ["P-384", "did:key:z82Lm1MpAkeJcix9K8TMiLd5NMAhnwkjjCBeWHXyu3U4oT2MVJJKXkcVBgjGhnLBn2Kaau9"]]) {
  add("key", `a key of ${name}`, "a published did:key of another kind", "publicKey", [did], refuse("key.unsupported"));
}
const y = (first, last = 0, middle = 0) => `did:key:${p.multibase([0xed, 1, first, ...Array(30).fill(middle), last])}`;
for (const [name, did] of [["did:web", "did:web:example.com"], ["no did", key.name], ["a fragment", key.method], ["another base", key.did.replace(":z", ":u")], ["a character that base58 lacks", key.did.replace(/.$/, "0")], ["a byte too few", `did:key:${p.multibase([0xed, 1, ...key.bytes.slice(1)])}`], ["the neutral element", y(1)], ["a point of order 4", y(0)], ["a point of order 2", y(0xec, 0x7f, 0xff)], ["y above p", y(0xf0, 0x7f, 0xff)], ["no point", y(2)]]) {
  add("key", `not a key: ${name}`, "a key has one name, and is not of small order", "publicKey", [did], refuse("key.invalid"));
}

// Signatures.
add("signature", "sign", "eddsa-jcs-2022 is deterministic", "sign", [bare, key.seed, "2026-11-20T17:00:01Z"], signed);
add("signature", "sign without a time", "created is optional", "sign", [bare, key.seed, null], await signedBy(bare, key, { created: undefined }));
add("signature", "sign with a context", "the proof names the record's context", "sign", [{ ...bare, "@context": [CONTEXT] }, key.seed, null], await signedBy({ ...bare, "@context": [CONTEXT] }, key, { created: undefined }));
add("signature", "sign as another", "the key is the evaluator's", "sign", [bare, other.seed, null], refuse("proof.evaluator"));
add("signature", "sign for nobody", "data.evaluator is required", "sign", [{ ...bare, data: { ...bare.data, evaluator: undefined } }, key.seed, null].map((v) => JSON.parse(text(v))), refuse("proof.evaluator"));
add("signature", "sign at no time", "created is a time with its offset", "sign", [bare, key.seed, "yesterday"], refuse("proof.invalid"));
add("signature", "sign twice", "one signature says it all", "sign", [signed, key.seed, null], refuse("proof.duplicate"));

const check = (name, why, given, expect) => add("check", name, why, "check", [typeof given === "string" ? given : text(given)], expect);
const shows = (given, more) => ({ id: p.recordId(given), logged: null, signed: null, ...more });
const good = { signed: key.did };
check("unsigned", "evidence of nothing", bare, shows(bare, {}));
check("signed", "the evaluator's signature", signed, shows(bare, good));
check("signed, spaced", "spacing is no part of the value", JSON.stringify(signed, null, 2), shows(bare, good));
check("signed, in another order", "the order of members is no part of the value", text(Object.fromEntries(Object.entries(signed).reverse())), shows(bare, good));
check("signed, escaped otherwise", "escapes are no part of the value", text(signed).replace("The", "\\u0054he"), shows(bare, good));
check("in an array", "proof may be an array", { ...bare, proof: [signed.proof] }, shows(bare, good));
for (const context of [CONTEXT, [CONTEXT]]) {
  const given = { ...bare, "@context": context };
  const name = Array.isArray(context) ? "an array" : "text";
  check(`context as ${name}`, "the one context, in record and proof", await signedBy(given), shows(given, good));
  check(`context as ${name}, in the record alone`, "the record's is signed with it", await signedBy(given, key, { "@context": undefined }), shows(given, good));
  const turned = Array.isArray(context) ? CONTEXT : [CONTEXT];
  check(`context as ${name}, in the proof otherwise`, "the proof's is the record's own", await signedBy(given, key, { "@context": turned }), refuse("proof.context"));
}
for (const context of ["https://w3id.org/security/data-integrity/v1", [], [CONTEXT, CONTEXT], null, { a: 1 }]) {
  check(`context ${text(context)}`, "no context but the one", await signedBy({ ...bare, "@context": context }), refuse("proof.context"));
}
check("context in the proof alone", "the record has to have it too", await signedBy(bare, key, { "@context": CONTEXT }), refuse("proof.context"));
for (const created of ["2026-11-20T17:00:01.000Z", "2024-02-29T00:00:00Z", "2026-11-20T12:00:01.5-05:00"]) {
  check(`created ${created}`, "a time with its offset", await signedBy(bare, key, { created }), shows(bare, good));
}
for (const created of ["2026-11-20T17:00:01", "2026-11-20t17:00:01z", "2026-02-29T00:00:00Z", null]) {
  check(`created ${text(created)}`, "no time with its offset", await signedBy(bare, key, { created }), refuse("proof.invalid"));
}
for (const [member, value] of [["type", "Ed25519Signature2020"], ["cryptosuite", "eddsa-rdfc-2022"], ["cryptosuite", "ecdsa-jcs-2019"], ["proofPurpose", "authentication"]]) {
  check(`${member} ${value}`, "the one that is checked, even where the signature fits", await signedBy(bare, key, { [member]: value }), refuse("proof.unsupported"));
}
for (const member of ["expires", "domain", "x"]) {
  check(`with ${member}`, "a member that would not be obeyed is refused", await signedBy(bare, key, { [member]: "1" }), refuse("proof.invalid"));
}
for (const member of ["type", "cryptosuite", "proofPurpose", "verificationMethod"]) {
  check(`without ${member}`, "a required member", await signedBy(bare, key, { [member]: undefined }), refuse("proof.invalid"));
}
for (const [name, method, code] of [["without fragment", key.did, "key.invalid"], ["with another fragment", `${key.did}#${other.name}`, "key.invalid"], ["of another key", other.method, "proof.evaluator"], ["of X25519", "did:key:z6LSeu9HkTHSfLLeUs2nnzUSNedgDUevfNQgQjQC23ZCit6F#z6LSeu9HkTHSfLLeUs2nnzUSNedgDUevfNQgQjQC23ZCit6F", "key.unsupported"]]) {
  check(`a method ${name}`, "did:key:KEY#KEY of the evaluator", await signedBy(bare, key, { verificationMethod: method }), refuse(code));
}
check("signed by another, who says so", "the signer is the evaluator", await signedBy(bare, other), refuse("proof.evaluator"));
check("signed by another, who does not say so", "the signature has to fit the key", await signedBy(bare, other, { verificationMethod: key.method }), refuse("proof.signature"));
const nobody = clone(bare);
delete nobody.data.evaluator;
check("signed for nobody", "data.evaluator is required", await signedBy(nobody), refuse("proof.evaluator"));
check("unsigned for nobody", "without proof it is not", nobody, shows(nobody, {}));
check("a proof of another record", "a signature covers one record", { ...record(6), proof: signed.proof }, refuse("proof.signature"));
check("a changed answer", "the record is signed", text(signed).replace('"95","latency', '"96","latency'), refuse("proof.signature"));
check("a changed time", "the options are signed", text(signed).replace("17:00:01Z", "17:00:02Z"), refuse("proof.signature"));
check("a removed time", "the options are signed", { ...bare, proof: { ...signed.proof, created: undefined } }, refuse("proof.signature"));
check("two signatures", "one signature says it all", { ...bare, proof: [signed.proof, await p.signature(bare, key, { created: undefined })] }, refuse("proof.duplicate"));
check("one signature twice", "a repetition proves nothing", { ...bare, proof: [signed.proof, signed.proof] }, refuse("proof.duplicate"));
for (const [name, proof] of [["null", null], ["an empty array", []], ["text", "z"], ["an empty object", {}], ["an array in an array", [[signed.proof]]]]) {
  check(`proof: ${name}`, "an element, or an array of them", { ...bare, proof }, refuse("proof.invalid"));
}
check("a repeated member", "JSON with a name twice is refused", text(signed).replace('"score":100', '"score":100,"score":100'), refuse("json.invalid"));
check("another notation of a number", "100.0 is not 100", text(signed).replace('"score":100', '"score":100.0'), refuse("json.invalid"));
const value = signed.proof.proofValue;
const bytes = Buffer.concat([await key.sign(Buffer.from("x"))]);
for (const [name, proofValue] of [["in another base", `u${value.slice(1)}`], ["of 63 bytes", p.multibase(bytes.subarray(1).fill(9, 0, 1))], ["of 65 bytes", p.multibase([9, ...bytes])], ["with a leading 1", `z1${value.slice(1)}`], ["empty", ""], ["null", null]]) {
  check(`a proofValue ${name}`, "z and 64 bytes in base58btc", { ...bare, proof: { ...signed.proof, proofValue } }, refuse("proof.invalid"));
}
{
  // S + L is the same scalar in another form: RFC 8032, section 5.1.7, refuses it.
  const L = 2n ** 252n + 27742317777372353535851937790883648493n;
  const raw = Buffer.from(await (async () => {
    const { proofValue: _, ...options } = signed.proof;
    return key.sign(Buffer.concat([p.sha(canonicalize(options)), Buffer.from(id, "hex")]));
  })());
  const s = BigInt(`0x${Buffer.from(raw.subarray(32)).reverse().toString("hex")}`) + L;
  const moved = Buffer.concat([raw.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse()]);
  check("a signature with S above L", "one signature has one form", { ...bare, proof: { ...signed.proof, proofValue: p.multibase(moved) } }, refuse("proof.signature"));
  const small = Buffer.concat([Buffer.from([1, ...Array(31).fill(0)]), raw.subarray(32)]);
  check("a signature with R of small order", "the strict rules", { ...bare, proof: { ...signed.proof, proofValue: p.multibase(small) } }, refuse("proof.signature"));
}

// The log.
const records = Array.from({ length: 11 }, (_, index) => record(index));
const ids = records.map(p.recordId);
const hexOf = (given) => p.root(given).toString("hex");
for (const size of [0, 1, 2, 3, 7, 8, 11]) {
  add("log", `the root of ${size}`, "RFC 9162, section 2.1.1", "log", [ids.slice(0, size)], { root: hexOf(ids.slice(0, size)), size });
}
const note = await p.checkpoint(key, "run-1", 11, p.root(ids));
const origin = `proofmark/${key.name}/run-1`;
const head = { origin, root: hexOf(ids), signatures: 1, signer: key.did, size: 11 };
add("log", "a checkpoint", "a signed note of three lines", "checkpoint", [key.seed, "run-1", 11, hexOf(ids)], note);
for (const name of ["", "a b", "a+b", "a/b", "é", "a\n", "x".repeat(129)]) {
  add("log", `a log called ${text(name.slice(0, 9))}`, "1 to 128 plain characters", "checkpoint", [key.seed, name, 11, hexOf(ids)], refuse("log.name"));
}
const opens = (name, why, given, expect) => add("checkpoint", name, why, "openCheckpoint", [given], expect);
opens("a checkpoint", "the key that the origin names has signed", note, head);
const empty = await p.checkpoint(key, "run-1", 0, p.root([]));
opens("of an empty log", "size 0 has the digest of nothing", empty, { ...head, root: hexOf([]), size: 0 });
const body = note.slice(0, note.indexOf("\n\n") + 1);
const witness = await p.noteLine(body, "witness.example", other);
opens("with a witness", "signatures of unknown keys are passed over", note + witness, { ...head, signatures: 2 });
opens("witnesses alone", "the owner's signature is required", `${body}\n${witness}`, refuse("log.signature"));
opens("signed under another name", "the key's name is the origin", `${body}\n${await p.noteLine(body, "run-1", key)}`, refuse("log.signature"));
opens("signed by another", "the origin names the key", `${body}\n${await p.noteLine(body, origin, other)}`, refuse("log.signature"));
opens("signed twice, once wrongly", "every signature of the owner has to fit", note + await p.noteLine("x\n", origin, key), refuse("log.signature"));
opens("of another size", "the size is signed", note.replace("\n11\n", "\n12\n"), refuse("log.signature"));
opens("of 17 signatures", "at most 16 are read", note + witness.repeat(16), refuse("log.note"));
opens("of 16 signatures", "16 are read", note + witness.repeat(15), { ...head, signatures: 16 });
for (const [name, given] of [["without signature", body], ["without its last line feed", note.slice(0, -1)], ["with an empty line at its end", `${note}\n`], ["with CR LF", note.replaceAll("\n", "\r\n")], ["with a hyphen for the dash", note.replace("— ", "- ")], ["with loose base64", note.replace(/=?\n$/, "\n")], ["with base64 of another form", note.replace(/(.)=\n$/, (_, c) => `${String.fromCharCode(c.charCodeAt(0) + 1)}=\n`)], ["with a tab", note.replace("run-1", "run\t1")], ["empty", ""]]) {
  opens(`a note ${name}`, "https://c2sp.org/signed-note", given, refuse("log.note"));
}
const resign = async (changed, name = origin) => `${changed}\n${await p.noteLine(changed, name, key)}`;
for (const [name, changed] of [["with an extension line", `${body}x\n`], ["without a root", body.replace(/\n[^\n]+\n$/, "\n")], ["with a size of 011", body.replace("\n11\n", "\n011\n")], ["with a size of +11", body.replace("\n11\n", "\n+11\n")], ["with a size above 2^53", body.replace("\n11\n", "\n9007199254740992\n")], ["with a short root", body.replace(/\n[^\n]+\n$/, "\nAAAA\n")]]) {
  opens(`a signed note ${name}`, "https://c2sp.org/tlog-checkpoint, without extensions", await resign(changed), refuse("log.checkpoint"));
}
const foreign = await p.checkpoint(key, "", 11, p.root(ids), "log.example/1");
opens("of another origin", "an origin of ours names its key", foreign, refuse("log.checkpoint"));
const largest = await p.checkpoint(key, "a", Number.MAX_SAFE_INTEGER, p.root(ids));
opens("of the largest size", "2^53 - 1 is a safe integer", largest, { ...head, origin: `proofmark/${key.name}/a`, size: Number.MAX_SAFE_INTEGER });
opens("of a log whose name is none", "an origin has a name that a log of ours can have", await p.checkpoint(key, "é", 11, p.root(ids)), refuse("log.name"));
const keyId = Buffer.from(witness.trim().split(" ").at(-1), "base64").subarray(0, 4);
opens("with a signature of no bytes", "a key id alone signs nothing", `${note}— witness.example ${keyId.toString("base64")}\n`, refuse("log.note"));

const logged = (index, of = ids, under = note) => ({ ...records[index], proof: p.inclusion(of, index, under) });
for (const index of [0, 5, 10]) {
  check(`included at ${index}`, "a path from the leaf to the checkpoint's root", logged(index), shows(records[index], { logged: { index, origin, signer: key.did, size: 11 } }));
  add("log", `include ${index}`, "the path of RFC 9162, section 2.1.3.1", "include", [records[index], ids, index, note], logged(index));
}
check("signed and included", "one of each type", { ...bare, proof: [signed.proof, logged(5).proof] }, shows(bare, { ...good, logged: { index: 5, origin, signer: key.did, size: 11 } }));
check("a log of one", "its path is empty", logged(0, ids.slice(0, 1), await p.checkpoint(key, "run-1", 1, p.root(ids.slice(0, 1)))), shows(records[0], { logged: { index: 0, origin, signer: key.did, size: 1 } }));
const inclusion = logged(5).proof;
const included = (name, why, changes, code = "log.inclusion") => check(name, why, { ...bare, proof: { ...inclusion, ...changes } }, refuse(code));
included("at another place", "the place is proven too", { index: 4 });
included("beyond the log", "the place is below the size", { index: 11 });
included("in a smaller tree", "treeSize is the checkpoint's", { treeSize: 10 });
included("by a shorter path", "one sibling for each level", { path: inclusion.path.slice(1) });
included("by a longer path", "and no more", { path: [...inclusion.path, id] });
included("by another path", "the root has to come out", { path: inclusion.path.toReversed() });
included("by upper-case hex", "a digest has one form", { path: inclusion.path.map((h) => h.toUpperCase()) }, "proof.invalid");
included("at a negative place", "a count", { index: -1 }, "proof.invalid");
included("at null", "null is not absence", { index: null }, "proof.invalid");
included("with a time", "a member of another type", { created: "2026-11-20T17:00:01Z" }, "proof.invalid");
included("without checkpoint", "a required member", { checkpoint: undefined }, "proof.invalid");
included("under a witnessed checkpoint", "a record's checkpoint is signed once: other signatures could be changed unnoticed", { checkpoint: note + witness }, "proof.invalid");
included("under an old checkpoint", "the record was not yet in the log", { checkpoint: await p.checkpoint(key, "run-1", 5, p.root(ids.slice(0, 5))), treeSize: 5 });
const fork = ids.with(5, p.recordId(record(99)));
included("under a forked checkpoint", "another log of the same size", { checkpoint: await p.checkpoint(key, "run-1", 11, p.root(fork)) });
included("under another evaluator's checkpoint", "its owner is the record's evaluator", { checkpoint: await p.checkpoint(other, "run-1", 11, p.root(ids)) }, "proof.evaluator");
included("under a checkpoint in another's name", "the origin's key has to sign", { checkpoint: await p.checkpoint(other, "run-1", 11, p.root(ids), origin) }, "log.signature");
check("another record's inclusion", "a leaf is one record", { ...record(6), proof: inclusion }, refuse("log.inclusion"));
check("a changed record under a checkpoint", "a leaf is one record", text(logged(5)).replace('"score":100', '"score":0'), refuse("log.inclusion"));
check("two inclusions", "one proof says it all", { ...bare, proof: [inclusion, inclusion] }, refuse("proof.duplicate"));

for (const [old, size] of [[1, 2], [3, 7], [4, 7], [6, 8], [7, 11], [8, 11], [11, 11]]) {
  const proof = p.consistency(ids.slice(0, size), old).map((hash) => hash.toString("hex"));
  const [before, after] = [await p.checkpoint(key, "run-1", old, p.root(ids.slice(0, old))), await p.checkpoint(key, "run-1", size, p.root(ids.slice(0, size)))];
  add("consistency", `from ${old} to ${size}`, "RFC 9162, section 2.1.4.1", "consistency", [ids.slice(0, size), old], proof);
  add("consistency", `${old} grew to ${size}`, "RFC 9162, section 2.1.4.2", "checkConsistency", [before, after, proof], true);
}
const older = await p.checkpoint(key, "run-1", 7, p.root(ids.slice(0, 7)));
const grown = p.consistency(ids, 7).map((hash) => hash.toString("hex"));
const consistent = (name, why, args) => add("consistency", name, why, "checkConsistency", args, refuse("log.consistency"));
consistent("an older log that is larger", "a log only grows", [note, older, grown]);
consistent("a log that forgot", "the old records are there no more", [await p.checkpoint(key, "run-1", 7, p.root(ids.slice(1, 8))), note, grown]);
consistent("a forked log", "one size has one root", [note, await p.checkpoint(key, "run-1", 11, p.root(fork)), []]);
consistent("a log that changed a record", "the old root does not come out", [older, await p.checkpoint(key, "run-1", 11, p.root(fork)), p.consistency(fork, 7).map((hash) => hash.toString("hex"))]);
consistent("two logs", "consistency is of one origin", [await p.checkpoint(key, "run-2", 7, p.root(ids.slice(0, 7))), note, grown]);
consistent("a proof that is cut short", "the new root does not come out", [older, note, grown.slice(0, -1)]);
consistent("a proof too long", "nothing is left over", [older, note, [...grown, id]]);
consistent("a proof of what needs none", "nothing is left over", [note, note, [id]]);
add("consistency", "from an empty log", "every log begins empty", "checkConsistency", [empty, note, []], true);

// Withholding.
const salts = Array.from({ length: 8 }, (_, i) => `${i}`.repeat(32));
const hide = (given, pointers) => {
  const [hidden, openings] = [clone(given), []];
  for (const pointer of pointers) {
    const names = pointer.slice(1).split("/");
    const parent = names.slice(0, -1).reduce((at, name) => at[name], hidden);
    const opened = parent[names.at(-1)];
    openings.push({ pointer, salt: salts[openings.length], type: "opening", value: opened });
    parent[names.at(-1)] = p.commitment(openings.at(-1).salt, pointer, opened);
  }
  return { openings: openings.map((o) => ({ pointer: o.pointer, record: p.recordId(hidden), salt: o.salt, type: o.type, value: o.value })), record: hidden };
};
const response = ["/data/response", "/data/literal/answer", "/data/literal/span", "/data/committed/answer", "/data/committed/span"];
const unsigned = (name, why, args, expect) => add("withhold", name, why, "withhold", args, expect);
const hidden = hide(bare, response);
unsigned("the reply", "both readings' answers and spans go with it", [bare, ["/data/response"], "public", salts], hidden);
const science = clone(bare);
Object.assign(science, { signalId: "simple-evals.science" });
Object.assign(science.data, { choiceOrder: [2, 0, 3, 1], expected: "B", questionId: "science:q-17" });
Object.assign(science.data, planned({ bank: { id: "sample", root: "5e".repeat(32) }, counts: { science: 100 } }));
const answer = ["/data/expected", "/data/choiceOrder", "/data/draw/seed"];
unsigned("reply and right answer", "in the order asked for; the order of the options, and the seed that draws it, go with the answer", [science, ["/data/response", "/data/expected"], "private", salts], hide(science, [...response, ...answer]));
unsigned("the right answer where the reply stays", "the outcome says whether the reply is right", [science, ["/data/expected"], "private", salts], refuse("withhold.given-away"));
unsigned("the seed", "records of one run share it", [bare, ["/data/draw/seed"], "public", salts], hide(bare, ["/data/draw/seed"]));
unsigned("the right answer, and the seed by name", "it goes with the answer anyway", [science, ["/data/response", "/data/draw/seed", "/data/expected"], "private", salts], hide(science, [...response, "/data/draw/seed", "/data/expected", "/data/choiceOrder"]));
const guessed = clone(science);
guessed.data.draw.seed = "monday";
unsigned("a seed that can be guessed", "the terms commit to it without a salt", [guessed, ["/data/draw/seed"], "private", salts], refuse("withhold.given-away"));
unsigned("the right answer under a seed that can be guessed", "the seed draws the order", [guessed, ["/data/response", "/data/expected"], "private", salts], refuse("withhold.given-away"));
const failed = clone(bare);
for (const name of ["response", "literal", "committed", "compliance"]) delete failed.data[name];
unsigned("the reply of a failed exchange", "there is nothing to withhold", [failed, ["/data/response"], "public", salts], { openings: [], record: failed });
const unanswered = clone(science);
for (const name of ["response", "literal", "committed", "compliance"]) delete unanswered.data[name];
unsigned("the right answer of a failed exchange", "there is no reply to judge it by", [unanswered, ["/data/expected"], "private", salts], hide(unanswered, answer));
unsigned("nothing", "the record as it was", [bare, [], "public", []], { openings: [], record: bare });
unsigned("the right answer of a sum", "the id gives it away", [bare, ["/data/expected"], "public", salts], refuse("withhold.given-away"));
for (const pointer of ["/data/score", "/data/literal/answer", "/data/choiceOrder", "data/response", "", "/data/response/"]) {
  unsigned(`at ${text(pointer)}`, "reply and right answer alone can be withheld", [science, [pointer], "private", salts], refuse("withhold.refused"));
}
unsigned("a signed record", "the signature is over the withheld form", [signed, ["/data/response"], "public", salts], refuse("withhold.refused"));
unsigned("what is withheld already", "once is enough", [hidden.record, ["/data/response"], "public", salts], refuse("withhold.refused"));
unsigned("one pointer twice", "once is enough", [bare, ["/data/response", "/data/response"], "public", salts], refuse("withhold.refused"));
unsigned("with too few salts", "each value has a salt of its own", [bare, ["/data/response"], "public", salts.slice(4)], refuse("withhold.salt"));
unsigned("with one salt twice", "each value has a salt of its own", [bare, ["/data/response"], "public", [salts[0], ...salts]], refuse("withhold.salt"));
const opening = (name, why, openings, expect, given = hidden.record) => add("opening", name, why, "open", [given, openings], expect);
const spans = hidden.openings.filter(({ pointer }) => pointer !== "/data/literal/span");
opening("all of them", "the record as it was", hidden.openings, bare);
opening("all of a signed record", "proofs stay, and are over the withheld form", hidden.openings, { ...bare, proof: (await signedBy(hidden.record)).proof }, await signedBy(hidden.record));
opening("one of them", "the others stay withheld", [hidden.openings[0]], { ...hidden.record, data: { ...hidden.record.data, response: bare.data.response } });
opening("none", "the record as it is", [], hidden.record);
opening("of another value", "the digest has to fit", [{ ...hidden.openings[0], value: "95" }], refuse("opening.digest"));
opening("with another salt", "the digest has to fit", [{ ...hidden.openings[0], salt: salts[1] }], refuse("opening.digest"));
opening("at another pointer", "a value is withheld for one place", [{ ...spans[1], pointer: "/data/literal/answer" }, { ...hidden.openings[1], pointer: "/data/committed/span" }], refuse("opening.digest"));
opening("of another record", "an opening names its record", [{ ...hidden.openings[0], record: id }], refuse("opening.record"));
opening("of what is open", "there is nothing withheld", [{ ...hidden.openings[0], pointer: "/data/score" }], refuse("opening.pointer"));
opening("of what is absent", "there is nothing withheld", [{ ...hidden.openings[0], pointer: "/data/x" }], refuse("opening.pointer"));
opening("twice", "it is open already", [hidden.openings[0], hidden.openings[0]], refuse("opening.pointer"));
opening("with a short salt", "128 bits in hex", [{ ...hidden.openings[0], salt: "00" }], refuse("opening.salt"));
opening("with an upper-case salt", "a salt has one form", [{ ...hidden.openings[0], salt: "A".repeat(32) }], refuse("opening.salt"));
check("withheld and signed", "id and signature are over the withheld form", await signedBy(hidden.record), shows(hidden.record, good));
check("opened in place", "an opened record is another record", { ...(await signedBy(hidden.record)), data: bare.data }, refuse("proof.signature"));
const former = ["https://w3id.org/security/data-integrity/v1"];
check(`context ${text(former)}`, "an array holds no other context than a text does", await signedBy({ ...bare, "@context": former }), refuse("proof.context"));

// Trust.
const entry = { did: key.did, name: "Acme Evals", from: "2026-01-01T00:00:00Z", until: "2027-01-01T00:00:00.000Z" };
const trust = (name, why, keys, at, expect, did = key.did) => add("trust", name, why, "trust", [typeof keys === "string" ? keys : text({ keys }), did, at], expect);
const now = "2026-11-20T17:00:00.000Z";
trust("within its dates", "the key is believed", [entry], now, { name: "Acme Evals", standing: "trusted" });
trust("at its first instant", "from is included", [entry], "2026-01-01T00:00:00.000Z", { name: "Acme Evals", standing: "trusted" });
trust("before", "the key was not believed yet", [entry], "2025-12-31T23:59:59.999Z", { name: "Acme Evals", standing: "outside-dates" });
trust("at its end", "until is not included", [entry], "2027-01-01T00:00:00.000Z", { name: "Acme Evals", standing: "outside-dates" });
trust("without dates", "believed at all times", [{ did: key.did, name: "A" }], now, { name: "A", standing: "trusted" });
trust("another key", "not listed", [entry], now, { name: null, standing: "unknown" }, other.did);
trust("no keys", "nobody is believed", [], now, { name: null, standing: "unknown" });
for (const [name, keys] of [["no JSON", "keys"], ["no object", "[]"], ["an unknown member", text({ keys: [{ ...entry, note: "" }] })], ["an unknown member outside", text({ keys: [], version: 1 })], ["no name", text({ keys: [{ did: key.did }] })], ["a name twice", '{"keys":[],"keys":[]}'], ["an empty name", [{ ...entry, name: "" }]], ["a name with a line feed", [{ ...entry, name: "a\nb" }]], ["a padded name", [{ ...entry, name: " a" }]], ["a key twice", [entry, { ...entry, from: undefined }]], ["a date", [{ ...entry, from: "2026-01-01" }]], ["a date that is null", [{ ...entry, from: null }]], ["a zone", [{ ...entry, from: "2026-01-01T00:00:00+01:00" }]], ["no such day", [{ ...entry, from: "2026-02-30T00:00:00Z" }]], ["an end before its start", [{ ...entry, until: "2025-01-01T00:00:00Z" }]], ["no time at all", [{ ...entry, until: entry.from }]]]) {
  trust(`refused: ${name}`, "a trust file has one form", keys, now, refuse("trust.invalid"));
}
trust("refused: a key of another kind", "ed25519 alone", [{ ...entry, did: "did:key:z6LSeu9HkTHSfLLeUs2nnzUSNedgDUevfNQgQjQC23ZCit6F" }], now, refuse("key.unsupported"));
trust("refused: no key", "a did:key", [{ ...entry, did: "did:web:example.com" }], now, refuse("key.invalid"));
trust("a name of 200 bytes", "the longest there is", [{ did: key.did, name: "x".repeat(200) }], now, { name: "x".repeat(200), standing: "trusted" });
trust("refused: a name of 201 bytes", "200 at the most", [{ did: key.did, name: "x".repeat(201) }], now, refuse("trust.invalid"));
trust("refused: a key that is a number", "what is wrong is the file, not the key", [{ did: 1, name: "A" }], now, refuse("trust.invalid"));

// Records that many cases are about.
const shared = { unsigned: bare, signed, science, withheld: hidden.record };
const isObject = (given) => given !== null && typeof given === "object" && !Array.isArray(given);
/** The merge patch from `from` to `to`. */
const patch = (from, to) => {
  if (!isObject(from) || !isObject(to)) return to;
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  const changed = [...names].filter((name) => text(from[name]) !== text(to[name]));
  return Object.fromEntries(changed.map((name) => [name, name in to ? patch(from[name], to[name]) : null]));
};
/** Returns the shortest way to write a value, of those that are read back to the letter. */
const share = (given) => {
  if (Array.isArray(given)) return given.map(share);
  const asText = typeof given === "string" && /^\{.*\}$/.test(given);
  if (!asText && !isObject(given)) return given;
  let whole;
  try {
    whole = asText ? JSON.parse(given) : given;
  } catch {
    return given;
  }
  const references = Object.entries(shared).map(([name, base]) => {
    const merge = patch(base, whole);
    return { [asText ? "$text" : "$"]: name, ...(Object.keys(merge).length > 0 && { merge }) };
  });
  const own = asText ? given : Object.fromEntries(Object.entries(given).map(([name, member]) => [name, share(member)]));
  const exact = references.filter((one) => text(resolve(one, shared)) === text(given));
  return exact.reduce((best, one) => (text(one).length < text(best).length ? one : best), own);
};

let count = 0;
for (const [file, plain] of Object.entries(files)) {
  const path = new URL(`${file}.json`, folder);
  const cases = JSON.parse(text(plain)).map(share);
  const used = Object.entries(shared).filter(([name]) => text(cases).includes(`:"${name}"`));
  const lines = used.map(([name, record]) => `${text(name)}: ${text(record)}`);
  const head = lines.length === 0 ? "" : `"shared": {\n${lines.join(",\n")}\n},\n`;
  const written = `{\n${head}"cases": [\n${cases.map(text).join(",\n")}\n]\n}\n`;
  if (process.argv[2] !== "--check") writeFileSync(path, written);
  else if (readFileSync(path, "utf8") !== written) throw new Error(`${file}.json is not what this script writes`);
  count += cases.length;
}
console.log(`${count} cases`);
