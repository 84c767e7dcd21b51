// The candidates of a reply and their facts. Part of the second implementation of docs/grading.md.

import { ALNUM, normalise, re } from "./text.mjs";
import { DASHES, OPERATORS, UNSPACED_START, isLetter, isMark, tokenise } from "./tokens.mjs";

const NOT_ALNUM = re(`[^${ALNUM}]`, "gu");
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Returns token `i` if it is in sentence `sent`. */
export const within = (doc, i, sent) => (doc.tokens[i]?.sent === sent ? doc.tokens[i] : undefined);

/** Marks between a candidate and a verdict on it. */
const VERDICT = [":", "|", ...DASHES];

/** Denied: after a word of *not* or *bad*, or before *bad*, "is not" or a "not" that ends the sentence. */
function denied({ tokens, has }, { first, last, sent }) {
  const at = (k) => (tokens[k]?.sent === sent ? tokens[k] : undefined);
  for (let k = first - 1; k >= first - 5; k--) {
    const not = has(at(k), "not") && !has(at(k), "but") && !isMark(tokens[k + 1], ",:");
    if (has(at(k), "bad") || not) return true;
    if (!has(at(k), "fill", "option", "is", "good", "prep", "answer", "pick")) break;
  }
  const next = isMark(at(last + 1), VERDICT) ? last + 2 : last + 1;
  for (let k = next; k <= last + 6 && at(k); k++) {
    const t = tokens[k];
    const final = k === next && (UNSPACED_START.test(t.word) || !at(k + 1));
    if (has(t, "bad") && !has(tokens[k - 1], "not")) return true;
    if (has(t, "not") && (final || (has(tokens[k - 1], "is") && !has(t, "prep")))) return true;
    if (t.kind === "number" || isLetter(t) || isMark(t, ",:")) break;
  }
  return false;
}

/** Named by a word of `name` before it: "… is", or directly. */
function named({ tokens, has }, { first, sent }, ...name) {
  let [is, direct] = [false, true];
  for (let k = first - 1; k >= first - 10 && tokens[k]?.sent === sent; k--) {
    const t = tokens[k];
    if (has(t, ...name)) return direct || (is && !has(t, "so"));
    if (has(t, "so", "not", "but", "why")) return false;
    if (isMark(t, ",") && !(k === first - 1 && has(tokens[k - 1], ...name))) return false;
    if (has(t, "is") || isMark(t, ":=")) is = true;
    else if (!has(t, "fill", "option", "good") && t.kind !== "mark") direct = false;
  }
  return false;
}

/** Joined: only "or", "and", a comma or slash, and fillers between two candidates. */
export function joined({ tokens, has }, a, b) {
  const between = tokens.slice(a.last + 1, b.first);
  const links = (t) => has(t, "or", "and") || isMark(t, ",/&");
  const only = between.every((t) => links(t) || has(t, "fill", "option"));
  return a.sent === b.sent && only && between.length <= 4 && between.some(links);
}

/** Reports whether only fillers follow token `i` in its sentence. */
function endsSentence(doc, i) {
  let k = i + 1;
  while (k < i + 4 && doc.has(within(doc, k, doc.tokens[i].sent), "fill", "is")) k++;
  const next = within(doc, k, doc.tokens[i].sent);
  return next === undefined || next.before.includes("(");
}

/** Reports whether token `i` is the value of a quoted key that names no answer. */
function afterQuotedKey({ tokens, has }, i) {
  for (let k = i - 1; k > i - 10 && tokens[k]?.sent === tokens[i].sent; k--) {
    const key = tokens[k - 1];
    if (isMark(tokens[k], ":=") && key?.after.includes('"'))
      return !has(key, "answer", "result", "option", "pick");
  }
  return false;
}

/** In brackets with other tokens. */
function isBracketed({ tokens }, { first, last, sent }) {
  if (last === tokens.length - 1 && !tokens[last].after.includes(")")) return false;
  for (let k = first; k > first - 12 && tokens[k]?.sent === sent; k--) {
    if (k < first && tokens[k].after.includes(")")) return false;
    if (tokens[k].before.includes("(")) return k < first || !tokens[first].after.includes(")");
  }
  return false;
}

/** After a word of an aside in its sentence, or before it and not declared. */
const isAside = ({ tokens, sents }, { first, sent, declared }) =>
  tokens[first].start >= sents[sent].aside || (sents[sent].aside < Infinity && !declared);

/** In a message of a service: its sentence, the first or the last has a word of one. */
function isService({ tokens, sents, has }, { first, last, sent, box, declared }) {
  const alone = tokens[first - 1]?.sent !== sent && tokens[last + 1]?.sent !== sent;
  const near = alone ? [sents[sent]] : [sents[sent], sents[0], sents.at(-1)];
  return near.some((s) => has(s, "service")) && !box && !declared;
}

// Numbers

export function numberCandidates(doc, given) {
  const { tokens, sents, has } = doc;
  const all = [];
  for (const [i, t] of tokens.entries()) {
    if (t.kind !== "number") continue;
    const at = (step) => within(doc, i + step, t.sent);
    const [p, n, pp, nn] = [at(-1), at(1), at(-2), at(2)];
    const touchesLeft = p !== undefined && !t.gap && t.before === "";
    const touchesRight = n !== undefined && !n.gap && t.after === "";
    const glued = (x, y) => x.word === "\u2060" || (isMark(x, ",:.") && y?.kind === "number");
    const left2 = p !== undefined && !p.gap ? pp : undefined;
    const right2 = nn !== undefined && !nn.gap ? nn : undefined;
    const mixed = [p, n].some(
      (x) => x?.kind === "number" && (x.end + 1 === t.start || t.end + 1 === x.start),
    );
    const torn =
      mixed ||
      (touchesRight && (has(n, "ord") || glued(n, right2))) ||
      (touchesLeft && (p.word === "^" || glued(p, left2) || (isMark(p, ".") && left2)));
    const signed = (isMark(p, "-−–") || has(p, "neg")) && !p.first && pp?.kind !== "number";
    const keyed =
      t.hashes === 1 ||
      (p?.kind === "number" && t.before.endsWith("[")) ||
      has(p, "name", "key") ||
      (isMark(p, ":=") && [-2, -3, -4].some((step) => has(at(step), "key"))) ||
      afterQuotedKey(doc, i);
    const operator = (step) => {
      const x = at(step);
      if (isMark(x, "=≈≡")) return "=";
      return (isMark(x, OPERATORS) || has(x, "op")) && at(2 * step)?.kind === "number";
    };
    const before = all.at(-1)?.sent === t.sent ? all.at(-1) : undefined;
    const [left, right] = [operator(-1), operator(1)];
    const f = { first: i, last: i, value: t.value, sent: t.sent, line: t.line, box: t.box };
    Object.assign(f, { torn: Boolean(torn), signed, keyed, listed: t.listed === true });
    f.given = given.has(t.value);
    f.operand = left === true || right === true;
    f.result =
      !f.operand &&
      (f.given
        ? (left === "=" || has(p, "is")) && before?.operand && before.given && all.at(-2)?.given
        : left === "=" ||
          (before !== undefined && (has(p, "equals") || (before.operand && has(p, "is")))));
    f.keyed ||= given.size > 0 && has(n, "measure") && !f.result;
    // "95 = 37 + 58": the result is in front.
    if (f.operand && left === "=" && before && !before.operand) before.result = true;
    all.push(f);
  }
  for (const f of all) {
    const [t, sent, lead] = [tokens[f.first], sents[f.sent], within(doc, f.first - 1, f.sent)];
    f.asked = sent.asked;
    f.denied = !f.result && denied(doc, f);
    f.declared = t.hashes >= 4 || named(doc, f, "answer");
    f.aside = isAside(doc, f) || isBracketed(doc, f);
    const inEquation = f.result;
    f.result ||= !f.operand && named(doc, f, "result", "so");
    f.led =
      lead === undefined ||
      endsSentence(doc, f.first) ||
      has(lead, "is", "so", "result", "answer", "pick") ||
      isMark(lead, ":=|") ||
      t.bold;
    const previous = all[all.indexOf(f) - 1];
    f.denied ||= !f.result && previous?.denied === true && joined(doc, previous, f);
    f.service = isService(doc, f) && !inEquation && !(f.result && isMark(lead, ":="));
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
  const before = [-1, -2, -3].map(at).find((x) => !has(x, "fill"));
  const named = has(at(1), "option") || (has(before, "is") && at(1) === undefined);
  return named ? places.get(t.word) : undefined;
}

/** Finds letters that are labels. */
function labels({ tokens, has }, count, texts) {
  const alone = tokens.filter((t) => t.kind !== "mark").length === 1;
  const isLabel = (t, i) => {
    const option = LETTERS.indexOf(t.raw.toUpperCase());
    if (t.kind !== "word" || !/^[A-Za-z]$/.test(t.raw)) return false;
    if (texts.some((x) => x.first <= i && i <= x.last && x.last > x.first)) return false;
    const at = (k) => (tokens[k]?.line === t.line ? tokens[k] : undefined);
    const [p, n] = [at(i - 1), at(i + 1)];
    const [open, close] = [/[([]/.test(t.before), /[)\]]/.test(t.after)];
    const boxed = t.box && !tokens[i - 1]?.box && !tokens[i + 1]?.box;
    if (option >= count && !(open && close) && !boxed) return false;
    const ends = n === undefined || t.stop !== "";
    const called =
      has(p, "option", "answer") ||
      ((has(p, "is") || isMark(p, ":")) && has(at(i - 2), "answer", "option"));
    if (
      /[a-z]/.test(t.raw) &&
      !alone &&
      !(close && (open || t.first || ends)) &&
      !(ends && called) &&
      !(i === 0 && t.stop !== "")
    )
      return false;
    const glue = ["-", "–", "°", "^", "+", "×", "/", "\u2060"];
    if (isMark(p, glue) && !t.gap && t.before === "") return false;
    if (isMark(n, glue) && !n.gap && t.after === "") return false;
    if (!open && !has(p, "option", "answer") && has(p, "name", "key")) return false;
    if (t.after.includes('"') && isMark(n, ":")) return false;
    if (has(p, "prep") && p.stop === "" && t.stop !== "" && /^[A-Z]/.test(n?.raw)) return false;
    if (p?.kind === "number" && !open && t.after === "" && p.stop === "") return false;
    // The article and the pronoun: a word follows at once.
    const follows =
      n?.kind === "word" &&
      n.gap &&
      !open &&
      !close &&
      t.stop === "" &&
      !t.bold &&
      !/[([]/.test(n.before);
    if (!follows || !/^[AI]$/.test(t.raw)) return true;
    return has(p, "answer", "option") || has(n, "is", "why", "or", "and", "so", "but", "not");
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
    const marks = [":", ".", ",", "=", "|", "→", "->", ...DASHES];
    let next = i + 1;
    const starts = (k) => texts.find((x) => x.first === k);
    while (
      next < i + 4 &&
      !starts(next) &&
      (isMark(tokens[next], marks) || has(tokens[next], "fill"))
    )
      next++;
    const after = starts(next);
    const before = texts.find(
      (x) => x.last === i - 1 && !x.used && tokens[x.last].sent === tokens[i].sent,
    );
    const own = after?.option === label.option;
    const text = own
      ? after
      : /[([]/.test(tokens[i].before)
        ? before
        : after && next === i + 2 && tokens[next].line === tokens[i].line && tokens[i].stop === ""
          ? after
          : undefined;
    if (text === undefined) {
      all.push(label);
      continue;
    }
    const clash = text.option !== label.option;
    // "carbon (C)": the initial of the text, not its label.
    if (
      clash &&
      text === before &&
      tokens[text.first].raw[0].toUpperCase() === LETTERS[label.option]
    )
      continue;
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
    c.clash ||= value === undefined && !c.declared && !c.box;
    c.service = isService(doc, c) && !c.pair;
    c.own = isOwn(doc, c);
    c.good = isGood(doc, c) || named(doc, c, "good");
  }
  for (let k = 1; k < all.length; k++)
    all[k].denied ||= all[k - 1].denied && joined(doc, all[k - 1], all[k]);
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
    while (k < c.last + 12 && tokens[k + 1]?.line === c.line && !isLetter(tokens[k + 1])) k++;
    while (k > c.last && isMark(tokens[k], "|")) k--;
    return (
      k > c.last && has(tokens[k], "good") && !has(tokens[k], "fill") && !has(tokens[k - 1], "not")
    );
  };
  for (let k = 0; k + count <= all.length; k++) {
    const run = all.slice(k, k + count);
    if (!run.every((c, option) => c.option === option)) continue;
    const linked = (c, k) => k === 0 || joined(doc, run[k - 1], c);
    const listed = (c, k) => c.label !== undefined && !c.declared && linked(c, k);
    if (!run.every((c) => c.pair) && !run.every(listed)) continue;
    const marked = run.filter((c) => c.pair && (tokens[c.first].bold || ticked(c)));
    for (const c of run) c.echo = marked.length !== 1 || c !== marked[0];
    if (marked.length === 1) marked[0].good = true;
    k += count - 1;
  }
}

/** Called good after it: "… is correct". */
function isGood(doc, c) {
  const [next, ...rest] = [1, 2, 3, 4, 5].map((step) => within(doc, c.last + step, c.sent));
  const marked = isMark(next, VERDICT);
  const good = (t) => doc.has(t, "good", "answer");
  const after = marked ? rest : [next, ...rest];
  const last = after.find((t) => good(t) || !doc.has(t, "fill", "is", "option"));
  return good(last) || (marked && doc.has(rest[0], "greet"));
}

/** All of its sentence or line, but for fillers and what is set off after it. */
function isOwn(doc, c) {
  const { tokens, has } = doc;
  for (let k = c.first - 1; k >= c.first - 8 && within(doc, k, c.sent); k--) {
    if (tokens[k].kind !== "mark" && !has(tokens[k], "fill", "option")) return false;
  }
  const next = within(doc, c.last + 1, c.sent);
  if (next === undefined || next.line !== tokens[c.last].line) return true;
  return (
    c.label !== undefined &&
    (/[)\]]/.test(tokens[c.label].after) ||
      isMark(within(doc, c.label + 1, c.sent), [":", ",", "|", ".", ...DASHES]))
  );
}
