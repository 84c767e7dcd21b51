// Leaves out each class of the lexicon, each fact and each rule in turn, and prints what that costs
// the reference implementation of the committed reading on each labelled set.
//
//   npm run ablation -- [--set NAME] [--half a|b] [--only NAME] [--every N]
//
// --set    one set only
// --half   the rows whose ids hash to an even (a) or an odd (b) first byte; a by default
// --only   one class, fact or rule
// --every  every Nth row of the repository's own set only; 4 by default

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { OWN, same, sets } from "../tests/accuracy/sets.mjs";
import { ROOT } from "./lib.mjs";

const REFERENCE = pathToFileURL(join(ROOT, "tests/reference/grading.mjs")).href;
const { FACTS, RULES, reader } = await import(REFERENCE);

/** @typedef {import("../tests/accuracy/sets.mjs").Row} Row */
/** @typedef {"right" | "wrong" | "missed" | "falsePick"} Verdict */
/** @typedef {Record<Verdict, number>} Counts */

const { values } = parseArgs({
  options: {
    set: { type: "string" },
    half: { type: "string", default: "a" },
    only: { type: "string" },
    every: { type: "string", default: "4" },
  },
});

const lexicon = readFileSync(join(ROOT, "src/grade/committed/lexicon.txt"), "utf8");
const classes = new Set([...lexicon.matchAll(/^([a-z]+): /gm)].map(([, name]) => String(name)));
const data = sets({ name: values.set, half: values.half }).map(({ name, rows }) => ({
  name,
  rows: rows.filter((_, i) => name !== OWN || i % Number(values.every) === 0),
}));

/** @param {Row} row @param {string | null} answer @returns {Verdict} */
function verdict({ label }, answer) {
  if ("not" in label) return answer !== null && same(answer, label.not) ? "wrong" : "right";
  if (label.answer === null) return answer === null ? "right" : "falsePick";
  if (answer === null) return "missed";
  return same(answer, label.answer) ? "right" : "wrong";
}

/** Counts verdicts by set, with the parts named `off` left out. @param {string[]} off */
function measure(...off) {
  const { number, choice } = reader(lexicon, new Set(off));
  return data.map(({ rows }) => {
    /** @type {Counts} */
    const counts = { right: 0, wrong: 0, missed: 0, falsePick: 0 };
    for (const row of rows) {
      const { kind, given, options, response } = row;
      const reading = kind === "math" ? number(response, given) : choice(response, options);
      counts[verdict(row, reading.answer)]++;
    }
    return counts;
  });
}

/** @param {Counts} counts @param {Counts} base */
const difference = (counts, base) =>
  /** @type {Verdict[]} */ (["right", "wrong", "missed", "falsePick"])
    .map((key) => counts[key] - base[key])
    .map((change) => (change > 0 ? `+${change}` : String(change)))
    .join("/");

const base = measure();
console.log("right/wrong/missed/false pick");
for (const [i, { name, rows }] of data.entries()) {
  console.log(`${name}: ${Object.values(base[i] ?? {}).join("/")} of ${rows.length}`);
}
const groups = { class: [...classes], fact: FACTS, rule: RULES };
for (const [group, names] of Object.entries(groups)) {
  for (const part of names) {
    if (values.only !== undefined && values.only !== part) continue;
    const changes = measure(part).flatMap((counts, i) => {
      const own = base[i] ?? counts;
      const same = JSON.stringify(counts) === JSON.stringify(own);
      return same ? [] : [`${data[i]?.name} ${difference(counts, own)}`];
    });
    console.log(`${group} ${part}: ${changes.join(", ") || "no difference"}`);
  }
}
