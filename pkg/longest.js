// Rows that are longer than a line may be are refused however they come.

import { ProofmarkError } from "./error.js";

const LINE_FEED = 0x0a;

/** What stands for a row that cannot be graded. */
const NO_ROW = new TextEncoder().encode("-");

/** A row, if it is not longer than `longest` bytes. @param {Uint8Array} row @param {number} longest */
export function heldRow(row, longest) {
  if (row.length <= longest) return row;
  const message = `row: expected at most ${longest} bytes, found more`;
  throw new ProofmarkError("file.line-too-long", message);
}

/**
 * Rows, with one that cannot be graded in the place of each that is longer than `longest` bytes.
 *
 * @param {Uint8Array} rows
 * @param {number} longest
 */
export function shortened(rows, longest) {
  if (rows.length <= longest) return rows;
  /** @type {Uint8Array[]} */
  const kept = [];
  let from = 0;
  for (let start = 0; start < rows.length;) {
    const at = rows.indexOf(LINE_FEED, start);
    const end = at < 0 ? rows.length : at;
    if (end - start > longest) {
      kept.push(rows.subarray(from, start), NO_ROW);
      from = end;
    }
    start = end + 1;
  }
  return kept.length === 0 ? rows : joined([...kept, rows.subarray(from)]);
}

/** @param {Uint8Array[]} pieces */
function joined(pieces) {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
