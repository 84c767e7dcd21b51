// The members of records and lines, plan and run ids, and withheld values, from docs/record.md,
// docs/draw.md and docs/proof.md. Part of the second verifier.

import { at, bad, hexof, isCount, isHex64, isObj, isText, jcs, sha } from "./json.mjs";

const invalid = (what) => bad("json.invalid", what);
const inconsistent = (what) => bad("record.inconsistent", what);
const is = (holds, what) => holds || invalid(what);

/** Status and score of each outcome. */
export const OUTCOMES = {
  correct: ["ok", 100],
  wrong: ["ok", 0],
  unparseable: ["ok", 0],
  empty: ["ok", 0],
  timeout: ["timeout", 0],
  missing: ["missing", 0],
  skipped: ["missing", null],
  "upstream-error": ["error", 0],
  error: ["error", 0],
};
const GRADED = ["correct", "wrong", "unparseable", "empty"];
const STATUSES = ["ok", "missing", "timeout", "error", "stale"];
const COMPLIANCE = ["exact", "dressed", "verbose", "refused", "none"];
const FAMILIES = { "simple-evals.math": "math", "simple-evals.science": "science" };
const MOST_REPLY = 2 ** 21;

/** The rules that docs/grading.md has. */
const RULES = new Set();
export const learnRules = (rules) => rules.forEach((rule) => RULES.add(rule));

/** Reads an object that has all of `required`, and nothing but these and `optional`. */
function members(object, required, optional = []) {
  if (!isObj(object)) invalid("no object");
  for (const name of object.m.keys())
    is(required.includes(name) || optional.includes(name), `unknown ${name}`);
  for (const name of required) is(object.m.has(name), `no ${name}`);
  return (name) => object.m.get(name);
}

/** Requires that each member that is there is as `holds` says. */
function each(member, names, holds) {
  for (const name of names) is(member(name) === undefined || holds(member(name)), name);
}

/** Returns the milliseconds since 1970 of a time in the form of `fetchedAt`. */
export function utc(text) {
  const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z$/;
  const [, year, month, day, ...time] = (isText(text) && form.exec(text)) || [];
  if (year === undefined) return;
  const date = new Date(0);
  date.setUTCFullYear(+year, month - 1, +day);
  date.setUTCHours(...time.map(Number));
  return date.toISOString() === text && date.getTime() >= 0 ? date.getTime() : undefined;
}

// Withheld values

export const isWithheld = (value) =>
  isObj(value) &&
  value.m.size === 2 &&
  value.m.get("withheld") === "sha-256" &&
  isHex64(value.m.get("digest"));

/** Requires a value that is as `holds` says, or withheld. */
const maybe = (value, holds, what) => is(isObj(value) ? isWithheld(value) : holds(value), what);

/** Pointers that are withheld together, by the one that was asked for. */
const GROUPS = {
  "/data/response": [
    "/data/response",
    "/data/literal/answer",
    "/data/literal/span",
    "/data/committed/answer",
    "/data/committed/span",
  ],
  "/data/expected": ["/data/expected", "/data/choiceOrder", "/data/draw/seed"],
  "/data/draw/seed": ["/data/draw/seed"],
};
/** Every pointer at which a value can be withheld. */
export const PLACES = [...new Set(Object.values(GROUPS).flat())];

/** Returns the pointers of the values that a record withholds. */
export const withheldIn = (record) => PLACES.filter((pointer) => isObj(at(record, pointer)));

/** Requires that what goes together is withheld together, and nothing gives the right answer away. */
export function checkWithheld(record, isPublic) {
  const hidden = withheldIn(record);
  const asked = Object.keys(GROUPS).filter((pointer) => hidden.includes(pointer));
  const due = asked.flatMap((pointer) => GROUPS[pointer]);
  for (const pointer of PLACES.filter((pointer) => at(record, pointer) !== undefined))
    if (due.includes(pointer) !== hidden.includes(pointer)) inconsistent(pointer);
  if (!hidden.includes("/data/expected")) return;
  const bank = at(record, "/data/terms/bank");
  if (!at(record, "/data/choiceOrder") || isPublic(bank)) inconsistent("an answer known to all");
  const replied = at(record, "/data/response") !== undefined;
  if (replied && !hidden.includes("/data/response")) inconsistent("an open reply");
}

// Questions

const between = (low, high) => (number) => Number(number) >= low && Number(number) <= high;
const OPERATIONS = {
  add: ["+", between(10, 100), between(10, 100)],
  sub: ["-", between(10, 100), between(1, 50)],
  mul: ["x", between(2, 12), between(2, 12)],
};

/** Returns the family of a question's id. */
export function family(id) {
  const [, name, left, sign, right] =
    /^math:(add|sub|mul):([1-9]\d*)([-+x])([1-9]\d*)$/.exec(id) ?? [];
  if (name !== undefined) {
    const [own, first, second] = OPERATIONS[name];
    return own === sign && first(left) && second(right) ? "math" : undefined;
  }
  return /^science:[a-z0-9]+(-[a-z0-9]+)*$/.test(id) ? "science" : undefined;
}

// Terms

function checkTerms(object) {
  const optional = ["bank", "entropySource", "request"];
  const term = members(object, ["counts", "method", "policy", "seed"], optional);
  if (term("bank") !== undefined) {
    const bank = members(term("bank"), ["id", "root"]);
    is(isText(bank("id")) && isHex64(bank("root")), "bank");
  }
  each(
    members(term("counts"), [], ["math", "science"]),
    ["math", "science"],
    (count) => isCount(count) && count > 0,
  );
  each(term, ["entropySource", "method"], isText);
  is(isHex64(term("seed")) && ["literal", "committed"].includes(term("policy")), "seed or policy");
  return term;
}

/** Requires that terms do not contradict themselves, nor the value of the entropy. */
function checkTermsHold(term, entropy) {
  const source = term("entropySource");
  if (term("counts").m.size === 0) inconsistent("counts");
  if ((term("bank") !== undefined) !== term("counts").m.has("science")) inconsistent("bank");
  if (source === "" || (source !== undefined) !== (entropy !== "")) inconsistent("entropySource");
}

export const planId = (terms) => hexof(sha(jcs(terms)));

/** Computes a run id from terms, subject and entropy. */
export function runId(terms, subject, entropy) {
  const [value, id] = [entropy, subject].map((text) => JSON.stringify(text));
  return hexof(sha(`{"entropy":${value},"plan":"${planId(terms)}","subject":${id}}`));
}

/** Returns the number of questions of a run. */
export const questionsOf = (terms) =>
  [...at(terms, "/counts").m.values()].reduce((sum, count) => sum + count, 0);

// Records

const ASKED = ["agent", "endpoint", "model", "protocol", "registry", "tool"];
const REPLIED = ["response", "literal", "committed", "compliance"];
const isOrder = (value) =>
  Array.isArray(value) && value.length === 4 && [...value].sort().join() === "0,1,2,3";
const isSpan = (value) => Array.isArray(value) && value.length === 2 && value.every(isCount);

/** Requires the members of a record, and returns its family. */
export function checkRecord(record) {
  const top = members(
    record,
    ["data", "fetchedAt", "signalId", "sources", "status", "subject"],
    ["@context", "proof"],
  );
  is(utc(top("fetchedAt")) !== undefined, "fetchedAt");
  is(isText(top("signalId")), "signalId");
  is(Array.isArray(top("sources")) && top("sources").every(isText), "sources");
  is(STATUSES.includes(top("status")), "status");
  const subject = members(top("subject"), ["id"], ASKED);
  each(subject, ["id", ...ASKED], isText);
  const data = checkData(top("data"));
  const of = FAMILIES[top("signalId")] ?? inconsistent("signalId");
  const own = family(data("questionId")) ?? bad("question.unknown-id");
  if (own !== of) inconsistent("family");
  checkTogether(data, of);
  return of;
}

function checkData(object) {
  const data = members(
    object,
    [
      ...["attempts", "draw", "expected", "latencyMs", "outcome", "questionId", "runId", "score"],
      "terms",
    ],
    [
      ...["cause", "choiceOrder", "committed", "compliance", "evaluator", "literal", "response"],
      ...["served", "sessionId", "usage"],
    ],
  );
  is(Array.isArray(data("attempts")), "attempts");
  for (const attempt of data("attempts")) {
    const member = members(attempt, ["durationMs", "startMs"], ["cause"]);
    each(member, ["durationMs", "startMs"], isCount);
    each(member, ["cause"], isText);
  }
  each(data, ["cause", "evaluator", "questionId"], isText);
  each(data, ["runId", "sessionId"], isHex64);
  each(data, ["compliance"], (word) => COMPLIANCE.includes(word));
  each(data, ["outcome"], (word) => Object.hasOwn(OUTCOMES, word));
  each(data, ["latencyMs"], isCount);
  is(data("score") === null || (isCount(data("score")) && data("score") < 256), "score");
  maybe(data("expected"), isText, "expected");
  if (data("choiceOrder") !== undefined) maybe(data("choiceOrder"), isOrder, "choiceOrder");
  const isReply = (reply) => isText(reply) && Buffer.byteLength(reply) <= MOST_REPLY;
  if (data("response") !== undefined) maybe(data("response"), isReply, "response");
  for (const name of ["literal", "committed"].filter((name) => data(name) !== undefined)) {
    const reading = members(data(name), ["answer", "rule", "span"]);
    if (reading("answer") !== null) maybe(reading("answer"), isText, "answer");
    if (reading("span") !== null) maybe(reading("span"), isSpan, "span");
    is(RULES.has(reading("rule")), "rule");
  }
  const draw = members(data("draw"), ["entropy", "index", "seed", "variant"]);
  is(isText(draw("entropy")) && isCount(draw("index")), "draw");
  is(isCount(draw("variant")) && draw("variant") < 2 ** 32, "variant");
  maybe(draw("seed"), isText, "seed");
  checkTerms(data("terms"));
  if (data("served") !== undefined) {
    const served = members(data("served"), [], ["card", "fingerprint", "model", "version"]);
    is(data("served").m.size > 0, "served");
    each(served, ["card"], isHex64);
    each(served, ["fingerprint", "model", "version"], isText);
  }
  if (data("usage") !== undefined) {
    const names = ["inputTokens", "outputTokens"];
    each(members(data("usage"), names), names, isCount);
  }
  return data;
}

/** Requires what members say of each other. */
function checkTogether(data, of) {
  const draw = data("draw").m;
  const term = (name) => data("terms").m.get(name);
  checkTermsHold(term, draw.get("entropy"));
  if (draw.get("index") >= (term("counts").m.get(of) ?? 0)) inconsistent("index");
  if ((data("choiceOrder") !== undefined) !== (of === "science")) inconsistent("choiceOrder");
  const replied = GRADED.includes(data("outcome"));
  for (const name of REPLIED) if ((data(name) !== undefined) !== replied) inconsistent(name);
  if ((data("cause") !== undefined) === replied) inconsistent("cause");
}

/** Requires that a record's run id follows from what stands beside it. */
export function checkRunId(record) {
  const [terms, subject, entropy] = ["/data/terms", "/subject/id", "/data/draw/entropy"].map(
    (pointer) => at(record, pointer),
  );
  if (runId(terms, subject, entropy) !== at(record, "/data/runId")) bad("record.run-id");
}

// Lines with a type

export function checkRunLine(line) {
  const member = members(line, ["type", "runId", "subject", "terms"], ["entropy"]);
  is(isHex64(member("runId")) && isText(member("subject")), "runId or subject");
  const term = checkTerms(member("terms"));
  each(member, ["entropy"], isText);
  const entropy = member("entropy") ?? "";
  checkTermsHold(term, entropy);
  if (runId(member("terms"), member("subject"), entropy) !== member("runId")) bad("record.run-id");
}

export function checkCloseLine(line) {
  const member = members(line, ["type", "runId", "records"]);
  is(isHex64(member("runId")) && isCount(member("records")), "runId or records");
}

export function checkCheckpointLine(line) {
  is(isText(members(line, ["type", "note"])("note")), "note");
}

export function checkOpeningLine(line) {
  const names = ["record", "pointer", "salt"];
  each(members(line, ["type", "value", ...names]), names, isText);
}
