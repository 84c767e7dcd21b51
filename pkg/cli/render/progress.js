// A progress line: rewritten on a terminal, printed at long intervals elsewhere.

import { clip } from "./text.js";

const REDRAW_MS = 80;
const SPARSE_MS = 10_000;

/** @typedef {ReturnType<typeof createProgress>} Progress */

/**
 * @param {import("../terminal.js").Output} out
 * @param {(columns: number) => string} line Returns the current line.
 */
export function createProgress(out, line) {
  let drawn = false;
  const draw = () => {
    const text = line(out.columns);
    if (!out.live) return out.tell(`${text}\n`);
    // On some terminals a line of full width wraps, and could not be rewritten.
    drawn = true;
    out.rewrite(clip(text, out.columns - 1));
  };
  const timer = setInterval(draw, out.live ? REDRAW_MS : SPARSE_MS);
  timer.unref();
  if (out.live) draw();

  const clear = () => {
    if (drawn) out.rewrite("");
    drawn = false;
  };
  return {
    clear,
    stop() {
      clearInterval(timer);
      clear();
    },
  };
}

/**
 * Returns a bar of `cells` cells, filled to `part` of 1.
 *
 * @param {number} part
 * @param {number} cells
 */
export function progressBar(part, cells) {
  const filled = Math.round(Math.min(Math.max(part, 0), 1) * cells);
  return "━".repeat(filled) + "┄".repeat(cells - filled);
}

/**
 * Joins as many of `parts` as fit. The first is always included.
 *
 * @param {string[]} parts
 * @param {number} columns
 */
export function joinFitting(parts, columns) {
  const [first = "", ...rest] = parts.filter((part) => part !== "");
  let line = first;
  for (const part of rest) {
    if (line.length + part.length + 2 >= columns) continue;
    line += `  ${part}`;
  }
  return line;
}
