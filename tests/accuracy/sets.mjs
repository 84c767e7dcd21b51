// The labelled sets that `npm run accuracy` reads: the repository's own, and every file of
// `../shared/corpus` where there is such a folder.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../scripts/lib.mjs";
import { rows as own } from "./expand.mjs";

const CORPUS = join(ROOT, "../shared/corpus");

/** The name of the repository's own set. */
export const OWN = "own";

/**
 * A label: the answer that a careful person reads, `null` for none, or an answer that the reply does
 * not give, whatever else it says.
 *
 * @typedef {{ answer: string | null } | { not: string }} Label
 */

/** @typedef {{ id: string, kind: "math" | "choice", given: string[], options: string[], response: string, label: Label, isTest: boolean }} Row */

/** @typedef {{ name: string, rows: Row[], leftOut: number }} Set */

/**
 * Returns the decimal in its shortest form, or null if `text` is not one decimal.
 *
 * @param {string} text
 */
export function decimal(text) {
  const match = /^([-−]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  const [, sign = "", grouped = "", fraction = "", exponent = "0"] = match ?? [];
  if (grouped === "" && fraction === "") return null;
  let digits = BigInt(grouped.replaceAll(",", "") + fraction);
  let scale = Number(exponent) - fraction.length;
  if (digits === 0n) return "0";
  for (; digits % 10n === 0n; digits /= 10n) scale++;
  return `${sign === "" ? "" : "-"}${digits}e${scale}`;
}

/**
 * Reports whether two answers are the same letter or the same number.
 *
 * @param {string} a
 * @param {string} b
 */
export function same(a, b) {
  const number = decimal(a);
  return number === null ? a === b : number === decimal(b);
}

/** The half of all rows that a row is in, by its id. @param {string} id */
const half = (id) => ((createHash("sha256").update(id).digest()[0] ?? 0) % 2 === 0 ? "a" : "b");

/** @typedef {{ id: string | number, kind: "math" | "choice", question: string | null, response: string, options: string[] | null, intended: string | null, gold: string | null, expect: string | null, annotation: string | null }} CorpusRow */

/**
 * Returns the label of a row, or null if it is not about one number or one letter.
 *
 * @param {CorpusRow} row
 * @param {number} options
 * @returns {Label | null}
 */
function label({ kind, intended, gold, expect }, options) {
  if (intended === null) {
    if (expect !== "wrong") return { answer: null };
    return gold === null ? null : { not: gold };
  }
  if (kind === "math") {
    const bare = intended.replace(/^\$+|\$+$/g, "").replace(/(?:\\%)+$/, "");
    return decimal(bare) === null ? null : { answer: bare };
  }
  if (!/^[A-Z]$/.test(intended)) return null;
  // A letter beyond the options answers none of them.
  return { answer: intended.charCodeAt(0) - 65 < options ? intended : null };
}

/** The operands of a question that is nothing but a sum. @param {string | null} question */
function operands(question) {
  const number = String.raw`(-?\d+(?:\.\d+)?)`;
  const plain = new RegExp(`^(?:[A-Za-z ]+ )?${number} *[-+−*×x÷/] *${number} *[=?.]*$`);
  return plain.exec(question?.trim() ?? "")?.slice(1) ?? [];
}

/** @param {CorpusRow} row @returns {Row | null} */
function read(row) {
  // The test tables of other graders name no options.
  const options = row.options ?? ["A", "B", "C", "D"].map((letter) => `text of option ${letter}`);
  const found = label(row, options.length);
  if (found === null) return null;
  const { kind, question, response, annotation } = row;
  const [given, isTest] = [kind === "math" ? operands(question) : [], annotation === "test_author"];
  return { id: String(row.id), kind, given, options, response, label: found, isTest };
}

/**
 * Returns the sets, those of the corpus first.
 *
 * @param {{ name?: string | undefined, half?: string | undefined }} wanted
 * @returns {Set[]}
 */
export function sets(wanted) {
  const files = existsSync(CORPUS)
    ? readdirSync(CORPUS)
        .filter((file) => file.endsWith(".jsonl"))
        .sort()
    : [];
  const all = [
    ...files.map((file) => ({
      name: file.replace(".jsonl", ""),
      load: () =>
        readFileSync(join(CORPUS, file), "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => read(JSON.parse(line))),
    })),
    {
      name: OWN,
      load: () =>
        own().map(({ id, kind, given = [], options = [], response, intended }) => ({
          ...{ id, kind, given, options, response },
          ...{ label: { answer: intended }, isTest: false },
        })),
    },
  ];
  return all
    .filter(({ name }) => wanted.name === undefined || wanted.name === name)
    .map(({ name, load }) => {
      const rows = load();
      const judged = rows.filter((row) => row !== null);
      const kept = judged.filter(({ id }) => wanted.half === undefined || wanted.half === half(id));
      return { name, rows: kept, leftOut: rows.length - judged.length };
    });
}
