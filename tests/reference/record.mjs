// A second verifier of record files, written from docs/record.md and docs/proof.md alone and used only
// by the tests. The grade is recomputed by grade-step.mjs.
import { createHash, createPublicKey, verify as edVerify } from "node:crypto";
import { draw } from "./draw.mjs";
import { checkGrade } from "./grade-step.mjs";

export const sha = (...p) => { const h = createHash("sha256"); for (const x of p) h.update(x); return h.digest(); };
export const hexof = (b) => b.toString("hex");
class Bad extends Error { constructor(code, m) { super(`${code} ${m ?? ""}`); this.code = code; } }
const bad = (code, m) => { throw new Bad(code, m); };
// ---------- strict JSON (own parser) ----------
/** An object: names are kept as they are, and `__proto__` is one of them. */
export class Obj { constructor() { this.m = new Map(); } }
/** The value of strict JSON. A number in another notation is told of by `flag`, as what holds it says what fails. */
export function parse(s, flag = {}) {
  let i = 0;
  const inv = (w) => bad("json.invalid", w + " at " + i);
  const ws = () => { while (i < s.length && " \t\n\r".includes(s[i])) i++; };
  const str = () => {
    i++; let o = "";
    for (;;) {
      if (i >= s.length) inv("eos");
      const c = s[i];
      if (c === '"') { i++; break; }
      if (c < " ") inv("ctl");
      if (c === "\\") {
        const e = s[i + 1];
        const k = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }[e];
        if (k !== undefined) { o += k; i += 2; continue; }
        if (e !== "u") inv("esc");
        const h = s.slice(i + 2, i + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(h)) inv("hex");
        o += String.fromCharCode(parseInt(h, 16)); i += 6;
        const u = parseInt(h, 16);
        if (u >= 0xd800 && u < 0xdc00) {
          const r = /^\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(s.slice(i, i + 6));
          if (!r) inv("lone");
          o += String.fromCharCode(parseInt(r[1], 16)); i += 6;
        } else if (u >= 0xdc00 && u < 0xe000) inv("lone");
        continue;
      }
      o += c; i++;
    }
    return o;
  };
  const val = (d) => {
    ws();
    const c = s[i];
    if (c === "{" || c === "[") {
      if (d >= 127) inv("deep");
      i++; ws();
      if (c === "{") {
        const o = new Obj();
        if (s[i] === "}") { i++; return o; }
        for (;;) {
          ws(); if (s[i] !== '"') inv("name");
          const k = str(); if (o.m.has(k)) inv("twice");
          ws(); if (s[i] !== ":") inv("colon"); i++;
          o.m.set(k, val(d + 1)); ws();
          if (s[i] === ",") { i++; continue; }
          if (s[i] === "}") { i++; return o; }
          inv("obj");
        }
      }
      const a = [];
      if (s[i] === "]") { i++; return a; }
      for (;;) { a.push(val(d + 1)); ws(); if (s[i] === ",") { i++; continue; } if (s[i] === "]") { i++; return a; } inv("arr"); }
    }
    if (c === '"') return str();
    for (const [w, v] of [["null", null], ["true", true], ["false", false]]) if (s.startsWith(w, i)) { i += w.length; return v; }
    const n = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/.exec(s.slice(i));
    if (!n) inv("value");
    i += n[0].length;
    if (n[2] || n[3] || n[0] === "-0" || !Number.isSafeInteger(Number(n[0]))) { flag.number = true; return NaN; }
    return Number(n[0]);
  };
  const v = val(0); ws(); if (i !== s.length) inv("after");
  return v;
}
const q = (t) => JSON.stringify(t); // JCS strings = ES JSON.stringify
/** RFC 8785. */
export function jcs(v) {
  if (v instanceof Obj) return `{${[...v.m.keys()].sort().map((k) => `${q(k)}:${jcs(v.m.get(k))}`).join(",")}}`;
  if (Array.isArray(v)) return `[${v.map(jcs).join(",")}]`;
  return typeof v === "string" ? q(v) : String(v);
}
const without = (o, name) => { const r = new Obj(); for (const [k, v] of o.m) if (k !== name) r.m.set(k, v); return r; };
const clone = (v) => v instanceof Obj ? Object.assign(new Obj(), { m: new Map([...v.m].map(([k, x]) => [k, clone(x)])) }) : Array.isArray(v) ? v.map(clone) : v;
// ---------- schema ----------
const inv = (m) => bad("json.invalid", m), inc = (m) => bad("record.inconsistent", m);
const isObj = (v) => v instanceof Obj, isText = (v) => typeof v === "string";
const count = (v) => Number.isSafeInteger(v) && v >= 0;
const hex64 = (v) => isText(v) && /^[0-9a-f]{64}$/.test(v);
function only(o, req, opt = []) {
  if (!isObj(o)) inv("object");
  for (const k of o.m.keys()) if (!req.includes(k) && !opt.includes(k)) inv("member " + k);
  for (const k of req) if (!o.m.has(k)) inv("missing " + k);
  return (k) => o.m.get(k);
}
const is = (ok, m) => { if (!ok) inv(m); };
export function utc(t) {
  const m = isText(t) && /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z$/.exec(t);
  if (!m) return;
  const d = new Date(0); d.setUTCFullYear(+m[1], m[2] - 1, +m[3]); d.setUTCHours(+m[4], +m[5], +m[6], +m[7]);
  if (d.toISOString() !== t || d.getTime() < 0) return;
  return d.getTime();
}
const isWithheld = (v) => isObj(v) && v.m.size === 2 && v.m.get("withheld") === "sha-256" && hex64(v.m.get("digest"));
const maybe = (v, f, m) => { if (isObj(v)) { is(isWithheld(v), "withheld " + m); } else is(f(v), m); };
const RULES = new Set();
export const learnRules = (list) => list.forEach((r) => RULES.add(r));
const OUT = { correct: ["ok", 100], wrong: ["ok", 0], unparseable: ["ok", 0], empty: ["ok", 0], timeout: ["timeout", 0], missing: ["missing", 0], skipped: ["missing", null], "upstream-error": ["error", 0], error: ["error", 0] };
const GRADED = ["correct", "wrong", "unparseable", "empty"];
const order4 = (v) => Array.isArray(v) && v.length === 4 && [...v].sort().join() === "0,1,2,3";
const span2 = (v) => Array.isArray(v) && v.length === 2 && v.every(count);
function bankRef(b) { const g = only(b, ["id", "root"]); is(isText(g("id"))); is(hex64(g("root"))); }
const NAMES = ["agent", "endpoint", "model", "protocol", "registry", "tool"];
function subject(s) { const g = only(s, ["id"], NAMES); is(isText(g("id"))); for (const k of NAMES) is(g(k) === undefined || isText(g(k)), k); }
function served(s) {
  const g = only(s, [], ["card", "fingerprint", "model", "version"]);
  is(s.m.size > 0 && (g("card") === undefined || hex64(g("card"))), "served");
  for (const k of ["fingerprint", "model", "version"]) is(g(k) === undefined || isText(g(k)), k);
}
function family(id) {
  const m = /^math:(?:(add):([1-9]\d*)\+([1-9]\d*)|(sub):([1-9]\d*)-([1-9]\d*)|(mul):([1-9]\d*)x([1-9]\d*))$/.exec(id);
  if (m) {
    const [l, r] = [Number(m[2] ?? m[5] ?? m[8]), Number(m[3] ?? m[6] ?? m[9])];
    const within = (n, a, b) => n >= a && n <= b;
    if (m[1] ? within(l, 10, 100) && within(r, 10, 100) : m[4] ? within(l, 10, 100) && within(r, 1, 50) : within(l, 2, 12) && within(r, 2, 12)) return "math";
  } else if (/^science:[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) return "science";
  return undefined;
}
function termsShape(o) {
  const t = only(o, ["counts", "method", "policy", "seed"], ["bank", "entropySource", "request"]);
  if (t("bank") !== undefined) bankRef(t("bank"));
  const c = only(t("counts"), [], ["math", "science"]); for (const k of ["math", "science"]) is(c(k) === undefined || (count(c(k)) && c(k) > 0), k);
  is(t("entropySource") === undefined || isText(t("entropySource"))); is(isText(t("method")) && hex64(t("seed")));
  is(["literal", "committed"].includes(t("policy")));
  return t;
}
function termsHold(t, entropy) {
  if (!t("counts").m.size) inc("counts");
  if ((t("bank") !== undefined) !== t("counts").m.has("science")) inc("bank");
  if (t("entropySource") === "" || (t("entropySource") !== undefined) !== (entropy !== "")) inc("entropySource");
}
const planId = (terms) => hexof(sha(jcs(terms)));
const runId = (terms, subject, entropy) => hexof(sha(`{"entropy":${q(entropy)},"plan":"${planId(terms)}","subject":${q(subject)}}`));
function recordShape(r) {
  const g = only(r, ["data", "fetchedAt", "signalId", "sources", "status", "subject"], ["@context", "proof"]);
  const d = only(g("data"), ["attempts", "draw", "expected", "latencyMs", "outcome", "questionId", "runId", "score", "terms"],
    ["cause", "choiceOrder", "committed", "compliance", "evaluator", "literal", "response", "served", "sessionId", "usage"]);
  is(utc(g("fetchedAt")) !== undefined, "fetchedAt"); is(isText(g("signalId")));
  is(Array.isArray(g("sources")) && g("sources").every(isText), "sources");
  is(["ok", "missing", "timeout", "error", "stale"].includes(g("status")), "status"); subject(g("subject"));
  is(Array.isArray(d("attempts")), "attempts");
  for (const a of d("attempts")) { const x = only(a, ["durationMs", "startMs"], ["cause"]); is(count(x("durationMs")) && count(x("startMs")) && (x("cause") === undefined || isText(x("cause")))); }
  for (const k of ["cause", "evaluator"]) is(d(k) === undefined || isText(d(k)), k); is(d("sessionId") === undefined || hex64(d("sessionId")), "sessionId");
  if (d("choiceOrder") !== undefined) maybe(d("choiceOrder"), order4, "order");
  for (const k of ["literal", "committed"]) if (d(k) !== undefined) {
    const x = only(d(k), ["answer", "rule", "span"]);
    if (x("answer") !== null) maybe(x("answer"), isText); if (x("span") !== null) maybe(x("span"), span2);
    is(RULES.has(x("rule")), "rule");
  }
  is(d("compliance") === undefined || ["exact", "dressed", "verbose", "refused", "none"].includes(d("compliance")), "compliance");
  const w = only(d("draw"), ["entropy", "index", "seed", "variant"]);
  is(isText(w("entropy")) && count(w("index")) && count(w("variant")) && w("variant") < 2 ** 32, "draw"); maybe(w("seed"), isText);
  maybe(d("expected"), isText); is(count(d("latencyMs"))); is(d("outcome") in OUT, "outcome");
  is(isText(d("questionId"))); const t = termsShape(d("terms"));
  if (d("response") !== undefined) maybe(d("response"), (v) => isText(v) && Buffer.byteLength(v) <= 2 ** 21, "response");
  is(hex64(d("runId"))); is(d("score") === null || (count(d("score")) && d("score") < 256), "score");
  if (d("served") !== undefined) served(d("served"));
  if (d("usage") !== undefined) { const u = only(d("usage"), ["inputTokens", "outputTokens"]); is(count(u("inputTokens")) && count(u("outputTokens"))); }
  const fam = { "simple-evals.math": "math", "simple-evals.science": "science" }[g("signalId")] ?? inc("signalId");
  const f = family(d("questionId")) ?? bad("question.unknown-id");
  if (f !== fam) inc("family");
  termsHold(t, w("entropy"));
  if (w("index") >= (t("counts").m.get(f) ?? 0)) inc("index");
  if ((d("choiceOrder") !== undefined) !== (f === "science")) inc("science");
  const rep = GRADED.includes(d("outcome"));
  for (const k of ["response", "literal", "committed", "compliance"]) if ((d(k) !== undefined) !== rep) inc(k);
  if ((d("cause") !== undefined) === rep) inc("cause");
  return f;
}
const at = (r, p) => p.split("/").slice(1).reduce((v, k) => isObj(v) ? v.m.get(k) : undefined, r);
const GROUP = { "/data/response": ["/data/response", "/data/literal/answer", "/data/literal/span", "/data/committed/answer", "/data/committed/span"], "/data/expected": ["/data/expected", "/data/choiceOrder", "/data/draw/seed"], "/data/draw/seed": ["/data/draw/seed"] };
const PLACES = [...new Set(Object.values(GROUP).flat())];
function checkWithheld(r, isPublic) {
  const wh = (p) => isObj(at(r, p));
  const roots = Object.keys(GROUP).filter(wh);
  for (const p of PLACES) {
    if (at(r, p) === undefined) continue;
    const due = roots.some((root) => GROUP[root].includes(p));
    if (due !== wh(p)) inc("withheld " + p);
  }
  if (wh("/data/expected")) {
    const b = at(r, "/data/terms/bank");
    if (!at(r, "/data/choiceOrder") || isPublic(b)) inc("public answer");
    if (at(r, "/data/response") !== undefined && !wh("/data/response")) inc("reply");
  }
}
// ---------- keys, proofs ----------
const AL = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
function b58(t) {
  if (!isText(t) || !/^z[1-9A-HJ-NP-Za-km-z]*$/.test(t)) return;
  let n = 0n; for (const c of t.slice(1)) n = n * 58n + BigInt(AL.indexOf(c));
  const zeros = /^z(1*)/.exec(t)[1].length; let h = n ? n.toString(16) : ""; if (h.length % 2) h = "0" + h;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(h, "hex")]);
}
const keys = new Map();
function key(mb) {
  if (keys.has(mb)) return keys.get(mb);
  const b = b58(mb); let k;
  if (b && b.length === 34 && b[0] === 0xed && b[1] === 1) try { k = { raw: b.subarray(2), pub: createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: b.subarray(2).toString("base64url") }, format: "jwk" }) }; } catch {}
  keys.set(mb, k); return k;
}
const sigs = new Map();
function fits(k, msg, sig) { const c = hexof(sha(k.raw, sig, msg)); let v = sigs.get(c); if (v === undefined) { v = sig.length === 64 && edVerify(null, msg, k.pub, sig); sigs.set(c, v); } return v; }
const b64 = (t) => { const b = Buffer.from(t, "base64"); return /^[A-Za-z0-9+/]*={0,2}$/.test(t) && b.toString("base64") === t ? b : undefined; };
export function checkpoint(note) {
  for (const c of note) if (c < " " && c !== "\n") bad("log.note");
  const e = note.lastIndexOf("\n\n"); if (e < 0 || !note.endsWith("\n")) bad("log.note");
  const text = note.slice(0, e + 1), tail = note.slice(e + 2);
  if (tail === "") bad("log.note");
  const lines = tail.slice(0, -1).split("\n"); if (lines.length > 16) bad("log.note");
  const sl = lines.map((l) => { const m = /^— (\S+) (\S+)$/u.exec(l); const b = m && b64(m[2]); if (!b || b.length < 5 || m[1].includes("+") || /[\p{White_Space}]/u.test(m[1])) bad("log.note"); return { name: m[1], id: b.subarray(0, 4), sig: b.subarray(4) }; });
  const t = text.slice(0, -1).split("\n"); if (t.length !== 3) bad("log.checkpoint");
  const [origin, size, root] = t;
  if (!/^(0|[1-9]\d*)$/.test(size) || !Number.isSafeInteger(Number(size))) bad("log.checkpoint");
  const rb = b64(root); if (!rb || rb.length !== 32) bad("log.checkpoint");
  const m = /^proofmark\/([^/]*)\/(.*)$/.exec(origin) ?? bad("log.checkpoint"); if (!/^[\w.-]{1,128}$/.test(m[2])) bad("log.name");
  const k = key(m[1]); if (!k) bad("key.invalid");
  const kid = sha(origin, "\n\x01", k.raw).subarray(0, 4);
  const own = sl.filter((l) => l.name === origin && l.id.equals(kid));
  if (!own.length || !own.every((l) => fits(k, Buffer.from(text), l.sig))) bad("log.signature");
  return { origin, signer: `did:key:${m[1]}`, size: Number(size), root: rb, n: sl.length };
}
const CTX = "https://w3id.org/security/data-integrity/v2";
const okCtx = (c) => c === CTX || (Array.isArray(c) && c.length === 1 && c[0] === CTX);
/** A `dateTimeStamp`: the day exists, and there is no leap second. */
const stamp = (t) => { const m = isText(t) && /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:[0-5]\d)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(t); if (!m) return false; const d = new Date(`${m[1]}T${m[2]}.000Z`); return !Number.isNaN(d.getTime()) && d.toISOString() === `${m[1]}T${m[2]}.000Z`; };
/** The time of a record's signature, if its proofs have their form. */
function created(r) { if (!r.m.has("proof")) return; try { return proofs(r.m.get("proof")).sig?.e.m.get("created"); } catch (e) { if (!(e instanceof Bad)) throw e; } }
function proofs(p) { // form
  const list = Array.isArray(p) ? p : [p]; if (Array.isArray(p) && !p.length) bad("proof.invalid");
  const got = {};
  for (const e of list) {
    if (!isObj(e) || !isText(e.m.get("type"))) bad("proof.invalid");
    const t = e.m.get("type"), inv = () => bad("proof.invalid");
    const members = (req, opt = []) => { for (const k of e.m.keys()) if (!req.includes(k) && !opt.includes(k)) inv(); for (const k of req) if (!e.m.has(k)) inv(); };
    const g = (k) => e.m.get(k);
    if (t === "DataIntegrityProof") {
      members(["type", "cryptosuite", "proofPurpose", "verificationMethod", "proofValue"], ["created", "@context"]);
      for (const k of ["cryptosuite", "proofPurpose", "verificationMethod", "proofValue"]) if (!isText(g(k))) inv();
      if (g("created") !== undefined && !isText(g("created"))) inv();
      if (g("cryptosuite") !== "eddsa-jcs-2022" || g("proofPurpose") !== "assertionMethod") bad("proof.unsupported");
      const vm = /^did:key:([^#]*)#(.*)$/s.exec(g("verificationMethod"));
      const k = vm && vm[1] === vm[2] && key(vm[1]); if (!k) bad("key.invalid");
      if (e.m.has("@context") && !okCtx(g("@context"))) bad("proof.context");
      if (e.m.has("created") && !stamp(g("created"))) inv();
      const sig = b58(g("proofValue")); if (!sig || sig.length !== 64) inv();
      if (got.sig) bad("proof.duplicate"); got.sig = { e, k, did: "did:key:" + vm[1], sig };
    } else if (t === "MerkleInclusion") {
      members(["type", "index", "treeSize", "path", "checkpoint"]);
      if (!count(g("index")) || !count(g("treeSize")) || !Array.isArray(g("path")) || !g("path").every(hex64) || !isText(g("checkpoint"))) inv();
      if (got.inc) bad("proof.duplicate"); got.inc = e;
    } else bad("proof.unsupported");
  }
  return got;
}
const node = (a, b) => sha("\x01", a, b);
const PASS = { pass: true };
const skip = (reason) => ({ reason }); const fail = (code) => ({ code });
const tryStep = (f) => { try { f(); return PASS; } catch (e) { if (e instanceof Bad) return fail(e.code); throw e; } };
function ownProofs(r, id) {
  let sigA = skip("no signature covers the record"), incA = skip("no checkpoint covers the record");
  const ev = at(r, "/data/evaluator");
  if (!r.m.has("proof")) return [sigA, incA];
  let p; try { p = proofs(r.m.get("proof")); } catch (e) { if (!(e instanceof Bad)) throw e; return [fail(e.code), incA]; }
  if (p.inc) incA = tryStep(() => {
    const g = (k) => p.inc.m.get(k); const c = checkpoint(g("checkpoint"));
    if (c.n !== 1) bad("proof.invalid"); if (c.signer !== ev) bad("proof.evaluator");
    if (c.size !== g("treeSize") || g("index") >= c.size) bad("log.inclusion");
    let [h, place, last, rest] = [sha("\0", `{"id":"${hexof(id)}"}`), BigInt(g("index")), BigInt(c.size) - 1n, [...g("path")]];
    while (last > 0n) {
      if (!(place % 2n === 0n && place === last)) { if (!rest.length) bad("log.inclusion"); const s = Buffer.from(rest.shift(), "hex"); h = place % 2n ? node(s, h) : node(h, s); }
      place /= 2n; last /= 2n;
    }
    if (rest.length || !h.equals(c.root)) bad("log.inclusion");
  });
  if (p.sig) sigA = tryStep(() => {
    if (p.sig.did !== ev) bad("proof.evaluator");
    const c = p.sig.e.m.get("@context");
    if (c !== undefined && (!r.m.has("@context") || jcs(c) !== jcs(r.m.get("@context")))) bad("proof.context");
    if (!fits(p.sig.k, Buffer.concat([sha(jcs(without(p.sig.e, "proofValue"))), id]), p.sig.sig)) bad("proof.signature");
  }); else if (incA.pass) sigA = PASS;
  return [sigA, incA];
}
// ---------- log ----------
class Log { constructor() { this.n = 0; this.f = []; } add(l) { let h = l; for (let n = this.n; n & 1; n >>= 1) h = node(this.f.pop(), h); this.f.push(h); this.n++; } root() { return this.f.length ? this.f.reduceRight((r, l) => node(l, r)) : sha(); } }
// ---------- method steps ----------
const METHOD = "simple-evals:1";
const CAUSE = (c) => {
  const m = /^http\.(\d{3})$/.exec(c);
  if (m) { const n = +m[1]; if (n < 100 || n > 599) return; if (n === 404 || n === 410) return "missing"; return n === 402 || n === 429 || n >= 500 ? "upstream-error" : "error"; }
  if (/^rpc\.(0|-?[1-9]\d*)$/.test(c)) { const n = Number(c.slice(4)); return Number.isSafeInteger(n) ? "upstream-error" : undefined; }
  const t = { timeout: "timeout.connect timeout.headers timeout.body timeout.poll timeout.budget breaker.timeout", missing: "card.missing endpoint.unknown breaker.missing", skipped: "transport.unknown transport.off quota.spent",
    "upstream-error": "reply.filtered reply.error tool.error task.failed task.canceled task.rejected task.input-required",
    error: "network.refused network.reset network.dns network.tls network.unreachable address.refused redirect.refused redirect.too-many reply.too-large reply.encoding reply.not-json reply.not-protocol reply.no-text reply.truncated task.auth-required transport.failed aborted" };
  return Object.keys(t).find((k) => t[k].split(" ").includes(c));
};
/** `env` has banks, each `{ id, root, sizes, ids: { SCIENCE: [ID] }, all: Set of ids, items: Map of ids }`, manifests, which lack the items, reveals, openings and `isPublic` of a bank. */
function byMethod(r, env) {
  const g = (p) => at(r, p); const fam = family(g("/data/questionId"));
  if (g("/data/terms/method") !== METHOD) { const s = skip("the method is not one that this version can check"); return [s, s, s]; }
  const b = fam === "science" ? g("/data/terms/bank") : undefined; let known, wrong;
  if (b) {
    const same = (x) => x.id === b.m.get("id") && x.root === b.m.get("root");
    const man = env.manifests.find(same);
    if (!man && env.manifests.length && !env.isPublic(b)) wrong = "bank.wrong-manifest";
    else { known = env.banks.find(same) ?? env.reveals.find((x) => same(x) && x.items.has(g("/data/questionId"))) ?? man; if (!env.banks.find(same)) { const other = env.reveals.find((x) => x.items.has(g("/data/questionId")) && !same(x)); if (other && !env.reveals.find((x) => same(x) && x.items.has(g("/data/questionId")))) { wrong = "bank.wrong-manifest"; known = undefined; } } }
  }
  const id = g("/data/questionId");
  // draw
  const drawStep = () => {
    const seed = g("/data/draw/seed"); if (isObj(seed)) return skip("the seed is withheld");
    if (hexof(sha(seed)) !== g("/data/terms/seed")) return fail("draw.seed");
    if (fam === "science" && !known) return skip("the bank is not at hand");
    const idx = g("/data/draw/index");
    const d = draw({ seed, entropy: g("/data/draw/entropy"), subject: g("/subject/id"), family: fam }, idx, known?.sizes);
    const want = fam === "math" ? d.questionId : known.ids[d.science][d.item];
    if (want !== id) return fail("draw.question");
    if (d.variant !== g("/data/draw/variant")) return fail("draw.variant");
    if (fam === "science") { const o = g("/data/choiceOrder"); if (isObj(o)) return skip("the order of the options is withheld"); if (o.join() !== d.choiceOrder.join()) return fail("draw.order"); }
    return PASS;
  };
  const bankStep = () => wrong ? fail(wrong) : fam === "math" ? skip("the question comes from no bank") : !known ? skip("the bank is not at hand") : known.all.has(id) ? PASS : fail("bank.unknown-item");
  const gradeStep = () => {
    const outcome = g("/data/outcome"), cause = g("/data/cause");
    if (cause !== undefined && CAUSE(cause) !== outcome) return fail("grade.cause");
    if (g("/data/score") !== OUT[outcome][1]) return fail("grade.score");
    const st = g("/status"); if (st !== OUT[outcome][0] && !(st === "stale" && OUT[outcome][0] === "ok")) return fail("grade.status");
    const whNow = PLACES.filter((p) => isObj(g(p)));
    const why = () => whNow.includes("/data/response") ? "the reply is withheld" : whNow.some((p) => p.includes("literal") || p.includes("committed")) ? "a part of a reading is withheld" : whNow.includes("/data/expected") ? "the right answer is withheld" : whNow.includes("/data/choiceOrder") ? "the order of the options is withheld" : undefined;
    let right, question;
    if (fam === "math") { const m = /:(\d+)([+x-])(\d+)$/.exec(id); right = String({ "+": +m[1] + +m[3], "-": m[1] - m[3], x: m[1] * m[3] }[m[2]]); question = { kind: "math", given: [m[1], m[3]] }; }
    else {
      if (!known) return skip("the bank is not at hand"); if (!known.items.has(id)) return skip("the item of the bank is not at hand");
      const o = g("/data/choiceOrder"); if (isObj(o)) return skip(why());
      right = "ABCD"[o.indexOf(0)];
      const item = known.items.get(id); question = { kind: "choice", options: o.map((k) => [item.right, ...item.wrong][k]) };
    }
    const e = g("/data/expected"); if (!isObj(e) && e !== right) return fail("grade.expected");
    const rep = g("/data/response");
    if (rep !== undefined && !isObj(rep)) {
      if (g("/data/draw/variant") > 7) return fail("question.unknown-variant");
      const code = checkGrade(r, { ...question, variant: g("/data/draw/variant"), expected: right });
      if (code) return fail(code);
    }
    const w = why(); return w ? skip(w) : PASS;
  };
  return [["draw", drawStep], ["bank", bankStep], ["grade", gradeStep]].map(([n, f]) => env.skip?.includes(n) ? skip("the step was left out") : f());
}
// ---------- file ----------
const MAXL = 16 << 20;
/** What verification finds of the bytes of a file, as the tests compare it. */
export function verify(bytes, opts, env) {
  const lines = []; { let s = 0; for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) { lines.push(bytes.subarray(s, i)); s = i + 1; } if (s < bytes.length) lines.push(bytes.subarray(s)); }
  const STEPS = ["schema", "signature", "inclusion", "draw", "bank", "grade", "policy"];
  const fails = []; const F = (line, step, code) => fails.push(`${line} ${step} ${code}`);
  const recs = []; const runs = new Map(); let closed = 0;
  let read = 0;
  let origin, origins = new Set(), whole = [], since = [];
  const spoiltLog = (l) => l.some((x) => x.ev === undefined);
  const rootOf = (l) => { const g = new Log(); for (const x of l) g.add(x.leaf); return g.root(); };
  const isPublic = env.isPublic;
  const parsed = lines.map((b, i) => {
    const o = { n: i + 1, kind: "bad" };
    try {
      if (b.length > MAXL) bad("file.line-too-long");
      if (b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf) bad("file.byte-order-mark");
      if (b.at(-1) === 13) bad("file.carriage-return"); if (!b.length) bad("file.empty-line");
      try { o.text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(b); } catch { bad("file.not-utf8"); }
    } catch (e) { if (!(e instanceof Bad)) throw e; o.kind = "noline"; o.code = e.code; return o; }
    const flag = {};
    try { o.v = parse(o.text, flag); } catch (e) { if (!(e instanceof Bad)) throw e; o.kind = "nojson"; o.code = e.code; return o; }
    const t = isObj(o.v) && o.v.m.has("type") ? o.v.m.get("type") : undefined;
    const typed = isObj(o.v) && o.v.m.has("type");
    try {
      if (!typed) { o.kind = "norecord"; if (flag.number) bad("json.invalid"); o.fam = recordShape(o.v); o.kind = "record"; }
      else if (t === "run") { o.kind = "nocontrol"; if (flag.number) bad("json.invalid"); const g = only(o.v, ["type", "runId", "subject", "terms"], ["entropy"]); is(hex64(g("runId")) && isText(g("subject"))); const t = termsShape(g("terms")); is(g("entropy") === undefined || isText(g("entropy"))); termsHold(t, g("entropy") ?? ""); if (runId(g("terms"), g("subject"), g("entropy") ?? "") !== g("runId")) bad("record.run-id"); o.kind = "run"; }
      else if (t === "close") { o.kind = "nocontrol"; const g = only(o.v, ["type", "runId", "records"]); is(hex64(g("runId")) && count(g("records"))); o.kind = "close"; }
      else if (t === "checkpoint") { o.kind = "nocheckpoint"; const g = only(o.v, ["type", "note"]); is(isText(g("note"))); o.cp = checkpoint(g("note")); o.kind = "checkpoint"; }
      else if (t === "opening") { o.kind = "noopening"; if (flag.number) bad("json.invalid"); const g = only(o.v, ["type", "record", "pointer", "salt", "value"]); is(isText(g("record")) && isText(g("pointer")) && isText(g("salt"))); o.kind = "opening"; }
      else { o.kind = "nocontrol"; bad("file.unknown-type"); }
    } catch (e) { if (!(e instanceof Bad)) throw e; o.code = e.code; }
    return o;
  });
  // attach openings
  for (let i = 0; i < parsed.length; i++) {
    const o = parsed[i]; if (o.kind !== "record") continue;
    o.open = []; for (let j = i + 1; parsed[j]?.kind === "opening"; j++) { o.open.push(parsed[j]); parsed[j].of = o; }
  }
  const waits = [];
  for (const o of parsed) {
    const n = o.n;
    if (o.kind === "noline") F(n, "file", o.code);
    else if (o.kind === "nocontrol") F(n, "schema", o.code);
    else if (o.kind === "nocheckpoint") F(n, "inclusion", o.code);
    else if (o.kind === "noopening") F(n, "opening", o.code);
    else if (o.kind === "opening") { if (!o.of) F(n, "opening", "opening.record"); }
    else if (o.kind === "nojson" || o.kind === "norecord") { if (o.kind === "norecord") read++; recs.push({ n, dead: true, code: o.code }); F(n, "schema", o.code); }
    else if (o.kind === "record") {
      const r = o.v, body = without(r, "proof"), id = sha(jcs(body)), idh = hexof(id);
      let code;
      const opened = clone(r); const openedAt = new Set(); const held = PLACES.some((p) => isObj(at(r, p)));
      /** Why an opening opens nothing; one that is handed over beside the file may open again. */
      const open = (v, again) => {
        const [rec, ptr, salt, value] = ["record", "pointer", "salt", "value"].map((k) => v.m.get(k));
        if (rec !== idh) return "opening.record";
        const place = PLACES.includes(ptr) ? at(again ? r : opened, ptr) : undefined;
        if ((openedAt.has(ptr) && !again) || !isWithheld(place)) return "opening.pointer";
        if (!/^[0-9a-f]{32}$/.test(salt)) return "opening.salt";
        if (hexof(sha(jcs([salt, ptr, value]))) !== place.m.get("digest")) return "opening.digest";
        const up = ptr.slice(0, ptr.lastIndexOf("/")), name = ptr.slice(ptr.lastIndexOf("/") + 1);
        at(opened, up).m.set(name, clone(value)); openedAt.add(ptr);
      };
      const of = [];
      o.open.forEach((p, k) => { const c = !held || k >= 8 ? "opening.record" : open(p.v); if (c) of.push([p.n, c]); });
      for (const v of env.openings ?? []) if (v.m.get("record") === idh) code ??= open(v, true);
      if (!code) try {
        if (r.m.has("@context") && !okCtx(r.m.get("@context"))) bad("proof.context");
        if (held) checkWithheld(r, isPublic);
        recordShape(opened);
        if (runId(at(r, "/data/terms"), at(r, "/subject/id"), at(r, "/data/draw/entropy")) !== at(r, "/data/runId")) bad("record.run-id");
      } catch (e) { if (!(e instanceof Bad)) throw e; code = e.code; }
      const openF = () => of.forEach(([l, c]) => F(l, "opening", c));
      read++;
      if (code) { recs.push({ n, dead: true }); F(n, "schema", code); openF(); continue; }
      const [sig, incl] = ownProofs(r, id); const [dr, bk, gd] = byMethod(opened, env);
      const ev = at(r, "/data/evaluator"), t = utc(r.m.get("fetchedAt")), sid = at(r, "/subject/id");
      const cr = created(r), ms = cr && Date.parse(cr);
      const asked = opts.trust || opts.subject !== undefined || opts.maxAge !== undefined;
      let pol = asked ? PASS : skip("nothing was asked about signer, subject, commitment or age");
      const tk = opts.trust?.find((k) => k.did === ev);
      if (cr && (Math.floor(ms / 1000) < Math.floor(t / 1000) || ms > opts.now + 300000 || (tk && (tk.from > ms || tk.until <= ms)))) pol = fail("policy.created");
      else      if (asked) {
        if (opts.trust && !(tk && !(tk.from > t) && !(tk.until <= t))) pol = fail("policy.signer");
        else if (opts.subject !== undefined && sid !== opts.subject) pol = fail("policy.subject");
        else if (t > opts.now + 300000 || (opts.maxAge !== undefined && opts.now - t > opts.maxAge)) pol = fail("policy.age");
      }
      const rec = { n, a: { schema: PASS, signature: sig, inclusion: incl, draw: dr, bank: bk, grade: gd, policy: pol }, ev, t, sid, out: at(r, "/data/outcome"), wantsSigner: !!opts.trust && pol.pass };
      rec.leaf = sha("\0", `{"id":"${idh}"}`);
      recs.push(rec);
      for (const s of STEPS) if (rec.a[s].code) F(n, s, rec.a[s].code);
      rec.wait = { sig: !!sig.reason, inc: !!incl.reason, pol: rec.wantsSigner && !sig.pass };
      if (rec.wait.sig || rec.wait.inc || rec.wait.pol) waits.push(rec);
      whole.push(rec); since.push(rec);
      const run = runs.get(at(r, "/data/runId"));
      if (!run || run.closed) F(n, "run", "run.unknown");
      else {
        run.n++;
        const idx = at(r, "/data/draw/index"); let c;
        if (run.seen[o.fam].has(idx)) c = "run.duplicate-record";
        else { if (idx < run.next[o.fam]) c = "run.out-of-order"; else { for (let k = run.next[o.fam]; k < idx && k < run.next[o.fam] + 2000; k++) run.gap[o.fam].set(k, n); run.next[o.fam] = idx + 1; } run.seen[o.fam].add(idx); run.gap[o.fam].delete(idx); }
        if (c) F(n, "run", c);
      }
      openF();
    } else if (o.kind === "run") {
      const g = (k) => o.v.m.get(k), k = g("runId");
      if (runs.has(k)) F(n, "run", "run.duplicate");
      else { const c = (f) => at(o.v, "/terms/counts").m.get(f) ?? 0; runs.set(k, { n: 0, about: opts.subject === undefined || g("subject") === opts.subject, counts: { math: c("math"), science: c("science") }, seen: { math: new Set(), science: new Set() }, gap: { math: new Map(), science: new Map() }, next: { math: 0, science: 0 } }); }
    } else if (o.kind === "close") {
      const run = runs.get(o.v.m.get("runId"));
      if (!run || run.closed) { F(n, "run", "run.unknown"); continue; }
      run.closed = true;
      if (!run.about) continue;
      closed++;
      for (const f of ["math", "science"]) {
        // One failure for each row of places that were missed on one line.
        const all = [...run.gap[f]].sort((a, b) => a[0] - b[0]);
        if (run.next[f] < run.counts[f]) all.push([run.next[f], n, true]);
        all.forEach(([i, l, end], j) => { const p = all[j - 1]; if (p && p[1] === l && p[0] === i - 1) return; F(l, "run", "run.missing-record"); });
      }
      if (run.n !== o.v.m.get("records")) F(n, "run", "run.count");
    } else if (o.kind === "checkpoint") {
      const c = o.cp; let code; const cur = c.origin === origin;
      const log = cur || origin === undefined ? whole : since;
      if (!cur && origins.has(c.origin)) code = "log.consistency";
      else if (spoiltLog(log)) code = "proof.evaluator";
      else if (log.length !== c.size || !rootOf(log).equals(c.root)) code = "log.records";
      if (code) { F(n, "inclusion", code); continue; }
      if (!cur) { if (origin !== undefined) whole = since; origin = c.origin; origins.add(origin); }
      since = [];
      for (const r of waits.splice(0)) {
        if (r.ev !== c.signer) { if (r.wait.inc) { r.a.inclusion = fail("proof.evaluator"); F(r.n, "inclusion", "proof.evaluator"); } if (r.wait.pol) { r.a.policy = fail("policy.signer"); F(r.n, "policy", "policy.signer"); } }
        else { if (r.wait.sig) r.a.signature = PASS; if (r.wait.inc) r.a.inclusion = PASS; }
      }
    }
  }
  for (const r of waits) if (r.wait.pol) { r.a.policy = fail("policy.signer"); F(r.n, "policy", "policy.signer"); }
  for (const run of runs.values()) if (!run.closed && run.about) F(lines.length, "run", "run.not-closed");
  if (!recs.length) F(lines.length, "file", "file.empty");
  const steps = {};
  for (const s of STEPS) {
    const t = (steps[s] = { pass: 0, fail: 0, notChecked: {} });
    for (const r of recs) { const a = r.dead ? (s === "schema" ? fail("x") : skip("the line is no record")) : r.a[s]; if (a.pass) t.pass++; else if (a.code) t.fail++; else if (a.reason) t.notChecked[a.reason] = (t.notChecked[a.reason] ?? 0) + 1; }
  }
  const need = [...new Set(["schema", "draw", "grade", ...(opts.require ?? [])])];
  const verdict = !read ? "not-checked" : fails.length ? "failed" : need.some((s) => steps[s].pass < recs.length) ? "not-checked" : opts.trust && opts.subject !== undefined ? "verified" : "intact";
  return { verdict, lines: lines.length, records: recs.length, runs: closed, unsigned: recs.length - steps.signature.pass, steps, failures: fails.sort() };
}
