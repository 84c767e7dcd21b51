// The text of a reply for its readings: numbers, the visible part, and normalised text. Part of the
// second implementation of docs/grading.md.

export const ALNUM = "\\p{Alphabetic}\\p{N}";
export const MARKS = "\\u0300-\\u036f\\u064b-\\u065f\\u0900-\\u0963\\u0966-\\u0dff";
export const UNSPACED =
  "\\u1100-\\u11ff\\u2e80-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc\\u{20000}-\\u{3ffff}";
const WORD_CHARACTER = `(?![${UNSPACED}])[${ALNUM}${MARKS}_]`;
export const HAS_ALNUM = re(`[${ALNUM}]`);

export function re(source, flags = "u") {
  return new RegExp(source, flags);
}

/** Matches a sticky pattern at `index`. */
export function matchAt(pattern, text, index) {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

// Numbers

const GROUPS = "(?:([,\\u00a0\\u2009\\u202f])\\p{Nd}{3}(?!\\p{Nd})(?:\\1\\p{Nd}{3}(?!\\p{Nd}))*)?";
const INTEGER = `(?:\\p{Nd}{1,3}(?!\\p{Nd})${GROUPS}|\\p{Nd}+)`;
const UNSIGNED = `(?:${INTEGER}(?:\\.\\p{Nd}+)?|(?<![${ALNUM}.])\\.\\p{Nd}+)(?:[eE][-+−]?\\p{Nd}{1,18}(?!\\p{Nd}))?`;
export const LITERAL_NUMBER = re(`(?:(?<![${ALNUM})])[-−])?${UNSIGNED}`);
export const NUMBER = re(`(?:(?<!${WORD_CHARACTER}|\\))[-−–]\\$?)?${UNSIGNED}`, "uy");

/** Returns the ASCII digit for a decimal digit of any script: their runs of ten begin at a zero. */
function asciiDigit(character) {
  let zero = character.codePointAt(0);
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((character.codePointAt(0) - zero) % 10);
}

/** Replaces the digits of other scripts, and lowered ones. */
export const asciiDigits = (text) =>
  text.replace(/\p{Nd}/gu, asciiDigit).replace(/[₀-₉]/g, (c) => LOWERED.indexOf(c));

/** Returns the canonical text of a numeric token. */
export function canonical(token) {
  const ascii = asciiDigits(token).replaceAll("−", "-");
  const [, sign, mantissa, e = "0"] = /^([-–]?)([^eE]*)(?:[eE](.*))?$/.exec(ascii);
  const [whole, fraction = ""] = mantissa.replace(/[^\d.]/g, "").split(".");
  const significant = (whole + fraction).replace(/^0+/, "");
  const digits = significant.replace(/0+$/, "");
  if (digits === "") return "0";
  const minus = sign && "-";
  const point = BigInt(e) + BigInt(significant.length - fraction.length);
  if (point - BigInt(digits.length) > 20n || point < -20n) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${minus}${digits[0]}${rest}e${point - 1n}`;
  }
  const place = Number(point);
  if (place >= digits.length) return minus + digits.padEnd(place, "0");
  if (place > 0) return `${minus}${digits.slice(0, place)}.${digits.slice(place)}`;
  return `${minus}0.${"0".repeat(-place)}${digits}`;
}

// Visible part

/** Returns the last part of the reply with a word in it that is not thinking: [start, end]. */
export function visiblePart(reply, lexicon) {
  const parts = [];
  let [start, hidden] = [0, false];
  for (const delimiter of reply.matchAll(lexicon.thinking)) {
    const opens = delimiter.groups.open !== undefined;
    if (opens && hidden) continue;
    if (opens) parts.push([start, delimiter.index]);
    else if (!hidden) parts.length = 0;
    hidden = opens;
    start = delimiter.index + delimiter[0].length;
  }
  if (!hidden) parts.push([start, reply.length]);
  return parts.findLast(([from, to]) => HAS_ALNUM.test(reply.slice(from, to))) ?? [0, 0];
}

// Normalised text

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const LOWERED = "₀₁₂₃₄₅₆₇₈₉";
const TURN_END = Symbol("end of turn");
const PLAIN = /[A-Za-z0-9 .,\n]/;
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufe0f]/y;

const isDigit = (c) => c !== undefined && /\p{Nd}/u.test(c);
/** Patterns and their replacements; the first that matches at a place applies. */
const REWRITES = [
  [/<!--[^]*?-->|<<[^]*?>>|~~[^]*?~~|<(s|del|strike)>[^]*?<\/\1>/y, () => ""],
  [
    /<\|([^|<>\p{White_Space}]{1,40})\|>|<((?:end|start)_of_turn|\/s)>|\[\/?INST\]/uy,
    ([, a, b], { ends, worded }) =>
      worded && (a === undefined || ends.includes(a.toLowerCase())) ? TURN_END : "\n",
  ],
  [
    /<(\/?)([A-Za-z][\w:\-]{0,30})(?:\p{White_Space}[^<>\n]{0,200})?\/?>/uy,
    ([, slash, tag], { blocks, inline }) => {
      const name = tag.toLowerCase();
      if (blocks.includes(name)) return "\n";
      return inline.includes(name) ? " " : slash ? "\n" : `\n${name}: `;
    },
  ],
  [/\[[xX]\]/y, () => "✓"],
  [/\x1b(?:\[[0-9;?]{0,20}[@-~])?/y, () => ""],
  [/\{,\}/y, () => ","],
  [/\\!/y, () => ""],
  [/\\[,;: ]/y, () => "\u202f"],
  [/\\\\/y, () => "\n"],
  [/\\[{}]/y, () => ""],
  [/\\([$%#&_])/y, ([, c]) => c],
  [
    re(`[⁻${RAISED}]+`, "uy"),
    ([run]) => "^" + run.replaceAll("⁻", "-").replace(/[^-]/g, (c) => RAISED.indexOf(c)),
  ],
  [re(`[${LOWERED}]`, "uy"), ([c]) => String(LOWERED.indexOf(c))],
  [/(?![！？；])[\uff01-\uff5e]/y, ([c]) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)],
  [/\p{Nd}/uy, ([c]) => asciiDigit(c)],
  [INVISIBLE, (_, { last, next }) => (isDigit(last) && isDigit(next) ? "\u2060" : "")],
];

/** Returns the text that is tokenised, and for each of its units the place in the reply: [start, end]. */
export function normalise(reply, start, end, lexicon) {
  const source = reply.slice(start, end);
  const [units, places] = [[], []];
  let worded = false;
  for (let i = 0; i < source.length;) {
    const character = String.fromCodePoint(source.codePointAt(i));
    let [text, length] = [character, character.length];
    for (const [pattern, replace] of PLAIN.test(character) ? [] : REWRITES) {
      const match = matchAt(pattern, source, i);
      if (match === null) continue;
      length = match[0].length;
      const next = source.codePointAt(i + length);
      text = replace(match, {
        ...lexicon,
        worded,
        last: units.at(-1),
        next: next && String.fromCodePoint(next),
      });
      break;
    }
    if (text === TURN_END) break;
    for (const unit of text.split("")) {
      units.push(unit);
      places.push([start + i, start + i + length]);
    }
    worded ||= HAS_ALNUM.test(text);
    i += length;
  }
  return { text: units.join(""), places };
}
