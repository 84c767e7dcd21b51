// A text that nobody vouches for, cut into pieces that can be shown: what is marked, what is plain,
// what cannot be seen by itself, and what is left out because there is too much of it.

import { hidden, numbered } from "../../../pkg/util/hidden-characters.js";

/** How much is shown around each end and each mark before anyone asks for more. */
const HEAD = 1200;
const AROUND = 160;

/** Characters that hide, reorder or break text. They are shown by their number. */
const UNSEEN = hidden("\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f");

/** @typedef {{ start: number, end: number, kind: string }} Mark half-open, in UTF-16 units */
/**
 * @typedef {{ text: string, kinds: string[] } | { cut: number } | { unseen: string, kinds: string[] }} Piece
 */

/**
 * @param {string} text
 * @param {Mark[]} marks
 * @param {number} [head] how much of the beginning is shown
 * @returns {Piece[]}
 */
export function excerpt(text, marks, head = HEAD) {
  /** @type {Piece[]} */
  const pieces = [];
  let at = 0;
  for (const { start, end } of windows(text, marks, head)) {
    if (start > at) pieces.push({ cut: start - at });
    addMarked(pieces, text, marks, start, end);
    at = end;
  }
  if (at < text.length) pieces.push({ cut: text.length - at });
  return pieces;
}

/** The parts of the text that are shown, in order, apart. @param {string} text @param {Mark[]} marks @param {number} head */
function windows(text, marks, head) {
  const wanted = [
    { start: 0, end: head },
    ...marks.map(({ start, end }) => ({
      start: start - AROUND,
      end: Math.min(end, start + head) + AROUND,
    })),
  ]
    .map(({ start, end }) => ({
      start: whole(text, Math.max(0, start)),
      end: whole(text, Math.min(text.length, end)),
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

/** A place that is not within a pair of surrogates. @param {string} text @param {number} at */
const whole = (text, at) => (/[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at);

/**
 * @param {Piece[]} pieces
 * @param {string} text
 * @param {Mark[]} marks
 * @param {number} from
 * @param {number} to
 */
function addMarked(pieces, text, marks, from, to) {
  const ends = marks.flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set([from, ...ends.filter((end) => end > from && end < to), to])];
  cuts.sort((a, b) => a - b);
  for (let index = 0; index + 1 < cuts.length; index++) {
    const [start = 0, end = 0] = [cuts[index], cuts[index + 1]];
    const kinds = marks
      .filter((mark) => mark.start <= start && mark.end >= end)
      .map(({ kind }) => kind);
    addVisible(pieces, text.slice(start, end), kinds);
  }
}

/** @param {Piece[]} pieces @param {string} text @param {string[]} kinds */
function addVisible(pieces, text, kinds) {
  let at = 0;
  for (const { 0: unseen, index } of text.matchAll(UNSEEN)) {
    if (index > at) pieces.push({ text: text.slice(at, index), kinds });
    pieces.push({ unseen: numbered(unseen), kinds });
    at = index + unseen.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kinds });
}

/**
 * A short text that nobody vouches for, on one line.
 *
 * @param {string} text
 * @param {number} [most]
 */
export function plain(text, most = 300) {
  const cut = text.length > most ? `${text.slice(0, whole(text, most))}…` : text;
  return cut.replace(UNSEEN, (unseen) => `[${numbered(unseen)}]`);
}
