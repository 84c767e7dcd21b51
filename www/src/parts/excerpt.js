// Splits untrusted text into pieces for display: highlighted, plain, invisible characters, and
// omitted parts of long texts.

import { hiddenCharacterPattern, formatCodePoint } from "../../../pkg/util/hidden-characters.js";

/** The number of characters shown at the start, and around each mark, by default. */
const DEFAULT_HEAD = 1200;
const AROUND = 160;

/** Characters that hide, reorder or break text. Their code points are shown instead. */
const INVISIBLE = hiddenCharacterPattern("\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f");

/** @typedef {{ start: number, end: number, kind: string }} Mark half-open, in UTF-16 units */
/**
 * @typedef {{ text: string, kinds: string[] } | { cut: number } | { unseen: string, kinds: string[] }} Piece
 */

/**
 * @param {string} text
 * @param {Mark[]} marks
 * @param {number} [head] the number of characters shown at the start
 * @returns {Piece[]}
 */
export function excerpt(text, marks, head = DEFAULT_HEAD) {
  /** @type {Piece[]} */
  const pieces = [];
  let at = 0;
  for (const { start, end } of shownRanges(text, marks, head)) {
    if (start > at) pieces.push({ cut: start - at });
    appendMarked(pieces, text, marks, start, end);
    at = end;
  }
  if (at < text.length) pieces.push({ cut: text.length - at });
  return pieces;
}

/** Returns the ranges to show, merged and in order. @param {string} text @param {Mark[]} marks @param {number} head */
function shownRanges(text, marks, head) {
  const wanted = [
    { start: 0, end: head },
    ...marks.map(({ start, end }) => ({
      start: start - AROUND,
      end: Math.min(end, start + head) + AROUND,
    })),
  ]
    .map(({ start, end }) => ({
      start: moveOutOfSurrogatePair(text, Math.max(0, start)),
      end: moveOutOfSurrogatePair(text, Math.min(text.length, end)),
    }))
    .sort((a, b) => a.start - b.start);
  /** @type {{ start: number, end: number }[]} */
  const merged = [];
  for (const next of wanted) {
    const last = merged.at(-1);
    if (last !== undefined && next.start <= last.end + AROUND)
      last.end = Math.max(last.end, next.end);
    else merged.push(next);
  }
  return merged;
}

/** Moves an offset out of a surrogate pair. @param {string} text @param {number} at */
const moveOutOfSurrogatePair = (text, at) => (/[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at);

/**
 * @param {Piece[]} pieces
 * @param {string} text
 * @param {Mark[]} marks
 * @param {number} from
 * @param {number} to
 */
function appendMarked(pieces, text, marks, from, to) {
  const ends = marks.flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set([from, ...ends.filter((end) => end > from && end < to), to])];
  cuts.sort((a, b) => a - b);
  for (let index = 0; index + 1 < cuts.length; index++) {
    const [start = 0, end = 0] = [cuts[index], cuts[index + 1]];
    const kinds = marks
      .filter((mark) => mark.start <= start && mark.end >= end)
      .map(({ kind }) => kind);
    appendVisible(pieces, text.slice(start, end), kinds);
  }
}

/** @param {Piece[]} pieces @param {string} text @param {string[]} kinds */
function appendVisible(pieces, text, kinds) {
  let at = 0;
  for (const { 0: unseen, index } of text.matchAll(INVISIBLE)) {
    if (index > at) pieces.push({ text: text.slice(at, index), kinds });
    pieces.push({ unseen: formatCodePoint(unseen), kinds });
    at = index + unseen.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kinds });
}

/**
 * Makes untrusted text safe to show on one line, and truncates it.
 *
 * @param {string} text
 * @param {number} [most]
 */
export function toOneLine(text, most = 300) {
  const cut = text.length > most ? `${text.slice(0, moveOutOfSurrogatePair(text, most))}…` : text;
  return cut.replace(INVISIBLE, (unseen) => `[${formatCodePoint(unseen)}]`);
}
