// Random replies made of words of the lexicon, pieces of labelled replies, markup and hostile
// characters: what two implementations of one reading most likely read differently.

import { readFileSync } from "node:fs";

import { rows } from "../../accuracy/expand.mjs";

const LEXICON = new URL("../../../src/grade/committed/lexicon.txt", import.meta.url);
const words = readFileSync(LEXICON, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .flatMap((line) => line.slice(line.indexOf(":") + 1).split(","))
  .map((word) => word.trim());

const MARKS =
  ". . , , : ; ! ? ( ) [ ] { } ** * _ __ ` \" ' ’ “ ” - – — -- ... …… = ≈ + − × · ÷ / ^ | & % $ $$ # #### > => → ∴ ✓ ✗ 。 ， ！ ？ ； 、 「 」 ° 🙂 ✅ ☑ ~~ << >> <!-- --> @ € 𝑥 𝟗 ﬁ ß İ ı ſ Σ ½ ² ⁻ ⁻¹² ₂ ₀₁ １２ ９ ． － Ａ （ ） ٣ ٤٥ ९ ๓ \u00a0 \u2009 \u202f \u200b \u00ad \ufeff \u2060 \ufe0f \u0301 \u064b \u0900 \u3099 \u0085 \u2028 \t \r\n \x1b[0m \x1b \u0000".split(
    " ",
  );
const MARKUP = [
  ...["<think>", "</think>", '<Thinking a="b">', "[/THINK]", "◁think▷", "◁/think▷", "<x:think>"],
  ...["<|START_THINKING|>", "<|END_THINKING|>", "<|channel|>analysis", "<|channel|>final"],
  ...["<|channel>thought", "<channel|>", "assistantfinal", "Here is my thought process:"],
  ...["Here is my response:", "<|im_end|>", "<|foo|>", "</s>", "<s>", "<del>", "</del>", "[INST]"],
  ...["[x]", "[ ]", "<b>", "</b>", "<sup>", "</sup>", "<br/>", "<answer>", "</answer>", "<foo bar"],
  ...["\\boxed{", "\\fbox{B}", "\\frac{1}{2}", "\\text{", "\\times", "\\(", "\\)", "\\,", "\\!"],
  ...["\\$", "\\\\", "{,}", "\\{", "\\", "x 10^3", " × 10^{-4}", "10^1", "e5", "E-3", "\nQ:"],
  ...[
    "\nUser:",
    "\nQuestion 2:",
    "\n**Human**:",
    "\nInstruction\n",
    "答案是",
    "할 수 없습니다",
    "的",
  ],
];
const NUMBERS =
  "0 7 42 95 1999 1,000 12,34 3.5 .5 -7 −8 –9 $5 -$3.50 1e3 12345678901234567890123 2nd 1/2 5% 12:30 1.2.3 00 1\u202f234 1\u200b2".split(
    " ",
  );
const LABELS = "A B C D E a b c (A) (b) B) c) **C** A. D: OptionA I".split(" ");
const BREAKS = ["\n", "\n\n", "\n- ", "\n1. ", "\n2) ", " "];
const OPTIONS = [
  ["Oxygen", "Carbon dioxide", "Nitrogen", "Helium"],
  ["2/3", "\\(\\sqrt{2}\\)", "[0, 1)", "5 %"],
  ["The sun", "a moon", "An apple", "the the"],
  ["A", "B", "C", "D"],
  ["1", "1,000", "95", "3.5"],
  ["answer", "答案", "it is", "İstanbul ΟΔΟΣ"],
  ["same", "same", "x", "y"],
  ["true", "false"],
  ["e\u0301te", "ﬁsh", "½", "x²"],
];
const GIVEN = [[], ["37", "58"], ["5", "7"], ["1000", "3.5"]];

/** Yields `count` rows of `grade`, the same for the same seed. @param {number} count @param {number} seed */
export function* randomReplies(count, seed) {
  let state = seed >>> 0;
  /** Draws a whole number below `bound` (mulberry32). @param {number} bound */
  const draw = (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
  const of = (list) => list[draw(list.length)];
  const texts = rows().map(({ response }) => response);
  const slice = () => {
    const text = of(texts);
    const from = draw(text.length + 1);
    return text.slice(from, from + draw(80));
  };
  for (let i = 0; i < count; i++) {
    const options = of(OPTIONS);
    const kinds = [words, words, words, words, MARKS, MARKS, MARKUP, NUMBERS, NUMBERS, LABELS];
    kinds.push(LABELS, options, BREAKS, BREAKS);
    const length = 1 + draw(draw(4) ? 14 : 60);
    let response = "";
    for (let k = 0; k < length; k++) {
      const kind = draw(kinds.length + 2);
      response += (kind < kinds.length ? of(kinds[kind]) : slice()) + (draw(3) ? " " : "");
    }
    response = response.toWellFormed();
    yield draw(2)
      ? { kind: "math", given: of(GIVEN), expected: null, response }
      : { kind: "choice", options, expected: null, response };
  }
}
