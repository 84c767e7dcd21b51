// A second verifier of record files, written from docs/record.md and docs/proof.md alone and used only
// by the tests: what a file says in the order of its lines. Its parts say what one line says.

import { at, bad, clone, codeOf, hexof, isObj, isText, jcs, parse, sha, without } from "./json.mjs";
import { byMethod } from "./method.mjs";
import { Logs, PASS, checkpoint, fail, isContext, ownProofs, skip } from "./proofs.mjs";
import { Report } from "./report.mjs";
import { Runs } from "./runs.mjs";
import {
  PLACES,
  checkCheckpointLine,
  checkCloseLine,
  checkOpeningLine,
  checkRecord,
  checkRunId,
  checkRunLine,
  checkWithheld,
  isWithheld,
  planId,
  utc,
  withheldIn,
} from "./shape.mjs";

const MOST_BYTES = 16 << 20;
const MOST_OPENINGS = 8;
const SKEW = 300_000;

/**
 * Verifies the bytes of a file.
 *
 * `asked` is `{ trust?: [{ did, from?, until? }], subject?, committed?: [{ id, subject? }], maxAge?, now,
 * index?, require? }`, `env` is `{ banks, manifests, reveals, openings, skip?, isPublic }`.
 */
export function verify(bytes, asked, env) {
  const file = new File(asked, env);
  const lines = split(bytes).map(readLine);
  for (const [at, line] of lines.entries()) file.take(line, openingsBehind(lines, at));
  return file.finish();
}

// Lines

function split(bytes) {
  const lines = [];
  let from = 0;
  for (let end; from < bytes.length; from = end + 1) {
    end = bytes.indexOf(10, from);
    if (end < 0) end = bytes.length;
    lines.push(bytes.subarray(from, end));
  }
  return lines;
}

function textOf(bytes) {
  if (bytes.length > MOST_BYTES) bad("file.line-too-long");
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bad("file.byte-order-mark");
  if (bytes.at(-1) === 13) bad("file.carriage-return");
  if (bytes.length === 0) bad("file.empty-line");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bad("file.not-utf8");
  }
}

/** Most lines of the tests' files are those of other files. */
const seen = new Map();

function readLine(bytes, place) {
  let text;
  const code = codeOf(() => (text = textOf(bytes)));
  if (code) return { number: place + 1, kind: "no-line", code };
  if (!seen.has(text)) seen.set(text, readText(text));
  return { number: place + 1, ...seen.get(text) };
}

const CHECKS = {
  run: checkRunLine,
  close: checkCloseLine,
  checkpoint: checkCheckpointLine,
  opening: checkOpeningLine,
};

/** Reads what one line says: its kind, and its code if it is not what it should be. */
function readText(text) {
  const flag = {};
  let value;
  const broken = codeOf(() => (value = parse(text, flag)));
  if (broken) return { kind: "no-json", code: broken };
  const type = isObj(value) && value.m.has("type") ? value.m.get("type") : undefined;
  const typed = isObj(value) && value.m.has("type");
  const kind = typed ? (isText(type) && Object.hasOwn(CHECKS, type) ? type : "unknown") : "record";
  const line = { kind, value };
  line.code = codeOf(() => {
    if (kind === "unknown") bad("file.unknown-type");
    if (flag.number) bad("json.invalid");
    if (kind === "record") line.family = checkRecord(value);
    else CHECKS[kind](value);
    if (kind === "checkpoint") line.head = checkpoint(value.m.get("note"));
  });
  return line;
}

function openingsBehind(lines, at) {
  if (lines[at].kind !== "record") return [];
  let end = at + 1;
  while (lines[end]?.kind === "opening" && !lines[end].code) end += 1;
  return lines.slice(at + 1, end);
}

// Records

/** Opens withheld values of a record. */
class Opened {
  constructor(record, id) {
    [this.record, this.id, this.value, this.done] = [record, id, clone(record), new Set()];
  }

  /** Refuses an opening that opens nothing. One that is `apart` from the file may open again. */
  open(opening, apart = false) {
    const [record, pointer, salt, value] = ["record", "pointer", "salt", "value"].map((name) =>
      opening.m.get(name),
    );
    if (record !== this.id) bad("opening.record");
    const from = apart ? this.record : this.value;
    const withheld = PLACES.includes(pointer) ? at(from, pointer) : undefined;
    const again = this.done.has(pointer) && !apart;
    if (again || !isWithheld(withheld)) bad("opening.pointer");
    if (!/^[0-9a-f]{32}$/.test(salt)) bad("opening.salt");
    if (hexof(sha(jcs([salt, pointer, value]))) !== withheld.m.get("digest")) bad("opening.digest");
    const end = pointer.lastIndexOf("/");
    at(this.value, pointer.slice(0, end)).m.set(pointer.slice(end + 1), clone(value));
    this.done.add(pointer);
  }
}

/** The ids and own proofs of records that were seen. */
const proven = new WeakMap();
function proofsOf(record) {
  const id = sha(jcs(without(record, "proof")));
  return { id, ...ownProofs(record, id) };
}

/** Answers every step of a record by itself, or the code of `schema`. */
function examine(line, openings, asked, env) {
  const record = line.value;
  if (!proven.has(record)) proven.set(record, proofsOf(record));
  const { id, ...own } = proven.get(record);
  const opened = new Opened(record, hexof(id));
  const withholds = withheldIn(record).length > 0;
  const faults = openings.map(({ value }, place) =>
    codeOf(() => {
      if (!withholds || place >= MOST_OPENINGS) bad("opening.record");
      opened.open(value);
    }),
  );
  const code = codeOf(() => {
    for (const opening of env.openings ?? [])
      if (opening.m.get("record") === opened.id) opened.open(opening, true);
    if (record.m.has("@context") && !isContext(record.m.get("@context"))) bad("proof.context");
    if (withholds) checkWithheld(record, env.isPublic);
    checkRecord(opened.value);
    checkRunId(record);
  });
  if (code) return { faults, code };
  const { leaf, logged, created, signature, inclusion } = own;
  const plan = planId(at(record, "/data/terms"));
  const policy = policyStep(record, plan, created, asked);
  const answers = { signature, inclusion, ...byMethod(opened.value, env), policy };
  const evaluator = at(record, "/data/evaluator");
  return { faults, answers, record, opened: opened.value, leaf, logged, evaluator, plan };
}

function policyStep(record, plan, created, { trust, subject, committed, maxAge, now }) {
  const then = utc(record.m.get("fetchedAt"));
  const key = trust?.find(({ did }) => did === at(record, "/data/evaluator"));
  const outside = (time) => key.from > time || key.until <= time;
  if (created !== undefined) {
    const time = Date.parse(created);
    const early = Math.floor(time / 1000) < Math.floor(then / 1000);
    if (early || time > now + SKEW || (key && outside(time))) return fail("policy.created");
  }
  if (!trust && subject === undefined && !committed && maxAge === undefined)
    return skip("nothing was asked about signer, subject, commitment or age");
  if (trust && (!key || outside(then))) return fail("policy.signer");
  if (subject !== undefined && at(record, "/subject/id") !== subject) return fail("policy.subject");
  const run = at(record, "/data/runId");
  if (committed && !committed.some(({ id }) => id === plan || id === run))
    return fail("policy.committed");
  if (then > now + SKEW) return fail("policy.age");
  return maxAge !== undefined && now - then > maxAge ? fail("policy.age") : PASS;
}

// Files

/** Puts what lines say together, in their order. */
class File {
  constructor(asked, env) {
    Object.assign(this, { asked, env, arrived: 0, waiting: [] });
    [this.runs, this.logs, this.report] = [new Runs(asked), new Logs(), new Report(asked)];
    this.met = new Set();
  }

  /** Reports whether the record that came last is asked about. */
  get isAsked() {
    return this.asked.index === undefined || this.arrived - 1 === this.asked.index;
  }

  take(line, openings) {
    this.report.lines += 1;
    const whole = this.asked.index === undefined;
    const { number, kind, code, value } = line;
    if (kind === "no-line") return whole && this.report.fail(number, "file", code);
    if (kind === "no-json" || (kind === "record" && code)) return this.noRecord(line);
    if (kind === "record") return this.record(line, openings);
    if (kind === "opening") return this.opening(line);
    if (kind === "checkpoint") return this.checkpoint(line);
    if (code) return whole && this.report.fail(number, "schema", code);
    return kind === "run" ? this.run(number, value) : this.close(number, value);
  }

  noRecord({ number, kind, code }) {
    this.arrived += 1;
    if (!this.isAsked) return;
    if (kind !== "no-json") this.report.read += 1;
    this.report.noRecord(number, code);
  }

  opening({ number, code, attached }) {
    if (!code && attached) return;
    if (this.isAsked) this.report.fail(number, "opening", code ?? "opening.record");
  }

  record(line, openings) {
    const { number } = line;
    for (const opening of openings) opening.attached = true;
    const found = examine(line, openings, this.asked, this.env);
    const openingFaults = () => {
      for (const [place, code] of found.faults.entries())
        if (code && this.isAsked) this.report.fail(openings[place].number, "opening", code);
    };
    if (found.code) {
      this.noRecord({ ...line, code: found.code });
      return openingFaults();
    }
    this.arrived += 1;
    this.logs.append(found, this.isAsked ? found : {});
    const fault = this.runs.record(number, line.family, found.record);
    if (!this.isAsked) return;
    const { answers } = found;
    const seen = { ...found, number, answers: { schema: PASS, ...answers } };
    const unsigned = !answers.signature.pass;
    seen.waits = {
      signature: answers.signature.reason !== undefined,
      inclusion: answers.inclusion.reason !== undefined,
      policy: this.asked.trust !== undefined && answers.policy.pass && unsigned,
    };
    this.report.record(seen);
    if (Object.values(seen.waits).includes(true)) this.waiting.push(seen);
    // A record may be shown without its run.
    const alone = this.asked.index !== undefined && fault === "run.unknown";
    if (fault && !alone) this.report.fail(number, "run", fault);
    openingFaults();
  }

  run(number, value) {
    const fault = this.runs.begin(number, value);
    const about = this.runs.isAbout(value.m.get("subject"));
    const terms = value.m.get("terms");
    if (about) this.met.add(planId(terms)).add(value.m.get("runId"));
    if (this.asked.index !== undefined) return;
    if (fault) this.report.fail(number, "run", fault);
    else if (about) this.report.plan(terms, value.m.get("entropy") ?? "");
  }

  close(number, value) {
    const faults = this.runs.close(number, value.m.get("runId"), value.m.get("records"));
    if (this.asked.index !== undefined) return;
    for (const [line, code] of faults) this.report.fail(line, "run", code);
  }

  checkpoint({ number, code, head }) {
    const fault = code ?? codeOf(() => this.logs.checkpoint(head));
    if (fault) {
      if (this.asked.index === undefined || this.waiting.length > 0)
        this.report.fail(number, "inclusion", fault);
      return;
    }
    for (const seen of this.waiting.splice(0)) this.covered(seen, head.signer);
  }

  /** Answers what waited for a checkpoint, whose signer has to be the record's evaluator. */
  covered(seen, signer) {
    const { waits } = seen;
    const own = seen.evaluator === signer;
    if (waits.signature && own) this.report.answer(seen, "signature", PASS);
    if (waits.inclusion)
      this.report.answer(seen, "inclusion", own ? PASS : fail("proof.evaluator"));
    if (!own) this.uncovered(seen);
  }

  /** Fails what only a signature would have made pass. */
  uncovered(seen) {
    if (seen.waits.policy) this.report.answer(seen, "policy", fail("policy.signer"));
  }

  finish() {
    const { asked, report, runs, logs } = this;
    for (const seen of this.waiting) this.uncovered(seen);
    const [lines, whole] = [report.lines, asked.index === undefined];
    if (report.records.length === 0)
      report.fail(lines, "file", whole ? "file.empty" : "file.index");
    const open = runs.finish();
    if (whole) {
      for (let run = 0; run < open; run += 1) report.fail(lines, "run", "run.not-closed");
      for (const { id, subject } of asked.committed ?? []) {
        const counts = subject === undefined || runs.isAbout(subject);
        if (counts && !this.met.has(id)) report.fail(0, "policy", "policy.committed");
      }
    }
    return report.finish(runs, logs);
  }
}
