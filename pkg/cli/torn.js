// The end of a file of lines without a line feed: what a command that was killed has left of its own
// last line, or the text of somebody else. Only the former may be cut off.

import { Refusal } from "./exit.js";

/** How the first line of a run begins: it is canonical, and may have an entropy. */
export const FIRST_LINE = ['{"entropy":"', '{"runId":"'];

/** How a line begins that a run writes into its record file. */
export const RECORD_FILE = [...FIRST_LINE, '{"data":{"', '{"note":"', '{"records":'];

/** How a line of openings begins. */
export const OPENINGS = ['{"pointer":"/'];

/** How a line of a recording begins, behind the first one. */
export const RECORDING = ['{"cause":"', '{"fetchedAt":"', '{"id":"'];

/**
 * Refuses to cut off what is no beginning of such a line.
 *
 * @param {string} path
 * @param {Uint8Array} torn
 * @param {readonly string[]} beginnings
 */
export function checkTorn(path, torn, beginnings) {
  if (isTorn(Buffer.from(torn).toString(), beginnings)) return;
  throw new Refusal(
    "cli.resume-file",
    "last line: expected a whole one, or the beginning of one of ours, found another text",
    path,
  );
}

/**
 * Whether `text` can be the beginning of a line of canonical JSON that begins as one of `beginnings`
 * does, without its last bracket. A disk that lost its power may have left zeros behind it.
 *
 * @param {string} text
 * @param {readonly string[]} beginnings
 */
export function isTorn(text, beginnings) {
  const written = text.replace(/\0+$/, "");
  if (!beginnings.some((known) => written.startsWith(known) || known.startsWith(written)))
    return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < written.length; at++) {
    const character = written.charAt(at);
    if (quoted) {
      if (character < " ") return false;
      if (character === "\\") at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (/[{[]/.test(character)) depth += 1;
    else if (/[}\]]/.test(character)) {
      if (--depth === 0) return false;
    } else if (!/[:,\da-z-]/.test(character)) return false;
  }
  return true;
}
