// The two readings of a reply, as docs/grading.md defines them: a second implementation for the
// tests, written for clarity. It shares only the lexicon with the core.

import { readFileSync } from "node:fs";

import {
  LETTERS,
  choiceCandidates,
  joined,
  numberCandidates,
  optionKey,
  within,
} from "./grading/facts.mjs";
import {
  ALNUM,
  UNSPACED,
  HAS_ALNUM,
  LITERAL_NUMBER,
  asciiDigits,
  canonical,
  matchAt,
  normalise,
  re,
  visiblePart,
} from "./grading/text.mjs";
import {
  DASHES,
  NEAR,
  OPERATORS,
  STEPS,
  UNSPACED_START,
  isMark,
  parseLexicon,
  tokenise,
} from "./grading/tokens.mjs";

export { canonical };

const LEXICON = new URL("../../src/grade/committed/lexicon.txt", import.meta.url);

// Literal reading

const found = (reply, answer, start, end, rule) => {
  const span = [start, end].map((unit) => Buffer.byteLength(reply.slice(0, unit)));
  return { answer, span, rule };
};
const none = (reply, rule = "none.no-token") => {
  const empty = /^\p{White_Space}*$/u.test(reply);
  return { answer: null, span: null, rule: empty ? "none.empty" : rule };
};

/** Reads the first numeric token. */
export function literalNumber(reply) {
  const token = LITERAL_NUMBER.exec(reply);
  if (token === null) return none(reply);
  const end = token.index + token[0].length;
  return found(reply, canonical(token[0]), token.index, end, "number.first");
}

/** Reads the only letter of a reply, the first standalone capital, or the one option named. */
export function literalChoice(reply, options) {
  const letters = LETTERS.slice(0, options.length);
  const [only, ...others] = reply.matchAll(re(`[${ALNUM}]`, "gu"));
  const alone = others.length === 0 && re(`[${letters}${letters.toLowerCase()}]`).test(only?.[0]);
  const word = `(?![${UNSPACED}])[${ALNUM}_]`;
  const capital = re(`(?<!${word})[${letters}](?!${word})`).exec(reply);
  const letter = alone ? only : capital;
  if (letter) {
    const answer = letter[0].toUpperCase();
    return found(reply, answer, letter.index, letter.index + 1, "choice.first-capital");
  }
  return namedOption(reply, options);
}

/** Reads the only option whose text the reply contains as whole words, in any case. */
function namedOption(reply, options) {
  const [units, places] = [[], []];
  let place = 0;
  for (const character of reply) {
    for (const unit of character.toLowerCase()) {
      units.push(unit);
      places.push(place);
    }
    place += character.length;
  }
  places.push(place);
  const word = re(`^(?![${UNSPACED}])[${ALNUM}]`);
  const isWord = (text) => word.test(text);
  const before = (place) => [...reply.slice(Math.max(0, place - 2), place)].at(-1) ?? "";
  const after = (place) => reply.slice(place, place + 2);
  const longestFirst = [...options.entries()].sort(
    (a, b) => Buffer.byteLength(b[1]) - Buffer.byteLength(a[1]),
  );
  let named;
  for (const [option, text] of longestFirst) {
    const key = [...text].flatMap((character) => [...character.toLowerCase()]);
    const spans = [...units.keys()]
      .filter((i) => key.length > 0 && key.every((unit, k) => unit === units[i + k]))
      .map((i) => ({ from: i, to: i + key.length }))
      .filter(({ from, to }) => !isWord(before(places[from])) && !isWord(after(places[to])));
    const apart = (a) => !named?.spans.some((b) => a.from < b.to && b.from < a.to);
    if (!spans.some(apart)) continue;
    if (named) return none(reply, "none.hedge");
    named = { option, spans };
  }
  if (named === undefined) return none(reply);
  const [{ from, to }] = named.spans;
  return found(reply, LETTERS[named.option], places[from], places[to], "choice.contains-option");
}

// Rules of the committed reading

/** Numbers by their rules: the first that returns a candidate, or is itself a kind of none, decides. */
const NUMBER_RULES = [
  [
    "none.hedge",
    ({ free, live }, { tokens }) =>
      tokens.every((t) => t.kind !== "word") && !live.some((f) => f.result) && values(free) > 1,
  ],
  [
    "number.line",
    ({ all, main }, { tokens }) => {
      const line = all.filter((f) => f.line === tokens.at(-1).line);
      const bare = tokens.every((t) => t.line !== line[0]?.line || t.kind !== "word");
      const [f] = line;
      return line.length === 1 && bare && f.live && !(main && f.aside) ? f : undefined;
    },
  ],
  ["number.answer", ({ live }) => live.findLast((f) => f.box || f.declared)],
  [
    "number.lead",
    ({ live, said, from }, doc) => {
      const f = leading(doc, live, from);
      return from > 0 && said[0]?.sent > f?.sent ? undefined : f;
    },
  ],
  ["none.refusal", refused],
  ["none.uncommitted", brokenOff],
  [
    "number.only",
    ({ free, sum }) =>
      values(free) === 1 && (!sum || free.some((f) => f.led)) ? free.at(-1) : undefined,
  ],
  ["number.result", ({ said }) => said.findLast((f) => f.result)],
  [
    "number.last",
    ({ all, said, sum }, doc) => {
      const shown = (f) => {
        const lead = within(doc, f.first - 1, f.sent);
        return (
          !sum ||
          !doc.sents[f.sent].worded ||
          isMark(lead, ":,") ||
          doc.has(lead, "pick") ||
          (doc.has(lead, "is") && all[0] !== f)
        );
      };
      return said.findLast((f) => !f.given && shown(f));
    },
  ],
];
/** Returns the candidate that begins the reply from token `from` on, as a statement of its own. */
function leading(doc, live, from) {
  const starts = (k) => live.some((f) => f.first === k);
  const skipped = (t) => t.kind === "mark" || doc.has(t, "greet", "fill", "is", "option");
  const first = doc.tokens.findIndex((t, k) => k >= from && (starts(k) || !skipped(t)));
  const f = live.find((x) => x.first === first);
  if (f === undefined) return undefined;
  const t = within(doc, f.last + 1, f.sent);
  const ends =
    t?.line !== f.line ||
    isMark(t, [".", ",", ":", ...DASHES]) ||
    (t?.kind === "mark" && /[\u2300-\u2bff\u{1f000}-\u{1ffff}]/u.test(t.raw));
  return ends || doc.has(t, "why") || /[([]/.test(t.before) ? f : undefined;
}

const values = (list) => new Set(list.map((f) => f.value)).size;

/** Refused, and nothing concluded after that. */
function refused({ live, from }, { tokens, has }) {
  const at = tokens.findLastIndex((t) => has(t, "refuse"));
  const concluded = (f) =>
    f.first > at &&
    (f.result || tokens.slice(at, f.first).some((t) => has(t, "but", "so", "pick")));
  return at >= from && !live.some(concluded);
}

/** Ends in a word or mark after which something follows, or in the middle of a sentence. */
function brokenOff({ last }, { tokens, has, sents }) {
  const end = tokens.at(-1);
  if (end.stop !== "" || last === tokens.length - 1) return false;
  if (has(end, "and", "or", "is", "prep") && !UNSPACED_START.test(end.word)) return true;
  if (isMark(end, [...OPERATORS, ",", ":", "="])) return true;
  const rest = tokens.slice(last + 1);
  return (
    rest.some((t) => t.kind === "word" && t.classes !== 0) &&
    !/[)\]}`"*]/.test(end.after) &&
    sents.length > 1 &&
    sents.slice(0, -1).every((s) => s.stop !== "")
  );
}

const single = (list) => (values(list) === 1 ? list.at(-1) : undefined);

const CHOICE_RULES = [
  [
    "choice.answer",
    ({ live, letters }) =>
      live.findLast((c) => c.box) ??
      letters.findLast((c) => c.declared) ??
      (letters.length === 0 ? live.findLast((c) => c.declared) : undefined),
  ],
  [
    "choice.chosen",
    ({ letters }, doc) => {
      const skipped = (t) => doc.has(t, "fill", "option", "good") || isMark(t, ",");
      const last = (name) =>
        letters.findLast(({ first, sent }) => {
          const before = STEPS.map((step) => within(doc, first - step, sent));
          const named = before.find((t) => doc.has(t, name) || !skipped(t));
          return doc.has(named, name);
        });
      return last("pick") ?? last("but");
    },
  ],
  [
    "none.hedge",
    ({ live, all }, { tokens }) =>
      single(live) === undefined &&
      tokens.every((t, k) => t.kind !== "word" || all.some((c) => c.first <= k && k <= c.last)),
  ],
  [
    "choice.lead",
    ({ live, letters, from }, doc) => {
      const c = leading(doc, live, from);
      const second = letters.find((x) => x.first > c?.first);
      const list = second?.own && second.option === c.option + 1 && live.length > 2;
      return list ? undefined : c;
    },
  ],
  ["choice.right", ({ live }) => live.findLast((c) => c.good)],
  ["none.refusal", refused],
  ["none.uncommitted", brokenOff],
  [
    "choice.line",
    ({ live }) => {
      const own = live.filter((c) => c.own);
      return single(own);
    },
  ],
  [
    "choice.only",
    ({ letters }, doc) => {
      const concludes = ({ first, last, sent }) => {
        const [p, n, nn] = [first - 1, last + 1, last + 2].map((k) => within(doc, k, sent));
        return n === undefined ? doc.has(p, "is") : doc.has(n, "is") && nn === undefined;
      };
      return single(letters) ?? letters.findLast(concludes);
    },
  ],
  [
    "choice.so",
    ({ live }, { tokens, has }) => {
      const so = tokens.findLastIndex((t) => has(t, "so"));
      return single(live.filter((c) => so >= 0 && c.first > so && c.sent === tokens[so].sent));
    },
  ],
  [
    "choice.text",
    ({ all, live }, doc) => {
      const end = live.at(-1);
      const p = within(doc, end.first - 1, end.sent);
      const apart = isMark(p, [":", ...DASHES]) || doc.has(p, "but");
      const c = single(live.filter((x) => x.sent === end.sent)) ?? (apart ? end : undefined);
      const before = all[all.indexOf(c) - 1];
      return c && before?.option + 1 === c.option && single(live) === undefined ? undefined : c;
    },
  ],
];

// Committed reading

/** Facts of a candidate that is not to be picked. */
const BARRING = "torn signed listed keyed operand asked denied service clash echo".split(" ");

/** The facts and rules that `reader` can leave out. */
export const FACTS = [
  ...BARRING,
  ...["given", "result", "declared", "aside", "led", "box", "own", "good", "correction"],
];
export const RULES = [...new Set([...NUMBER_RULES, ...CHOICE_RULES].map(([rule]) => rule))];

/** Returns a reader by a lexicon, without the classes, facts and rules that `off` names. */
export function reader(lexiconText, off = new Set()) {
  const lexicon = parseLexicon(lexiconText, off);

  function read(reply, findCandidates, rules) {
    const { text, places } = normalise(reply, ...visiblePart(reply, lexicon), lexicon);
    const cut = nextTurn(text, lexicon);
    let pick = decide(text.slice(0, cut), findCandidates, rules);
    if (typeof pick === "string" && cut < text.length) {
      const whole = decide(text, findCandidates, rules);
      if (typeof whole !== "string") pick = whole;
    }
    if (typeof pick === "string") return none(reply, pick);
    const [start, end] = [places[pick.start][0], places[pick.end - 1][1]];
    if (!isWritten(pick.value, reply.slice(start, end))) return none(reply, "none.uncommitted");
    return found(reply, pick.value, start, end, pick.rule);
  }

  /** Returns the candidate picked, or the kind of none. */
  function decide(text, findCandidates, rules) {
    const doc = tokenise(text, lexicon);
    const candidates = findCandidates(doc);
    for (const f of candidates) {
      for (const fact of off) if (f[fact] === true) f[fact] = false;
      f.live = !BARRING.some((fact) => f[fact] === true);
    }
    const { tokens, has } = doc;
    const isRefusal = (t) => has(t, "refuse");
    if (candidates.length === 0) return tokens.some(isRefusal) ? "none.refusal" : "none.no-token";
    const corrects = (t, k) => has(t, "back") || (has(t, "no") && isMark(tokens[k + 1], ",:"));
    const backs = [...tokens.keys()].filter((k) => corrects(tokens[k], k));
    for (const back of off.has("correction") ? [] : backs.slice(-3).reverse()) {
      const later = judge(doc, candidates, back + 1, rules);
      if (typeof later === "object" || /refusal|hedge/.test(later)) return later;
    }
    return judge(doc, candidates, 0, rules);
  }

  /** Applies the rules to the candidates from token `from` on. */
  function judge(doc, candidates, from, rules) {
    const { tokens, has } = doc;
    const all = candidates.filter((f) => f.first >= from);
    const refusal = tokens.some((t, k) => k >= from && has(t, "refuse"));
    const { sum = false } = candidates;
    const sayable = (f) => f.live && (f.result || (!f.given && (!sum || f.led)));
    const main = all.some((f) => sayable(f) && !f.aside);
    const last = all.findLast((f) => f.live)?.last;
    const fresh = all.some((f) => sayable(f) && !f.aside && !f.given);
    const live = all.filter(
      (f) =>
        f.live && !((main && f.aside) || (fresh && f.given && !f.result && !f.declared && !f.box)),
    );
    if (live.length === 0) return refusal ? "none.refusal" : "none.uncommitted";
    const free = live.filter((f) => !f.given);
    const letters = live.filter((f) => f.label !== undefined);
    const { sent } = live.findLast(sayable) ?? {};
    const said = live.filter((f) => sayable(f) && f.sent === sent);
    for (const [rule, apply] of rules) {
      const f = off.has(rule)
        ? undefined
        : apply({ all, live, main, last, free, said, sum, from, letters }, doc);
      if (f === undefined || f === false) continue;
      if (f === true) return rule;
      if (f.value === undefined) return "none.uncommitted";
      const [k, unbarred] = [all.indexOf(f), new Set(live)];
      const before = all.findLast((other, i) => i < k && unbarred.has(other));
      const after = all.find((other, i) => i > k && unbarred.has(other));
      if (rivals(doc, f, before) || rivals(doc, f, after)) return "none.hedge";
      const label = f.label ?? f.first;
      return {
        value: f.value,
        start: tokens[label].start,
        end: tokens[f.label ?? f.last].end,
        rule,
      };
    }
    return "none.uncommitted";
  }

  return {
    number: (reply, given = []) => {
      const operands = new Set(given.map(canonical));
      const find = (doc) =>
        Object.assign(numberCandidates(doc, operands), { sum: operands.size > 0 });
      return read(reply, find, NUMBER_RULES);
    },
    choice: (reply, options) => {
      const keys = options.map((option) => optionKey(option, lexicon));
      return read(reply, (doc) => choiceCandidates(doc, keys), CHOICE_RULES);
    },
  };
}

/** Reports whether another value is joined to the candidate, or is near it with an "or" between. */
function rivals(doc, f, other) {
  if (other === undefined || other.value === f.value) return false;
  const [a, b] = other.first < f.first ? [other, f] : [f, other];
  const states = (x) => x.declared && x.first - doc.sents[x.sent].from <= 4;
  if (states(a) && states(b) && b.sent - a.sent === 1) return true;
  const or =
    a.sent === b.sent &&
    b.first - a.first <= NEAR &&
    doc.tokens.slice(a.first, b.first).some((t) => doc.has(t, "or"));
  return or || joined(doc, a, b);
}

/** Reports whether `text` has the digits of a value first, if they are more than 19. */
function isWritten(value, text) {
  const significant = value.replace(/e.*|\D/g, "").replace(/^0+|0+$/g, "");
  const written = asciiDigits(text).replace(/\D/g, "").replace(/^0+/, "");
  return significant.length <= 19 || written.startsWith(significant);
}

const TURN = /[ #>*_-]{0,8}([A-Za-z ]{0,20})\d{0,3}[*_]{0,3}[:\n]/uy;
/** Returns the place of the first line after a word that begins the next turn. */
function nextTurn(text, { turn }) {
  const first = text.search(HAS_ALNUM);
  for (let at = text.indexOf("\n") + 1; at > 0; at = text.indexOf("\n", at) + 1) {
    const name = matchAt(TURN, text, at)?.[1].trimEnd().toLowerCase();
    if (first >= 0 && first < at && turn.includes(name)) return at;
  }
  return text.length;
}

export const { number, choice } = reader(readFileSync(LEXICON, "utf8"));
