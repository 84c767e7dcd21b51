// The lexicon, and the tokens and sentences of normalised text. Part of the second implementation of
// docs/grading.md.

import { ALNUM, MARKS, NUMBER, UNSPACED, canonical, matchAt, re } from "./text.mjs";

const DATA = "thinking thoughts response turn end block inline box place article".split(" ");

/** Lower-cases character by character: a final sigma is a sigma. */
const lowerCase = (text) => [...text].map((c) => c.toLowerCase()).join("");

/** Returns the source of a pattern that matches ASCII letters in either case. */
const anyCase = (source) => source.replace(/[a-z]/g, (c) => `[${c}${c.toUpperCase()}]`);

/** Parses lines of `class: entry, entry, …`, which continue on indented lines. */
export function parseLexicon(source, off) {
  const text = source.replace(/,\n +/g, ", ");
  const lists = {};
  for (const line of text.split("\n")) {
    const [, name, entries] = /^([a-z]+): (.*)$/.exec(line) ?? [];
    if (name !== undefined) (lists[name] ??= []).push(...entries.split(/, */));
  }
  for (const name of DATA) if (off.has(name)) lists[name] = [];
  const [bits, classes, phrases] = [new Map(), new Map(), new Map()];
  const places = new Map();
  for (const [, line] of off.has("place") ? [] : text.matchAll(/^place: (.*)$/gm))
    line.split(/, */).forEach((word, index) => places.set(word, index));
  for (const [name, entries] of Object.entries(lists)) {
    if (DATA.includes(name) || off.has(name)) continue;
    bits.set(name, 1 << bits.size);
    for (const entry of entries) {
      classes.set(entry, (classes.get(entry) ?? 0) | bits.get(name));
      const words = entry.split(" ");
      if (words.length > 1) phrases.set(words[0], [...(phrases.get(words[0]) ?? []), words]);
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.length - a.length);
  const has = (t, ...names) =>
    t !== undefined && names.some((name) => (t.classes & (bits.get(name) ?? 0)) !== 0);
  const any = (name) =>
    lists[name].map((word) => anyCase(word).replace(/[.*+?^${}()|\\/]/g, "\\$&")).join("|") ||
    "(?!)";
  const word = `(?:${any("thinking")})`;
  const tag = `(?:[A-Za-z0-9_]{1,20}:)?${word}(?:\\p{White_Space}[^<>\\]▷\\n]{0,100})?[>\\]▷]`;
  const edge = (name) => `<\\|(?:${anyCase(name)})_?(?:${anyCase("of")}_)?${word}\\|>`;
  const channel = `<\\|${anyCase("channel")}\\|?>\\p{White_Space}?`;
  const final = anyCase("final");
  const heading = (name) => `(?<!\\p{Alphabetic})(?:${any(name)})`;
  const open = [
    `[<[◁]${tag}`,
    edge("begin|start"),
    `${channel}(?!${final}\\b)\\w{1,20}`,
    heading("thoughts"),
  ];
  const close = [
    `[<[◁]/${tag}`,
    edge("end"),
    `${channel}${final}`,
    `<${anyCase("channel")}\\|>`,
    anyCase("assistantfinal"),
    heading("response"),
  ];
  const thinking = re(`(?<open>${open.join("|")})|${close.join("|")}`, "gu");
  const { turn, end: ends, block: blocks, inline, box, article: articles } = lists;
  return { has, places, classes, phrases, thinking, turn, ends, blocks, inline, box, articles };
}

/** The reach of a word, in tokens. */
export const NEAR = 8;
export const STEPS = Array.from({ length: NEAR }, (_, k) => k + 1);
export const OPERATORS = ["+", "-", "−", "–", "×", "·", "⋅", "÷", "/", "*", "^", "∗"];
export const DASHES = ["-", "–", "—", "--"];
const STOPS = [".", "!", "?", ";", "。", "！", "？", "；", "।", "…", "..", "..."];

export const isMark = (t, marks) => t?.kind === "mark" && marks.includes(t.word);
export const isLetter = (t) => t.kind === "word" && /^[A-Z]$/.test(t.raw);

const EXPONENT = "[-+]?\\d{1,18}";
const POWER = re(
  `(?: ?(?:×|x|\\*|·|⋅|\\\\times|\\\\cdot) ?10\\^(?:\\{(${EXPONENT})\\}|\\((${EXPONENT})\\)|(${EXPONENT})))(?![\\p{Alphabetic}\\d^]|\\.\\d)`,
  "uy",
);
const COMMA = re(
  "(?:[-−–]?\\$?0,\\d{3}|(?<!\\d[.,]|[(\\[])[-−–]?\\$?\\d+,(?!\\d{3}(?!\\d))\\d+)(?!\\d|[.,eE]\\d)",
  "uy",
);
const WORD = re(
  `\\p{Alphabetic}(?:(?![${UNSPACED}])[${ALNUM}${MARKS}])*(?:['’]\\p{Alphabetic}+)*`,
  "uy",
);
export const UNSPACED_START = re(`^[${UNSPACED}]`);
const UNSPACED_WORD = re(`(?=[${UNSPACED}])[${ALNUM}]`, "uy");
const COMMAND = /\\(?:[A-Za-z]{1,40}|[()[\]])?/y;
const MARK = /=>|->|\.{2,}|-{2,}|[^]/uy;
const TIMES = /(?<=[\d)}] ?)\*(?= ?[\d($\\])/y;
const DECORATION = "_`\"“”„«»「」『』【】〈〉《》$[]()'‘’";

/** Divides normalised text into numbers, words and marks. */
export function tokenise(text, lexicon) {
  const tokens = [];
  let [line, gap, first, bold, before] = [0, false, true, false, ""];
  let [boxes, boxNext] = [0, false];
  const push = (kind, start, end, word = text.slice(start, end), value = undefined) => {
    const state = { line, gap, first, bold, before, box: boxes > 0 };
    const lower = lowerCase(word).replaceAll("’", "'");
    const classes = lexicon.classes.get(lower) ?? 0;
    tokens.push({
      kind,
      start,
      end,
      raw: word,
      word: lower,
      value,
      classes,
      after: "",
      stop: "",
      ...state,
    });
    [gap, first, before] = [false, false, ""];
  };
  const decorate = (mark) => {
    before += mark;
    if (!gap && !first) tokens.at(-1).after += mark;
  };
  let end;
  for (let i = 0; i < text.length; i = end) {
    const c = String.fromCodePoint(text.codePointAt(i));
    end = i + c.length;
    const number = /[-−–.\d]/.test(c) ? matchAt(NUMBER, text, i) : null;
    if (number) {
      const [mantissa, e] = number[0].split(/(?=e)/i);
      const power = matchAt(POWER, text, i + number[0].length);
      const exponent = power && (power[1] ?? power[2] ?? power[3]);
      const scaled = power && !e;
      const comma = scaled ? undefined : matchAt(COMMA, text, i)?.[0];
      end = i + (comma ?? number[0]).length + (scaled ? power[0].length : 0);
      const written = comma?.replace(",", ".") ?? mantissa + (scaled ? `e${exponent}` : (e ?? ""));
      push("number", i, end, undefined, canonical(written));
    } else if (c === "\n") {
      [line, gap, first, bold, before] = [line + 1, true, true, false, ""];
    } else if (/\p{White_Space}/u.test(c)) {
      [gap, before] = [true, ""];
    } else if (c === "\\") {
      const command = matchAt(COMMAND, text, i)[0];
      end = i + command.length;
      if (lexicon.box.includes(command)) boxNext = true;
      else if (lexicon.classes.has(command)) push("mark", i, end);
    } else if (matchAt(UNSPACED_WORD, text, i)) {
      let length = 8;
      while (length > c.length && !lexicon.classes.has(text.slice(i, i + length))) length--;
      end = Math.min(i + length, text.length);
      push("word", i, end);
    } else if (matchAt(WORD, text, i)) {
      end = WORD.lastIndex;
      push("word", i, end);
    } else if (text.startsWith("**", i)) {
      end = i + 2;
      bold = !bold;
      decorate("*");
    } else if (c === "{") {
      if (boxNext || boxes > 0) boxes++;
      boxNext = false;
      decorate(c);
    } else if (c === "}") {
      decorate(c);
      boxes = Math.max(0, boxes - 1);
    } else if (c === "#") {
      continue;
    } else if (DECORATION.includes(c) || (c === "*" && !matchAt(TIMES, text, i))) {
      decorate(c);
    } else {
      end = i + matchAt(MARK, text, i)[0].length;
      push("mark", i, end);
    }
  }
  return { text, ...sentences(phrases(tokens, lexicon), lexicon) };
}

/** Joins the words of each phrase of the lexicon into one token, the longest phrase first. */
function phrases(tokens, lexicon) {
  const out = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const follows = (word, k) => {
      const t = tokens[i + k];
      return k === 0 || (t?.word === word && (t.gap || t.before !== "") && t.line === token.line);
    };
    const phrase = lexicon.phrases.get(token.word)?.find((words) => words.every(follows));
    if (phrase) {
      const last = tokens[i + phrase.length - 1];
      const word = phrase.join(" ");
      const classes = lexicon.classes.get(word);
      Object.assign(token, { end: last.end, after: last.after, raw: word, word, classes });
      i += phrase.length - 1;
    }
    // The label of an answer, such as "A:".
    const labels = token.first && !token.after.includes('"') && tokens[i + 1]?.word === ":";
    if (labels && lexicon.classes.has(`${token.word}:`)) {
      token.classes = lexicon.classes.get(`${token.word}:`);
    }
    out.push(token);
  }
  return out;
}

const isCount = (t) => /^\d{1,9}$/.test(t.raw);

/** Divides tokens into sentences and drops the marks that end them. */
function sentences(tokens, { has, places }) {
  const out = [];
  const sents = [{ from: 0, stop: "" }];
  const close = (stop) => {
    if (out.length === sents.at(-1).from) return;
    sents.at(-1).stop = out.at(-1).stop = stop;
    sents.push({ from: out.length, stop: "" });
  };
  const numbers = tokens.filter((t) => t.first && t.kind === "number");
  for (const [k, t] of numbers.entries()) {
    const others = [numbers[k - 1], numbers[k + 1]];
    const at = tokens.indexOf(t) + 1;
    const [next, afterNext] = tokens.slice(at, at + 2);
    const isNext = (x) => x && isCount(x) && isCount(t) && Math.abs(x.raw - t.raw) === 1;
    const counts = (isCount(t) && Number(t.raw) === 1) || others.some(isNext);
    const dot = next?.word === ".";
    const more = (dot ? afterNext : next)?.line === t.line;
    t.listed = counts && more && (dot || /^[)\]]/.test(t.after));
  }
  for (const [i, token] of tokens.entries()) {
    const [last, next] = [out.at(-1), tokens[i + 1]];
    if (token.first && last && !isMark(last, ":=")) close("");
    const { from } = sents.at(-1);
    const label =
      out.length > from &&
      last.after === "" &&
      isLetter(last) &&
      out.slice(from, -1).every((t) => t.kind === "mark");
    const inner = next && !next.gap && !next.first && token.after === "" && token.word < "\x7f";
    if (
      isMark(token, STOPS) &&
      !inner &&
      !(token.word === "." && !token.gap && label && next?.line === token.line)
    ) {
      close(token.word);
      continue;
    }
    token.sent = sents.length - 1;
    out.push(token);
  }
  for (const [k, sent] of sents.entries()) {
    const own = out.slice(sent.from, sents[k + 1]?.from);
    sent.classes = own.reduce((all, t) => all | t.classes, 0);
    sent.asked = /[?？]/.test(sent.stop) && !has(out[sents[k + 1]?.from], "greet");
    sent.worded = own.some((t) => t.kind === "word" && !has(t, "fill", "is"));
  }
  if (sents.length > 1 && sents.at(-1).from === out.length) sents.pop();
  return { tokens: out, sents, has, places };
}
