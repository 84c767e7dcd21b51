// True record files, changed in every way that comes to mind, have one report by both verifiers: what
// the second one does not find verified is never called so, and what it finds true always is.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as api from "../../pkg/entry/core/node.js";
import { verify as verifyAlone } from "../../pkg/entry/verify/node.js";
import { PUBLIC, bankOf, compared, comparedCore, isPublic, sealed as seal } from "./both.mjs";
import { hexof, jcs, Obj, parse, sha } from "./json.mjs";
import { size } from "../support/long.mjs";
import { randomOf } from "./random.mjs";
import { verify } from "./record.mjs";

/** Number of files; `PROOFMARK_FILES` overrides it. */
const [FILES, SEED] = [
  Number(process.env.PROOFMARK_FILES ?? size(300, 3_000)),
  Number(process.env.PROOFMARK_SEED ?? 1),
];
const { random, below, pick, chance } = randomOf(SEED);

// Banks.
const [sealed, OTHER] = [seal(), seal()];
const [PRIVATE, MANIFEST] = [bankOf(sealed.bank), bankOf(sealed.manifest, false)];

// Files of every kind.
const KEYS = [api.generateKey(), api.generateKey()];
const REPLIES = [
  ...["28", "A", "The answer is B.", "", "I cannot say", 'C) because é😀\n"q" \\ \u0001', "**D**"],
  ...["It is A or B", '{"answer": 12}', "1,000"],
];
let asked = 0;
async function ask() {
  asked += 1;
  if (asked % 7 === 3) throw new Error("no reply");
  return REPLIES[asked % REPLIES.length];
}
const openings = [];
async function made(name, options) {
  const [lines, opened] = [[], []];
  const onEvent = (event) => {
    if (event.line) lines.push(event.line);
    if (event.line) opened.push(event.line, ...(event.openings ?? []));
    openings.push(...(event.openings ?? []));
  };
  await api.evaluate({
    ask,
    subject: `urn:agent:${name}`,
    questions: 4,
    onEvent,
    firstContact: "record",
    ...options,
  });
  return [lines, opened];
}
const science = { families: ["science"], bank: sealed.bank };
const all = { withhold: ["response", "expected"] };
const [key, other] = KEYS.map((pair) => pair.key);
const TRUE = (
  await Promise.all([
    made("unsigned", { seed: "one" }),
    made("signed", { key }),
    made("checkpoint", {
      key,
      sign: "checkpoint",
      checkpointEvery: 3,
      entropy: "E 1",
      entropySource: "beacon 1",
    }),
    made("nolog", { key: other, log: null, policy: "committed" }),
    made("withheld", { key, withhold: ["response"], checkpointEvery: 4 }),
    made("private", { key, ...science }),
    made("hidden", { key: other, ...science, ...all, sign: "checkpoint" }),
  ])
).flat();
TRUE.push([TRUE[9], TRUE[4], TRUE[12]].flat());
const text = (lines) => lines.map((line) => `${line}\n`).join("");
const typeOf = (line) => {
  try {
    return JSON.parse(line).type;
  } catch {
    return "none";
  }
};
TRUE.push(
  await Promise.all(
    TRUE[4].map(async (line, i) =>
      typeOf(line) === undefined
        ? jcs(parse(JSON.stringify(await api.proveInclusion([text(TRUE[4])], i + 1))))
        : line,
    ),
  ),
);
const LINES = TRUE.flat();

// Changes.
const PLACES = [
  ...["/data/response", "/data/literal/answer", "/data/literal/span", "/data/committed/answer"],
  ...["/data/committed/span", "/data/expected", "/data/choiceOrder", "/data/draw/seed"],
];
const get = (value, path) =>
  path.reduce((v, name) => (v instanceof Obj ? v.m.get(name) : v?.[name]), value);
const holder = (value, path) => get(value, path.slice(0, -1));
function set(value, path, to) {
  const within = holder(value, path);
  if (within instanceof Obj) within.m.set(path.at(-1), to);
  else if (Array.isArray(within)) within[path.at(-1)] = to;
}
const paths = (value, path = []) => [
  path,
  ...(value instanceof Obj
    ? [...value.m]
    : Array.isArray(value)
      ? [...value.entries()]
      : []
  ).flatMap(([name, v]) => paths(v, [...path, name])),
];
const object = (members) => Object.assign(new Obj(), { m: new Map(Object.entries(members)) });
const standIn = (pointer, value, salt) =>
  object({ withheld: "sha-256", digest: hexof(sha(jcs([salt, pointer, value]))) });
const edge = () =>
  pick([
    ...[null, true, "", 0, -1, 100, 256, 2 ** 53 - 1, 2 ** 32, "e\u0301", "A", "stale", "error"],
    ...["correct", []],
    [0, 1, 2, 3],
    object({}),
    ...["1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2026-06-30T23:59:60.000Z"],
    ...["2026-11-20T24:00:00.000Z", "1969-12-31T23:59:59.999Z", "2023-02-29T00:00:00.000Z"],
    ...["http.404", "http.099", "rpc.-0", "simple-evals:1"],
    ...["https://w3id.org/security/data-integrity/v2", "did:key:zFoo"],
    KEYS[1].did,
    "0".repeat(64),
    "literal",
    standIn("/data/response", "x", "0".repeat(32)),
  ]);
function signed(record, pair) {
  record.m.delete("proof");
  if (record.m.get("data") instanceof Obj) record.m.get("data").m.set("evaluator", pair.did);
  try {
    return jcs(parse(JSON.stringify(api.sign(jcs(record), { key: pair.key }))));
  } catch {
    return jcs(record);
  }
}
function changed(line) {
  let value;
  try {
    value = parse(line);
  } catch {
    return line;
  }
  const path = pick(paths(value));
  if (path.length === 0) return line;
  const now = get(value, path),
    within = holder(value, path);
  [
    () => set(value, path, edge()),
    () => within instanceof Obj && within.m.delete(path.at(-1)),
    () => set(value, path, get(parse(pick(LINES)), path) ?? edge()),
    () =>
      within instanceof Obj &&
      within.m.set(
        pick("x type proof @context bank cause usage evaluator __proto__".split(" ")),
        edge(),
      ),
    () =>
      set(
        value,
        path,
        typeof now === "string"
          ? pick([`${now} `, now.normalize("NFD"), `\0${now}`])
          : typeof now === "number"
            ? now + pick([1, -1, 2 ** 32])
            : edge(),
      ),
  ][below(5)]();
  return value.m.has("data") && chance(0.5) ? signed(value, pick(KEYS)) : jcs(value);
}
/** Another way to write it, which is no other value, or a number in a notation that is refused. */
function written(line) {
  if (chance(0.5))
    return line
      .replace(/[a-z](?=[a-zA-Z]*")/g, (c) =>
        chance(0.02) ? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}` : c,
      )
      .replaceAll(',"', () => (chance(0.1) ? ' ,\t"' : ',"'));
  const numbers = [...line.matchAll(/(?<=[:[,])-?\d+(?=[,\]}])/g)];
  if (numbers.length === 0) return line;
  const { 0: number, index } = pick(numbers);
  return (
    line.slice(0, index) +
    pick([`${number}.0`, `${number}E2`, `-${number}`, `0${number}`, "9007199254740992", "-0"]) +
    line.slice(index + number.length)
  );
}
/** A record that withholds what it likes, signed, and openings that mostly fit. */
function withheld(lines, at, apart) {
  if (typeOf(lines[at]) !== undefined) return lines;
  const record = parse(lines[at]),
    given = [];
  const groups = [PLACES.slice(0, 5), PLACES.slice(5), PLACES.slice(7)]
    .filter(() => chance(0.5))
    .flat();
  const hidden = new Set(chance(0.3) ? groups.filter(() => chance(0.8)) : groups);
  if (chance(0.2)) hidden.add(pick(PLACES));
  for (const pointer of hidden) {
    const path = pointer.split("/").slice(1),
      value = get(record, path);
    if (value === undefined || value instanceof Obj) continue;
    const [kept, salt] = [
      chance(0.1) ? edge() : value,
      chance(0.95) ? hexof(sha(String(random()))).slice(0, 32) : "A".repeat(32),
    ];
    set(record, path, standIn(pointer, kept, salt));
    given.push({ pointer, salt, value: kept });
  }
  const line = signed(record, pick(KEYS));
  let id;
  try {
    id = api.recordId(line);
  } catch {
    return lines;
  }
  let own = given.map((opening) =>
    jcs(
      object({
        type: "opening",
        record: id,
        ...opening,
        value: chance(0.05) ? edge() : opening.value,
      }),
    ),
  );
  if (chance(0.4)) own = own.filter(() => chance(0.8));
  if (chance(0.3) && own.length > 0) own.push(...pick([own, [own[0]], own.toReversed()]));
  let behind = at + 1;
  while (typeOf(lines[behind] ?? "") === "opening") behind += 1;
  if (chance(0.2)) apart.push(...own.splice(0));
  return [...lines.slice(0, at), line, ...own, ...lines.slice(behind)];
}
/** Returns the lines under checkpoints of a key that may not be the evaluator's. */
function logged(lines, pair) {
  const log = api.createLog({ key: pair.key });
  return lines.flatMap((line) => {
    if (typeOf(line) === "checkpoint") return log.checkpoint() ?? [];
    try {
      log.append(line);
    } catch {}
    return line;
  });
}
function mixed(one, two) {
  const [rest, out] = [[[...one], [...two]], []];
  while (rest.some((lines) => lines.length > 0))
    out.push(pick(rest.filter((lines) => lines.length > 0)).shift());
  return out;
}
function mutated(lines, apart) {
  const at = below(lines.length);
  return pick([
    () => lines.toSpliced(at, 1),
    () => lines.toSpliced(at, 0, lines[at]),
    () => lines.with(at, lines[0]).with(0, lines[at]),
    () => lines.toSpliced(at, 0, pick(LINES)),
    () => lines.slice(0, at),
    () =>
      lines.with(
        at,
        lines[at].slice(0, below(lines[at].length)) +
          pick(['"', "}", "\\", ",", "\0", "é"]) +
          lines[at].slice(below(lines[at].length)),
      ),
    () => lines.with(at, written(lines[at])),
    ...Array(3).fill(() => lines.with(at, changed(lines[at]))),
    ...Array(2).fill(() => withheld(lines, at, apart)),
    () => (chance(0.5) ? [...lines, ...pick(TRUE)] : mixed(lines, pick(TRUE))),
    () => logged(lines, pick(KEYS)),
  ])();
}

/** Ids and first lines of runs that may have been published: as text, and as the second verifier takes them. */
function commitments(lines) {
  const runs = [...lines, ...pick(TRUE)]
    .filter((line) => typeOf(line) === "run" && chance(0.7))
    .map((line) => JSON.parse(line));
  const published = new Map(chance(0.1) ? [["0".repeat(64), { id: "0".repeat(64) }]] : []);
  for (const run of runs) {
    const { runId: id, subject } = run,
      kind = below(3);
    if (kind === 0) published.set(id, { id, subject, text: JSON.stringify(run) });
    else {
      const own = kind === 1 ? id : hexof(sha(jcs(parse(JSON.stringify(run.terms)))));
      published.set(own, { id: own });
    }
  }
  const all = [...published.values()];
  return { text: all.map(({ id, text }) => `${text ?? id}\n`).join(""), all };
}

test(`${FILES} files from seed ${SEED} have one report by both verifiers`, async () => {
  const verdicts = {};
  for (let number = 0; number < FILES; number += 1) {
    const apart = chance(0.3) ? openings.filter(() => chance(0.5)) : [];
    let lines = pick(TRUE);
    for (let left = pick([0, 1, 1, 1, 2, 3]); left > 0 && lines.length > 0; left -= 1)
      lines = mutated(lines, apart);
    const now = 1_900_000_000_000;
    const options = { now, openings: apart.length > 0 ? [text(apart)] : [] };
    const asked = { now };
    const env = {
      isPublic,
      banks: [PUBLIC],
      manifests: [],
      reveals: [],
      openings: apart.map((line) => parse(line)),
    };
    if (chance(0.5)) [options.trust, asked.trust] = [KEYS[0].did, [{ did: KEYS[0].did }]];
    const [, subject = "urn:agent:signed"] = /"id":"(urn:agent:[a-z]+)"/.exec(text(lines)) ?? [];
    if (chance(0.5)) options.subject = asked.subject = subject;
    if (chance(0.3)) {
      const committed = commitments(
        TRUE.includes(lines) || chance(0.5) ? lines.filter((line) => LINES.includes(line)) : [],
      );
      if (committed.all.length > 0)
        [options.committed, asked.committed] = [committed.text, committed.all];
    }
    if (chance(0.15)) options.index = asked.index = below(10);
    if (chance(0.2)) options.maxAge = asked.maxAge = pick([0, 2e11]);
    if (chance(0.5)) [options.banks, env.banks] = [[sealed.bank], [PUBLIC, PRIVATE]];
    if (chance(0.3)) [options.manifests, env.manifests] = [[sealed.manifest], [MANIFEST]];
    else if (chance(0.1))
      [options.manifests, env.manifests] = [[OTHER.manifest], [bankOf(OTHER.manifest, false)]];
    const file = text(lines);
    const second = verify(Buffer.from(file), asked, env);
    const [found, expected] = [comparedCore(await api.verify(file, options)), compared(second)];
    verdicts[found.verdict] = (verdicts[found.verdict] ?? 0) + 1;
    assert.deepEqual(found, expected, `file ${number}: ${JSON.stringify(options)}\n${file}`);
  }
  assert.deepEqual(
    Object.keys(verdicts).sort(),
    "failed intact not-checked partial verified".split(" "),
  );
});

test("a reading altered by hand is refused by all verifiers", async () => {
  const [lines] = TRUE;
  const at = lines.findIndex(
    (line) => typeOf(line) === undefined && JSON.parse(line).data.committed?.answer,
  );
  const alter = {
    answer: ({ committed }) => (committed.answer = committed.answer === "A" ? "B" : "7"),
    span: ({ committed }) => (committed.span = [0, 0]),
    rule: ({ committed }) => (committed.rule = "number.last"),
    none: ({ literal }) =>
      Object.assign(literal, { answer: null, span: null, rule: "none.no-token" }),
    compliance: (data) => (data.compliance = "refused"),
    outcome: (data) =>
      Object.assign(
        data,
        data.score === 100 ? { outcome: "wrong", score: 0 } : { outcome: "correct", score: 100 },
      ),
  };
  assert.ok(at >= 0);
  for (const [name, change] of Object.entries(alter)) {
    const record = JSON.parse(lines[at]);
    change(record.data);
    const file = text(lines.with(at, jcs(parse(JSON.stringify(record)))));
    const env = { isPublic, banks: [PUBLIC], manifests: [], reveals: [], openings: [] };
    const grades = (failures) =>
      failures.some(({ line, step }) => line === at + 1 && step === "grade");
    assert.ok(grades((await api.verify(file)).failures), name);
    assert.ok(grades((await verifyAlone(file)).failures), name);
    assert.match(
      verify(Buffer.from(file), {}, env).failures.join("\n"),
      new RegExp(`^${at + 1} grade `, "m"),
      name,
    );
  }
});
