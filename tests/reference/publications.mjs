// Record files as honest evaluators publish them, made once by the product, and what was signed in them.

import * as api from "../../pkg/entry/core/node.js";
import { sealed } from "./both.mjs";
import { at, hexof, jcs, parse, sha, without } from "./json.mjs";
import { planId } from "./shape.mjs";

export const SUBJECT = "urn:agent:x";
export const OTHER = "urn:agent:y";
/** The evaluator who is trusted, and another one. */
export const EVALUATOR = api.generateKey();
export const STRANGER = api.generateKey();
export const BANK = sealed();

const types = new Map();
export function typeOf(line) {
  if (!types.has(line)) types.set(line, JSON.parse(line).type);
  return types.get(line);
}
export const isRecord = (line) => typeOf(line) === undefined;
export const textOf = (lines) => lines.map((line) => `${line}\n`).join("");
export const idOf = (record) => hexof(sha(jcs(without(record, "proof"))));

/** Answers every other sum right, and any other question with A. */
let asked = 0;
async function ask(prompt) {
  asked += 1;
  const [, a, sign, b] = /(\d+)\s*([+−×])\s*(\d+)/.exec(prompt) ?? [];
  if (sign === undefined) return "A";
  const right = { "+": +a + +b, "−": a - b, "×": a * b }[sign];
  return String(asked % 2 ? right : 7777);
}

/** Makes one file of runs that share a log, each by `options` of its own beside `shared`. */
async function published(name, shared, runs = [{}]) {
  const [lines, apart] = [[], []];
  const { key, checkpointEvery: every } = shared;
  const log = shared.log === undefined && key ? api.createLog({ key, every }) : null;
  const take = (event) => {
    if (event.line) lines.push(event.line);
    if (event.openings) (shared.opened ? lines : apart).push(...event.openings);
  };
  const { opened, subjects = [SUBJECT], ...how } = { families: ["math"], questions: 4, ...shared };
  for (const [at, options] of runs.entries()) {
    const targets = subjects.map((subject) => ({ ask, subject }));
    const seed = hexof(sha(`${name} ${at}`)).slice(0, 32);
    const all = { seed, concurrency: 1, ...how, ...options, log };
    for await (const event of api.evaluateAll(targets, all)) {
      if (event.type === "refused") throw event.error;
      take(event);
    }
  }
  return { name, lines, apart };
}

const { key } = EVALUATOR;
const science = { families: ["science"], bank: BANK.bank };
const hidden = { ...science, withhold: ["response", "expected"], key };
const both = { families: ["math", "science"], questions: 3 };
const beacon = { seed: "drawn", entropySource: "beacon 7" };
const byCheckpoint = { sign: "checkpoint" };

export const PUBLICATIONS = [
  await published("math", { key }),
  await published("math, no log", { key, log: null, questions: 6 }),
  await published("science, checkpoints", { key, ...science, ...byCheckpoint, checkpointEvery: 2 }),
  await published("both", { key, ...both, checkpointEvery: 4 }),
  await published("both, checkpoints", { key, ...both, ...byCheckpoint }),
  await published("two runs", { key, checkpointEvery: 3 }, [{}, { questions: 3 }]),
  await published("two runs, no log", { key, log: null }, [{}, { questions: 5 }]),
  await published("two runs, checkpoints", { key, ...byCheckpoint }, [{}, { questions: 2 }]),
  await published("two subjects", { key, subjects: [SUBJECT, OTHER], log: null }),
  await published("two runs, two subjects", { key, subjects: [SUBJECT, OTHER], log: null }, [
    { questions: 2 },
    { questions: 3 },
  ]),
  await published("two subjects, checkpoints", {
    ...{ key, ...byCheckpoint },
    subjects: [SUBJECT, OTHER],
  }),
  await published("one entropy", { key, ...beacon, entropy: "1f" }),
  await published("another entropy", { key, ...beacon, entropy: "e9", ...byCheckpoint }),
  await published("withheld, opened", { ...hidden, opened: true }),
  await published("withheld, checkpoints", { ...hidden, ...byCheckpoint, questions: 3 }),
  await published("replies withheld", { key, withhold: ["response"], opened: true }),
  await published("unsigned", {}),
  await published("of another signer", { key: STRANGER.key }),
];

const byName = (name) => PUBLICATIONS.find((publication) => publication.name === name);

/** Gives each record of a file its inclusion proof. */
async function proven({ name, lines, apart }) {
  const prove = async (line, place) =>
    isRecord(line) ? JSON.stringify(await api.proveInclusion([textOf(lines)], place + 1)) : line;
  return { name: `${name}, proven`, lines: await Promise.all(lines.map(prove)), apart };
}
PUBLICATIONS.push(await proven(byName("both, checkpoints")), await proven(byName("two runs")));

/** All runs, plans, logs and openings that the evaluator signed. */
export const SIGNED = {
  ids: new Set(),
  runs: new Map(),
  plans: new Set(),
  logs: new Map(),
  openings: new Map(),
};

const set = (map, key, value) => map.get(key) ?? map.set(key, value).get(key);
const own = ({ lines }) =>
  lines.filter(isRecord).every((line) => JSON.parse(line).data.evaluator === EVALUATOR.did);
for (const { lines, apart } of PUBLICATIONS.filter(own)) {
  /** The records so far; a log has all of them. */
  const ids = [];
  for (const line of [...lines, ...apart].map((line) => parse(line))) {
    const member = (name) => line.m.get(name);
    if (member("type") === "run") {
      const [terms, subject] = [member("terms"), member("subject")];
      const plan = planId(terms);
      SIGNED.plans.add(plan);
      set(SIGNED.runs, member("runId"), { plan, subject, records: new Map() });
    } else if (member("type") === "checkpoint") {
      const [origin] = member("note").split("\n");
      const log = set(SIGNED.logs, origin, { ids: [], notes: new Set() });
      log.ids = [...ids];
      log.notes.add(member("note"));
    } else if (member("type") === "opening") {
      SIGNED.openings.set(`${member("record")} ${member("pointer")}`, jcs(member("value")));
    } else if (!line.m.has("type")) {
      ids.push(idOf(line));
      SIGNED.ids.add(ids.at(-1));
      const run = SIGNED.runs.get(at(line, "/data/runId"));
      run.records.set(placeOf(line), ids.at(-1));
    }
  }
}

/** Returns the place of a record in its run. */
export function placeOf(record) {
  return `${at(record, "/signalId")} ${at(record, "/data/draw/index")}`;
}
