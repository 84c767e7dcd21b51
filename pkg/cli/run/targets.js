// Reads the targets of a run: one URL, or the lines of a file. A file is read twice: first to
// validate all of it, then line by line on demand.

import { stat } from "node:fs/promises";
import { ExecutionError, Refusal, describeSystemError } from "../exit.js";
import { splitLines, openChunks } from "../io/files.js";
import { createFingerprints } from "../io/fingerprints.js";
import { addPlaceToErrors } from "../io/refused.js";
import { createTargetParser } from "./target-lines.js";

/** @typedef {typeof import("../../index.d.ts")} Api */
/** @typedef {import("../../index.d.ts").Target} Target */
/** @typedef {import("../../index.d.ts").RunOptions} RunOptions */
/** @typedef {import("./earlier.js").Earlier} Earlier */
/** @typedef {{ number: number, text: string }} Line */

/**
 * Targets, classified by the records of an earlier run.
 *
 * @typedef {object} Targets
 * @property {Map<string, Target>} open Targets of runs to resume, by subject.
 * @property {number} freshCount The number of targets that have not been asked.
 * @property {() => Iterable<Target> | AsyncIterable<Target>} fresh Returns those targets.
 * @property {(subject: string) => number} placeOf Returns the position of a subject.
 */

/**
 * Returns the single target of a URL.
 *
 * @param {Api} api
 * @param {Target} target
 * @param {RunOptions} options
 * @param {Earlier | null} earlier
 * @returns {Promise<Targets>}
 */
export async function createSingleTarget(api, target, options, earlier) {
  const { id: subject } = api.subjectOf(target);
  await checkOptions(api, target, options);
  const isOpen = earlier?.open.has(subject) ?? false;
  const isFresh = !isOpen && !earlier?.closed.get(subject);
  return {
    open: new Map(isOpen ? [[subject, target]] : []),
    freshCount: isFresh ? 1 : 0,
    fresh: () => (isFresh ? [target] : []),
    placeOf: () => 0,
  };
}

/**
 * Validates the targets of a file, in memory that does not grow with their contents. A line takes
 * precedence over `defaults`.
 *
 * @param {Api} api
 * @param {{ path: string, env: Record<string, string | undefined> }} file `env` has the variables that
 *   lines may use.
 * @param {Partial<Target>} defaults
 * @param {RunOptions} options
 * @param {Earlier | null} earlier
 * @returns {Promise<Targets>}
 */
export async function readTargets(api, { path, env }, defaults, options, earlier) {
  const { lines, again } = await readTwice(path);
  const parse = createTargetParser(api, path, env);
  const targetOf = (/** @type {Target} */ target) => ({ ...defaults, ...target });
  /** The line number of each subject. */
  const seen = createFingerprints();
  const freshLines = createBitSet();
  /** @type {Targets["open"]} */
  const open = new Map();
  let freshCount = 0;
  for await (const line of lines) {
    const parsed = parse(line);
    if (parsed === null) continue;
    const target = targetOf(parsed);
    const { id: subject } = addPlaceToErrors(`${path}:${line.number}`, () => api.subjectOf(target));
    // All targets share the options, so one check is enough.
    if (seen.size === 0)
      await addPlaceToErrors(`${path}:${line.number}`, () => checkOptions(api, target, options));
    const before = seen.get(subject);
    if (before > 0) {
      throw new Refusal(
        "cli.targets",
        `its subject is also on line ${before}`,
        `${path}:${line.number}`,
      );
    }
    seen.set(subject, line.number);
    if (earlier?.open.has(subject)) {
      open.set(subject, target);
    } else if (!earlier?.closed.get(subject)) {
      freshLines.set(line.number);
      freshCount += 1;
    }
  }
  if (seen.size === 0)
    throw new Refusal("cli.targets", "contains no target; write one per line", path);

  async function* fresh() {
    for await (const line of again()) {
      const parsed = freshLines.has(line.number) ? parse(line) : null;
      if (parsed !== null) yield targetOf(parsed);
    }
  }
  return { open, freshCount, fresh, placeOf: seen.get };
}

/**
 * Returns the lines of a file, and a function `again` that returns them a second time. Lines of a
 * pipe are kept in memory.
 *
 * @param {string} path
 */
async function readTwice(path) {
  const { size, chunks } = await openChunks(path, { reuse: true });
  /** @type {Line[]} */
  const kept = [];
  async function* keeping() {
    for await (const line of skipBlankLines(splitLines(path, chunks))) {
      kept.push(line);
      yield line;
    }
  }
  if (size === undefined) return { lines: keeping(), again: () => kept };
  const before = await fileFingerprint(path);
  async function* again() {
    const { chunks } = await openChunks(path, { reuse: true });
    yield* skipBlankLines(splitLines(path, checkUnchanged(path, chunks, before)));
  }
  return { lines: skipBlankLines(splitLines(path, chunks)), again };
}

/** Skips blank lines. @param {AsyncIterable<Line>} lines */
async function* skipBlankLines(lines) {
  for await (const line of lines) if (line.text.trim() !== "") yield line;
}

/**
 * Yields `chunks`, and throws if the file has changed since it was validated.
 *
 * @param {string} path
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {string} before
 */
async function* checkUnchanged(path, chunks, before) {
  const check = async () => {
    if ((await fileFingerprint(path)) === before) return;
    throw new ExecutionError("cli.file-changed", "changed since it was checked", path);
  };
  for await (const chunk of chunks) {
    await check();
    yield chunk;
  }
  await check();
}

/** Returns a text that changes with the file. @param {string} path */
async function fileFingerprint(path) {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    throw new ExecutionError(
      "cli.file-changed",
      `expected a readable file, found ${describeSystemError(error)}`,
      path,
    );
  }
}

/** Creates a bit set. */
function createBitSet() {
  let bits = new Uint8Array(1024);
  return {
    /** @param {number} number */
    set(number) {
      const byteIndex = number >> 3;
      if (byteIndex >= bits.length) {
        const more = new Uint8Array(2 * Math.max(byteIndex, bits.length));
        more.set(bits);
        bits = more;
      }
      bits[byteIndex] = (bits[byteIndex] ?? 0) | (1 << (number & 7));
    },
    /** @param {number} number */
    has: (number) => ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0,
  };
}

/** A shared signal, because each aborted signal creates an error. */
const ABORTED = AbortSignal.abort();

/**
 * Validates the options of a run, by evaluating nothing.
 *
 * @param {Api} api
 * @param {Target} target
 * @param {RunOptions} options
 */
async function checkOptions(api, target, options) {
  await api.evaluate({ ...options, ...target, signal: ABORTED });
}
