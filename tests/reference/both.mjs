// Both verifiers on one file: evidence as each takes it, and what of their reports has to agree.

import { readFileSync } from "node:fs";

import { sealBank } from "../../pkg/entry/core/node.js";
import { root } from "./bank.mjs";
import { learnRules } from "./shape.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const SCIENCES = ["chemistry", "biology", "physics", "earth-science"];

learnRules(
  read("src/grade/rule.rs")
    .match(/= "([a-z0-9.-]+)"/g)
    .map((rule) => rule.slice(3, -1)),
);

/** Reads a bank, or a manifest if not `whole`, as the second verifier takes it. */
export function bankOf(text, whole = true) {
  const { id, root: named, items } = JSON.parse(text);
  const by = SCIENCES.map((science) => items.filter((item) => item.science === science));
  return {
    id,
    root: named ?? root({ id, items }),
    sizes: by.map((of) => of.length),
    ids: Object.fromEntries(SCIENCES.map((science, at) => [science, by[at].map(({ id }) => id)])),
    items: new Map(whole ? items.map((item) => [item.id, item]) : []),
    all: new Set(items.map(({ id }) => id)),
  };
}

const files = SCIENCES.map((science) => JSON.parse(read(`src/bank/public/${science}.json`)));
export const PUBLIC = bankOf(
  JSON.stringify({ id: files[0].id, items: files.flatMap(({ items }) => items) }),
);
export const isPublic = (bank) =>
  bank.m.get("id") === PUBLIC.id && bank.m.get("root") === PUBLIC.root;
/** Seals the example bank anew. */
export const sealed = () => sealBank(read("examples/private-bank.json"));

/**
 * Returns the parts of a report that both verifiers must agree on. The order of two faults of one line
 * is unspecified.
 */
export function compared({ failures, ...report }) {
  const either =
    /^(\d+ (?:inclusion|signature)) (?:log\.(?:note|checkpoint|name)|proof\.(?:invalid|unsupported|context)|key\.\w+|json\.\w+)$/;
  const told = failures.map((failure) =>
    failure.replace(/^(\d+ schema) .*/, "$1").replace(either, "$1"),
  );
  return { ...report, failures: told.sort() };
}

/** Brings a report of the core into the form of the second verifier's. */
export function comparedCore(report) {
  const { steps, failures, signers, subjects, why, fetchedAt, required, failed, ...rest } = report;
  const counts = (list, name) =>
    Object.fromEntries(list.map((party) => [party[name], party.records]));
  return compared({
    ...rest,
    signers: counts(signers, "did"),
    subjects: counts(subjects, "id"),
    steps: Object.fromEntries(steps.map(({ step, ...tally }) => [step, tally])),
    failures: failures.map(({ line, step, code }) => `${line} ${step} ${code}`),
  });
}
