// Distinguishes the torn last line of a killed command, which may be removed, from foreign text.

import { Refusal } from "../exit.js";

/** Prefixes of a run's first line, which is canonical and may have an entropy. */
export const FIRST_LINE = ['{"entropy":"', '{"runId":"'];

/** Prefixes of the lines of a record file. */
export const RECORD_FILE = [...FIRST_LINE, '{"data":{"', '{"note":"', '{"records":'];

/** Prefixes of the lines of openings. */
export const OPENINGS = ['{"pointer":"/'];

/** Prefixes of the lines of a recording after the first. */
export const RECORDING = ['{"cause":"', '{"fetchedAt":"', '{"id":"'];

/**
 * Refuses to remove text that is not the start of such a line.
 *
 * @param {string} path
 * @param {Uint8Array} torn
 * @param {readonly string[]} beginnings
 */
export function checkTorn(path, torn, beginnings) {
  if (isTorn(Buffer.from(torn).toString(), beginnings)) return;
  throw new Refusal(
    "cli.resume-file",
    "last line: neither complete nor the start of a record",
    path,
  );
}

/**
 * Reports whether `text` can be an incomplete line of canonical JSON with one of the given
 * prefixes. After a power failure, the file may end in zeros.
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
