// The candidates of a reply and their facts. Part of the second implementation of docs/grading.md.

import { ALNUM, normalise, re } from "./text.mjs";
import {
  DASHES,
  NEAR,
  OPERATORS,
  STEPS,
  UNSPACED_START,
  isLetter,
  isMark,
  tokenise,
} from "./tokens.mjs";

const NOT_ALNUM = re(`[^${ALNUM}]`, "gu");
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Returns token `i` if it is in sentence `sent`. */
export const within = (doc, i, sent) => (doc.tokens[i]?.sent === sent ? doc.tokens[i] : undefined);

/** Marks between a candidate and a verdict on it. */
const VERDICT = [":", "=", "|", ...DASHES];

/** Denied: after a word of *not* or *bad*, or before *bad*, "is not" or a "not" that ends the sentence. */
function denied({ tokens, has }, { first, last, sent }) {
  const at = (k) => (tokens[k]?.sent === sent ? tokens[k] : undefined);
  for (let k = first - 1; k >= first - NEAR; k--) {
    if (has(at(k), "bad") || (has(at(k), "not") && !has(at(k), "but"))) return true;
    if (!has(at(k), "fill", "option", "is", "prep", "answer") || isLetter(at(k))) break;
  }
  const next = isMark(at(last + 1), VERDICT) ? last + 2 : last + 1;
  for (let k = next; k <= last + NEAR && at(k); k++) {
    const t = tokens[k];
    const final = k === next && (UNSPACED_START.test(t.word) || !at(k + 1));
    if (has(t, "bad")) return true;
    if (has(t, "not") && (final || (has(tokens[k - 1], "is") && !has(t, "prep")))) return true;
    if (isLetter(t) || isMark(t, ",")) break;
  }
  return false;
}

/** Named by a word of `name` before it: "… is", or directly. */
function named({ tokens, has }, { first, sent }, ...name) {
  let [is, direct] = [false, true];
  for (let k = first - 1; k >= first - NEAR && tokens[k]?.sent === sent; k--) {
    const t = tokens[k];
    if (has(t, ...name)) return direct || (is && !has(t, "so"));
    if (has(t, "why") || isMark(t, ",")) return false;
    if (has(t, "is") || isMark(t, ":=")) is = true;
    else if (!has(t, "fill", "option") && t.kind !== "mark") direct = false;
  }
  return false;
}

/** Joined: only "or", "and", a comma or slash, and fillers between two candidates. */
export function joined({ tokens, has }, a, b) {
  const between = tokens.slice(a.last + 1, b.first);
  const links = (t) => has(t, "or", "and") || isMark(t, ",/");
  const only = between.every((t) => links(t) || has(t, "fill", "option"));
  return a.sent === b.sent && only && between.length < NEAR && between.some(links);
}

/** Reports whether only fillers follow token `i` in its sentence. */
function endsSentence(doc, i) {
  const after = STEPS.map((step) => within(doc, i + step, doc.tokens[i].sent));
  return after.find((t) => !doc.has(t, "fill", "option", "is")) === undefined;
}

/** Reports whether token `i` is the value of a quoted key that names no answer. */
function afterQuotedKey({ tokens, has }, i) {
  for (let k = i - 1; k >= i - NEAR && tokens[k]?.sent === tokens[i].sent; k--) {
    const key = tokens[k - 1];
    if (isMark(tokens[k], ":") && key?.after.includes('"'))
      return !has(key, "answer", "result", "option");
  }
  return false;
}

/** In brackets with other tokens. */
function isBracketed({ tokens }, { first, last, sent }) {
  for (let k = first; k >= first - NEAR && tokens[k]?.sent === sent; k--) {
    if (k < first && tokens[k].after.includes(")")) return false;
    if (tokens[k].before.includes("(")) return k < first || !tokens[first].after.includes(")");
  }
  return false;
}

/** In a sentence with a word of an aside, and not declared. */
const isAside = ({ sents, has }, { sent, declared }) => has(sents[sent], "aside") && !declared;

/** In a message of a service: its sentence, the first or the last has a word of one. */
function isService({ tokens, sents, has }, { first, last, sent, declared }) {
  const alone = tokens[first - 1]?.sent !== sent && tokens[last + 1]?.sent !== sent;
  const near = alone ? [sents[sent]] : [sents[sent], sents[0], sents.at(-1)];
  return near.some((s) => has(s, "service")) && !declared;
}

// Numbers

/** After a word of *why* that is after a result in the same sentence. */
const isReason = ({ tokens, has }, all, { first, sent }) =>
  all.some(
    (f) => f.sent === sent && f.result && tokens.slice(f.first, first).some((t) => has(t, "why")),
  );

export function numberCandidates(doc, given) {
  const { tokens, sents, has } = doc;
  const all = [];
  for (const [i, t] of tokens.entries()) {
    if (t.kind !== "number") continue;
    const at = (step) => within(doc, i + step, t.sent);
    const [p, n, pp, nn] = [at(-1), at(1), at(-2), at(2)];
    const [left1, right1] = [t.gap ? undefined : p, n?.gap ? undefined : n];
    const joins = (x, y) => x?.word === "\u2060" || (isMark(x, ":.") && y?.kind === "number");
    const mixed = [p, n].some(
      (x) => x?.kind === "number" && (x.end + 1 === t.start || t.end + 1 === x.start),
    );
    const torn =
      mixed ||
      has(right1, "ord") ||
      isMark(left1, "^") ||
      joins(left1, pp) ||
      joins(right1, nn?.gap ? undefined : nn);
    const signed = ((isMark(p, "-−") && !p.first) || has(p, "neg")) && pp?.kind !== "number";
    const keyed =
      (p?.kind === "number" && t.before.endsWith("[")) ||
      has(p, "name", "key") ||
      (isMark(p, ":=") && [-2, -3, -4].some((step) => has(at(step), "key"))) ||
      afterQuotedKey(doc, i);
    const operator = (step) => {
      const x = at(step);
      if (isMark(x, "=")) return "=";
      return (isMark(x, OPERATORS) || has(x, "op")) && at(2 * step)?.kind === "number";
    };
    const before = all.at(-1)?.sent === t.sent ? all.at(-1) : undefined;
    const [left, right] = [operator(-1), operator(1)];
    const follows = left === "=" || (before?.operand && has(p, "is"));
    const f = { first: i, last: i, value: t.value, sent: t.sent, line: t.line, box: t.box };
    Object.assign(f, { torn, signed, keyed, listed: t.listed === true });
    f.given = given.has(t.value);
    f.operand = left === true || right === true;
    const known = f.given && !(before?.given && all.at(-2)?.given);
    f.result = !f.operand && !known && follows;
    f.keyed ||= given.size > 0 && has(n, "measure") && !f.result;
    all.push(f);
  }
  for (const f of all) {
    const [t, sent, lead] = [tokens[f.first], sents[f.sent], within(doc, f.first - 1, f.sent)];
    f.asked = sent.asked;
    f.denied = !f.result && denied(doc, f);
    f.declared =
      named(doc, f, "answer") || (has(within(doc, f.last + 1, f.sent), "is") && isGood(doc, f));
    f.aside = isAside(doc, f) || isBracketed(doc, f) || isReason(doc, all, f);
    f.result ||=
      named(doc, f, "result", "so") ||
      (!f.operand &&
        !f.given &&
        endsSentence(doc, f.first) &&
        (has(lead, "is") || isMark(lead, ":")) &&
        all.some((g) => g.sent === f.sent && g.first < f.first && g.result));
    f.led =
      lead === undefined ||
      endsSentence(doc, f.first) ||
      has(lead, "is", "result") ||
      isMark(lead, ":|");
    f.service = isService(doc, f) && !(f.result && isMark(lead, ":"));
  }
  return all;
}

// Choices

/** Returns the part of a token that counts in the text of an option. */
const piece = (t) =>
  t.kind === "number" ? t.value : t.kind === "word" ? t.word.replace(NOT_ALNUM, "") : "";

export function optionKey(option, lexicon) {
  const { text } = normalise(option, 0, option.length, lexicon);
  const tokens = tokenise(text, lexicon).tokens.filter((t) => t.kind !== "mark");
  if (tokens.length > 1 && lexicon.articles.includes(tokens[0].word)) tokens.shift();
  return [...tokens.map(piece).join("")].slice(0, 200).join("");
}

/** Finds the texts of options as whole words, the longest first. */
function optionTexts(doc, keys) {
  const { tokens } = doc;
  const longestFirst = [...keys.entries()]
    .filter(([, key]) => key !== "")
    .sort((a, b) => [...b[1]].length - [...a[1]].length);
  const endOf = (key, first) => {
    let length = 0;
    for (let k = first; k < tokens.length && k < first + 80; k++) {
      const text = piece(tokens[k]);
      if (text === "" ? k === first || isMark(tokens[k], "|") : !key.startsWith(text, length))
        return -1;
      length += text.length;
      if (length === key.length) return k;
    }
    return -1;
  };
  const texts = [];
  for (let i = 0; i < tokens.length; i++) {
    const hit = longestFirst.find(([, key]) => endOf(key, i) >= 0);
    const option = hit ? hit[0] : place(doc, i);
    if (option === undefined || option >= keys.length) continue;
    texts.push({ first: i, last: hit ? endOf(hit[1], i) : i, option });
    i = texts.at(-1).last;
  }
  return texts;
}

/** Returns the option that token `i` names by its place: "option 2", "the second option", "is the second". */
function place(doc, i) {
  const { tokens, has, places } = doc;
  const t = tokens[i];
  const at = (step) => within(doc, i + step, t.sent);
  if (has(at(-1), "option") && /^[1-9]\d?$/.test(t.raw)) return t.raw - 1;
  const before = STEPS.map((step) => at(-step)).find((x) => !has(x, "fill", "option"));
  const named = has(at(1), "option") || (has(before, "is") && at(1) === undefined);
  return named ? places.get(t.word) : undefined;
}

/** Finds letters that are labels. */
function labels(doc, count, texts) {
  const { tokens, has } = doc;
  const alone = tokens.filter((t) => t.kind !== "mark").length === 1;
  const isLabel = (t, i) => {
    if (!/^[A-Za-z]$/.test(t.raw)) return false;
    if (texts.some((x) => x.first <= i && i <= x.last && x.last > x.first)) return false;
    const [pp, p, n] = [-2, -1, 1].map((step) => within(doc, i + step, t.sent));
    const [open, close] = [/[([]/.test(t.before), /[)\]]/.test(t.after)];
    const boxed = t.box && !n?.box;
    if (LETTERS.indexOf(t.raw.toUpperCase()) >= count && !open && !boxed) return false;
    const called = n === undefined && (has(p, "answer", "option") || has(pp, "answer", "option"));
    const begins = i === 0 && t.stop !== "";
    if (/[a-z]/.test(t.raw) && !alone && !close && !called && !begins) return false;
    const glue = ["-", "°", "+", "/"];
    if ((isMark(p, glue) && !t.gap) || (isMark(n, glue) && !n.gap)) return false;
    if (!open && has(p, "name", "key")) return false;
    if (t.after.includes('"') && isMark(n, ":")) return false;
    if (p?.kind === "number" && p.after === "") return false;
    // The article and the pronoun: a word follows at once.
    const follows = n?.kind === "word" && n.gap && !close && !t.bold && !/[([]/.test(n.before);
    if (!follows || !/^[AI]$/.test(t.raw)) return true;
    return has(p, "answer", "option") || has(n, "is", "why", "or", "and", "not");
  };
  return tokens.flatMap((t, i) =>
    isLabel(t, i)
      ? [{ first: i, last: i, label: i, option: LETTERS.indexOf(t.raw.toUpperCase()) }]
      : [],
  );
}

export function choiceCandidates(doc, keys) {
  const { tokens, sents, has } = doc;
  const texts = optionTexts(doc, keys);
  const all = [];
  for (const label of labels(doc, keys.length, texts)) {
    const i = label.first;
    let next = i + 1;
    const starts = (k) => texts.find((x) => x.first === k);
    const skipped = (t) => t?.kind === "mark" || has(t, "fill", "option");
    while (next < i + NEAR && !starts(next) && skipped(tokens[next])) next++;
    const after = starts(next);
    const before = texts.find((x) => x.last === i - 1 && !x.used);
    const beside = next === i + 2 ? after : undefined;
    const open = /[([]/.test(tokens[i].before);
    const text = after?.option === label.option ? after : open ? before : beside;
    if (text === undefined) {
      all.push(label);
      continue;
    }
    const clash = text.option !== label.option;
    // "carbon (C)": the initial of the text, not its label.
    if (clash && tokens[text.first].raw[0].toUpperCase() === LETTERS[label.option]) continue;
    const [first, last] = text === after ? [i, text.last] : [text.first, i];
    all.push({ ...label, first, last, pair: true, clash });
    text.used = true;
  }
  all.push(...texts.filter((x) => !x.used));
  all.sort((a, b) => a.first - b.first);
  for (const c of all) {
    const [t, sent] = [tokens[c.first], sents[tokens[c.first].sent]];
    const value = c.option < keys.length ? LETTERS[c.option] : undefined;
    [c.value, c.sent, c.line, c.box] = [value, t.sent, t.line, t.box];
    c.asked =
      sent.asked && !(tokens[c.first - 1]?.sent !== c.sent && isMark(tokens[c.last + 1], "."));
    c.denied = denied(doc, c) || has(within(doc, c.last + 1, c.sent), "if");
    c.keyed = afterQuotedKey(doc, c.first);
    c.declared = named(doc, c, "answer");
    c.aside = isAside(doc, c);
    c.service = isService(doc, c) && !c.pair;
    c.own = isOwn(doc, c);
    c.good = isGood(doc, c) || named(doc, c, "good");
  }
  const pairs = all.slice(1).map((b, k) => [all[k], b]);
  const linked = pairs.filter(([a, b]) => joined(doc, a, b));
  for (const [a, b] of linked) b.denied ||= a.denied;
  for (const [a, b] of linked.reverse()) a.denied ||= b.denied;
  markEcho(doc, all, keys.length);
  return all;
}

/** Marks runs of all options in order as an echo, and one of them that alone is bold or ticked. */
function markEcho(doc, all, count) {
  const { tokens, has } = doc;
  const ticked = (c) => {
    if (tokens[c.first - 1]?.line === c.line && has(tokens[c.first - 1], "good")) return true;
    if (isGood(doc, c)) return true;
    let k = c.last;
    while (k < c.last + NEAR && tokens[k + 1]?.line === c.line) k++;
    while (k > c.last && isMark(tokens[k], "|")) k--;
    return k > c.last && has(tokens[k], "good");
  };
  for (let k = 0; k + count <= all.length; k++) {
    const run = all.slice(k, k + count);
    if (!run.every((c, option) => c.option === option)) continue;
    const linked = (c, k) => k === 0 || joined(doc, run[k - 1], c);
    const listed = (c, k) => !c.declared && linked(c, k);
    if (!run.every((c) => c.pair) && !run.every(listed)) continue;
    const marked = run.filter((c) => c.pair && (tokens[c.first].bold || ticked(c)));
    for (const c of run) c.echo = marked.length !== 1 || c !== marked[0];
    k += count - 1;
  }
}

/** Called good after it: "… is correct". */
function isGood(doc, c) {
  const [next, ...rest] = STEPS.map((step) => within(doc, c.last + step, c.sent));
  const marked = isMark(next, VERDICT);
  const after = marked ? rest : [next, ...rest];
  const last = after.find((t) => !doc.has(t, "fill", "option", "is"));
  return doc.has(last, "good", "answer") || doc.has(after[0], "greet");
}

/** All of its sentence or line, but for fillers and what is set off after it. */
function isOwn(doc, c) {
  const { tokens, has } = doc;
  for (let k = c.first - 1; k >= c.first - NEAR && within(doc, k, c.sent); k--) {
    if (tokens[k].kind !== "mark" && !has(tokens[k], "fill", "option")) return false;
  }
  const next = within(doc, c.last + 1, c.sent);
  if (next === undefined) return true;
  const marked = isMark(within(doc, c.label + 1, c.sent), ":,.");
  return c.label !== undefined && (marked || /[)\]]/.test(tokens[c.label].after));
}
