// The file next to a record file that opens its withheld values.

import { existsSync, statSync } from "node:fs";
import { Refusal } from "../exit.js";
import { splitLines, openChunks } from "./files.js";
import { createFingerprints } from "./fingerprints.js";
import { PRIVATE } from "./new-files.js";
import { createRecordFile, extendRecordFile } from "./record-file.js";
import { refuseIrregular } from "./tail.js";
import { OPENINGS, isTorn } from "./torn.js";

/** @typedef {typeof import("../../index.d.ts")} Api */
/** @typedef {import("../run/earlier.js").Earlier} Earlier */

const SEED = "/data/draw/seed";

/**
 * Opens the openings of the record file at `out`. `earlier` is the state of an interrupted run.
 *
 * @param {Api} api
 * @param {string} out
 * @param {Pick<Earlier, "end" | "open"> | null} earlier
 */
export async function openOpenings(api, out, earlier) {
  const path = `${out}.openings`;
  if (earlier === null && openingsFileExists(path))
    throw new Refusal("cli.file-exists", "already exists", path);
  if (!existsSync(path)) {
    return createOpeningsWriter(createRecordFile(path, { mode: PRIVATE }), {
      path,
      torn: false,
      seeds: new Map(),
    });
  }
  await refuseIrregular(path, "the openings of a record file");
  const { end, open } = earlier ?? { end: 0, open: new Map() };
  const ids = end > 0 ? await readRecordIds(api, out, end) : createFingerprints();
  const found = await scanOpenings(api, path, ids, open);
  const torn = found.end < found.size;
  return createOpeningsWriter(extendRecordFile(path, found), { path, torn, seeds: found.seeds });
}

/**
 * Reads the record file at `path` with each record followed by its openings, and maps the lines of
 * the result to lines of the file. Both files are in the same order.
 *
 * @param {Api} api
 * @param {string} path
 * @param {number} end The end of its complete lines.
 */
export async function readWithOpenings(api, path, end) {
  const apart = `${path}.openings`;
  const { chunks } = await openChunks(path, { end, reuse: true });
  if (!existsSync(apart)) return { chunks, lineOf: (/** @type {number} */ line) => line };
  await refuseIrregular(apart, "the openings of a record file");
  const openings = splitLines(apart, (await openChunks(apart, { reuse: true })).chunks, {
    torn: true,
  });
  /** @type {number[]} */
  const numbers = [];
  async function* joined() {
    let { value: next } = await openings.next();
    for await (const { number, text } of splitLines(path, chunks)) {
      numbers.push(number);
      yield `${text}\n`;
      const id = next && text.includes('"withheld"') ? recordIdOrUndefined(api, text) : undefined;
      while (next && id !== undefined && parseOpening(next.text)?.record === id) {
        numbers.push(number);
        yield `${next.text}\n`;
        ({ value: next } = await openings.next());
      }
    }
  }
  const lineOf = (/** @type {number} */ line) => numbers[line - 1] ?? line;
  return { chunks: joined(), lineOf };
}

/** Returns the id of the record in a line, if it holds one. @param {Api} api @param {string} line */
function recordIdOrUndefined(api, line) {
  try {
    return api.recordId(line);
  } catch {
    return undefined;
  }
}

/**
 * Reports whether the file exists, except for an empty private one, as left by a run that wrote no
 * openings.
 *
 * @param {string} path
 */
function openingsFileExists(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !(found.isFile() && found.size === 0 && (found.mode & 0o077) === 0);
}

/**
 * @param {import("./record-file.js").RecordFile} file
 * @param {{ path: string, torn: boolean, seeds: Map<string, string> }} found
 */
function createOpeningsWriter(file, found) {
  let torn = found.torn;
  return {
    ...found,
    /** Appends openings, after removing torn ones. @param {string[]} lines */
    append(lines) {
      if (lines.length > 0 || torn) file.append(lines);
      torn = false;
    },
    close: file.close,
  };
}

/**
 * Returns the ids of the lines of a record file.
 *
 * @param {Api} api
 * @param {string} path
 * @param {number} end
 */
async function readRecordIds(api, path, end) {
  const ids = createFingerprints();
  const { chunks } = await openChunks(path, { end, reuse: true });
  for await (const { number, text } of splitLines(path, chunks))
    ids.set(api.recordId(text), number);
  return ids;
}

/**
 * Finds the end of the openings whose records are in the record file. Openings are written before
 * their record, so later ones are torn, or have lost their record. Also returns opened seeds of
 * open runs, by their commitments.
 *
 * @param {Api} api
 * @param {string} path
 * @param {import("./fingerprints.js").Fingerprints} ids
 * @param {Earlier["open"]} open
 */
async function scanOpenings(api, path, ids, open) {
  const wanted = new Set([...open.values()].map(({ run }) => run.terms.seed));
  /** @type {Map<string, string>} */
  const seeds = new Map();
  const { size = 0, chunks } = await openChunks(path, { reuse: true });
  let offset = 0;
  let end = 0;
  /** The first line that is not an opening. @type {{ number: number, text: string } | undefined} */
  let wrong;
  const refused = (/** @type {number} */ number) =>
    new Refusal("opening.file", "not an opening", `${path}:${number}`);
  for await (const { number, text } of splitLines(path, chunks, { torn: true })) {
    offset += Buffer.byteLength(text) + 1;
    if (wrong !== undefined) throw refused(wrong.number);
    const opening = parseOpening(text);
    if (opening === undefined) {
      wrong = { number, text };
      continue;
    }
    if (ids.get(opening.record) === 0) continue;
    end = offset;
    const { pointer, value } = opening;
    if (pointer !== SEED || typeof value !== "string") continue;
    const commitment = api.commitment(value);
    if (wanted.has(commitment)) seeds.set(commitment, value);
  }
  // A line of ours is only torn if it lacks its line feed.
  if (wrong !== undefined && (offset === size || !isTorn(wrong.text, OPENINGS)))
    throw refused(wrong.number);
  return { size, end: Math.min(end, size), before: end > size ? "\n" : "", seeds };
}

/** Parses a line as an opening; undefined if it is none. @param {string} text */
function parseOpening(text) {
  try {
    const line = JSON.parse(text);
    return line?.type === "opening" && typeof line.record === "string" ? line : undefined;
  } catch {
    return undefined;
  }
}
