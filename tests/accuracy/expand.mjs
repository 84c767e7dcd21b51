// The repository's own labelled replies, expanded from templates. The same rows every time.
//
// `math.ndjson`, `choice.ndjson`, `none.ndjson`: templates, one a line: `name` (a language before a
// slash, English without), `kind` (`math`, `choice`, or `both`: one row of each), `reply` with
// placeholders, and `of`, which questions it is for:
//   math: `add` (two-digit sums with their digits), `sub`, `neg` (negative result), `mul`, `div`,
//   `dec` (fractional quotient), `big` (four digits and more); without `of` any but the last two;
//   choice: `right` (the reply states the right option, so that `{why}` fits), `short` (options of a
//   few words that fit into a sentence), `native` (a question of `questions.ndjson` in the
//   template's language).
// `questions.ndjson`: questions in other languages; English ones come from `src/bank/public`.
//
// A row is { id, kind, template, given | options, response, intended }: `given` holds the operands
// of the sum, `options` the four texts, `intended` the answer that the reply states, right or wrong;
// null for the replies of `none.ndjson`, which state none.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const ROWS = { math: 9, choice: 8, none: 2 };
const LETTERS = ["A", "B", "C", "D"];
const PLACES = ["first", "second", "third", "fourth"];

/** @typedef {{ name: string, kind: "math" | "choice" | "both", of?: string, reply: string }} Template */
/** @typedef {{ stem: string, right: string, wrong: string[], why?: string, lang?: string }} Question */
/** @typedef {{ id: string, kind: "math" | "choice", template: string, given?: string[], options?: string[], response: string, intended: string | null }} Row */

const read = (/** @type {string} */ path) =>
  readFileSync(new URL(path, import.meta.url), "utf8").trimEnd();
const lines = (/** @type {string} */ path) =>
  read(path)
    .split("\n")
    .map((line) => JSON.parse(line));

/** @type {Question[]} */
const BANK = readdirSync(new URL("../../src/bank/public", import.meta.url))
  .sort()
  .flatMap((name) => JSON.parse(read(`../../src/bank/public/${name}`)).items);
/** @type {Question[]} */
const NATIVE = lines("questions.ndjson");
const SHORT = BANK.filter(({ right, wrong }) =>
  [right, ...wrong].every((text) => /^(?!It |They |We )\S+( \S+){0,2}$/.test(text)),
);

/**
 * Returns a function that draws whole numbers below a bound from a hash of `seed`.
 *
 * @param {string} seed
 */
function drawing(seed) {
  let draws = 0;
  return (/** @type {number} */ bound) =>
    createHash("sha256").update(`${seed}\n${draws++}`).digest().readUInt32BE() % bound;
}

/** @typedef {ReturnType<typeof drawing>} Draw */

/** @type {Record<string, (draw: Draw) => [number, string, number]>} */
const SUMS = {
  add: (draw) => [10 * (2 + draw(8)) + 1 + draw(9), "+", 10 * (1 + draw(9)) + 1 + draw(9)],
  sub: (draw) => [60 + draw(40), "-", 10 * (1 + draw(4)) + 1 + draw(9)],
  neg: (draw) => [10 + draw(20), "-", 31 + draw(20)],
  mul: (draw) => [3 + draw(10), "*", 3 + draw(10)],
  div: (draw) => {
    const divisor = 3 + draw(10);
    return [divisor * (3 + draw(10)), "/", divisor];
  },
  dec: (draw) => [2 * draw(50) + 11, "/", [2, 4, 8, 20][draw(4)] ?? 2],
  big: (draw) => [12000 + draw(80000), ["+", "-", "*"][draw(3)] ?? "+", 1100 + draw(8800)],
};

/** @type {Record<string, [string, string, string, (a: number, b: number) => number]>} */
const OPERATORS = {
  "+": ["+", "+", "plus", (a, b) => a + b],
  "-": ["−", "-", "minus", (a, b) => a - b],
  "*": ["×", "\\times", "times", (a, b) => a * b],
  "/": ["÷", "\\div", "divided by", (a, b) => a / b],
};

/** Groups the digits of `number` in threes. @param {number} number @param {string} separator */
const grouped = (number, separator) => String(number).replace(/\B(?=(\d{3})+$)/g, separator);

/** Writes the digits of `number` from `zero` on. @param {number} number @param {string} zero */
const digits = (number, zero) =>
  String(number).replace(/\d/g, (digit) =>
    String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
  );

/** @param {Template} template @param {Draw} draw */
function sum({ of }, draw) {
  const pool = of ?? ["add", "add", "sub", "neg", "mul", "div"][draw(6)] ?? "add";
  const make = SUMS[pool];
  if (make === undefined) throw new Error(`no sums of ${pool}`);
  const [a, sign, b] = make(draw);
  const [op, tex, word, work] = OPERATORS[sign] ?? OPERATORS["+"] ?? [];
  if (work === undefined) throw new Error(`no operator ${sign}`);
  const right = work(a, b);
  // One reply in four states a wrong result.
  const steps = [1, -1, 10, -10, 2, -2];
  const near = steps
    .map((step) => right + step)
    .filter((value) => value !== a && value !== b && Math.sign(value) === Math.sign(right));
  const first = draw(near.length);
  const other = (/** @type {number} */ place) => near[(first + place) % near.length] ?? NaN;
  const r = draw(4) === 0 ? other(0) : right;
  const [an, bn] = [a % 10, b % 10];
  const pair = draw(2) === 0 ? [right, other(1)] : [other(1), right];
  return {
    given: [String(a), String(b)],
    intended: String(r),
    words: {
      ...{ a, b, op, tex, word, ascii: sign, r, w: other(1), w2: other(2), t2: other(2) },
      ...{ an, bn, at: a - an, bt: b - bn, sn: an + bn, st: a - an + b - bn, t: a + b - bn },
      ...{ p: sign === "*" ? a * (b - 1) : a - (b - bn), b1: b - 1, x: pair[0], y: pair[1] },
      ...{
        m: Math.abs(r),
        rm: String(r).replace("-", "−"),
        rg: grouped(r, ","),
        rl: grouped(r, "{,}"),
      },
      ...{ ag: grouped(a, ","), bg: grouped(b, ","), rn: grouped(r, "\u202F") },
      ...{ an2: grouped(a, "\u202F"), bn2: grouped(b, "\u202F") },
      ...{ rf: digits(r, "０"), rh: digits(r, "०"), ra: digits(r, "٠") },
    },
  };
}

/** @param {Template} template @param {Draw} draw */
function choice({ name, of }, draw) {
  const lang = name.split("/")[0];
  const native = NATIVE.filter((item) => item.lang === lang);
  const questions = of === "native" ? native : of === "short" ? SHORT : BANK;
  const item = questions[draw(questions.length)];
  if (item === undefined) throw new Error(`no question for ${name}`);
  const rest = [item.right, ...item.wrong];
  /** @type {string[]} */
  const options = [];
  while (rest.length > 0) options.push(...rest.splice(draw(rest.length), 1));
  const right = options.indexOf(item.right);
  const stated = of === "right" || draw(4) > 0 ? right : draw(4);
  const others = [0, 1, 2, 3].filter((place) => place !== stated);
  const from = draw(3);
  const [m = 0, n = 0, o = 0] = [0, 1, 2].map((place) => others[(place + from) % 3]);
  const text = options[stated] ?? "";
  /** @param {string} prefix @param {(line: string, stated: boolean) => string} write */
  const perLine = (prefix, write) =>
    Object.fromEntries(
      options.map((option, place) => [
        `${prefix}${place + 1}`,
        write(`${LETTERS[place]}) ${option}`, place === stated),
      ]),
    );
  return {
    options,
    intended: LETTERS[stated] ?? null,
    words: {
      ...{ stem: item.stem, why: item.why, L: LETTERS[stated], T: text, place: PLACES[stated] },
      l: LETTERS[stated]?.toLowerCase(),
      s: /^(?:[A-Z][a-z]{3}|It |The )/.test(text)
        ? text.charAt(0).toLowerCase() + text.slice(1)
        : text,
      ...{ M: options[m], N: options[n], O: options[o] },
      ...{ ML: LETTERS[m], NL: LETTERS[n], OL: LETTERS[o] },
      ...{ A: options[0], B: options[1], C: options[2], D: options[3] },
      ...perLine("v", (line, is) => `${line}: ${is ? "correct" : "incorrect"}`),
      ...perLine("k", (line, is) => `${is ? "✅" : "❌"} ${line}`),
      ...perLine("e", (line, is) => (is ? `**${line}**` : line)),
      ...perLine("c", (line, is) => (is ? `${line} ✓` : line)),
      ...perLine("x", (line, is) => `- [${is ? "x" : " "}] ${line}`),
      ...perLine("n", (line, is) => (is ? `${line} (correct)` : line)),
    },
  };
}

/**
 * Fills in the placeholders of a template; braces around anything else are text.
 *
 * @param {string} reply
 * @param {Record<string, string | number | undefined>} words
 */
const fill = (reply, words) =>
  reply.replace(/\{([A-Za-z]+\d?)\}/g, (whole, key) =>
    words[key] === undefined ? whole : String(words[key]),
  );

/**
 * Returns every row of the set.
 *
 * @returns {Row[]}
 */
export function rows() {
  /** @type {Row[]} */
  const all = [];
  /** @type {Map<string, number>} */
  const named = new Map();
  for (const file of /** @type {const} */ (["math", "choice", "none"])) {
    for (const template of /** @type {Template[]} */ (lines(`${file}.ndjson`))) {
      const place = (named.get(template.name) ?? 0) + 1;
      named.set(template.name, place);
      const kinds =
        template.kind === "both" ? /** @type {const} */ (["math", "choice"]) : [template.kind];
      for (const kind of kinds) {
        /** @type {Set<string>} */
        const seen = new Set();
        for (let round = 0; round < ROWS[file]; round++) {
          const id = `${kind} ${template.name} ${place}.${round + 1}`;
          const draw = drawing(id);
          const { words, intended, ...question } =
            kind === "math" ? sum(template, draw) : choice(template, draw);
          const response = fill(template.reply, words);
          // A reply without placeholders would come again with another question.
          if (seen.has(response) && file === "none") continue;
          seen.add(response);
          const label = file === "none" ? null : intended;
          all.push({ id, kind, template: template.name, ...question, response, intended: label });
        }
      }
    }
  }
  return all;
}
