// What an earlier, interrupted run has left in its record file.

import { Refusal } from "./exit.js";
import { linesOf, openChunks } from "./files.js";
import { createFingerprints } from "./fingerprints.js";
import { otherwise, termsOf } from "./plan.js";
import { withOpenings } from "./openings.js";
import { refusedAt } from "./refused.js";
import { plain } from "./render/text.js";
import { readTail } from "./tail.js";
import { FIRST_LINE, RECORD_FILE, checkTorn, isTorn } from "./torn.js";
import { undone } from "../verdict.js";

/** @typedef {import("../index.d.ts").SignalRecord} SignalRecord */
/** @typedef {import("./fingerprints.js").Fingerprints} Fingerprints */
/** @typedef {import("./bank-files.js").Bank} Bank */

/** @typedef {import("../index.d.ts").Terms} Terms */
/** @typedef {{ runId: string, subject: string, terms: Terms, entropy?: string }} RunLine */

/**
 * A run that has not been closed.
 *
 * @typedef {object} OpenRun
 * @property {number} line Where it begins.
 * @property {number} offset Where it begins, in bytes.
 * @property {RunLine} run
 * @property {SignalRecord[]} records
 */

/**
 * @typedef {object} Earlier
 * @property {number} size The size of the file.
 * @property {number} end Where its whole lines end.
 * @property {string} before What a whole last line lacks: a line feed, or nothing.
 * @property {ReturnType<typeof termsOf>} terms What its first run asks.
 * @property {Bank | undefined} bank What bank that is of, if it is of one.
 * @property {Map<string, OpenRun>} open The open runs, by subject.
 * @property {Fingerprints} closed The subjects whose runs are complete.
 * @property {Ignored} ignored What was typed that those have otherwise.
 * @property {Sealed} sealed How its last records were sealed.
 */

/**
 * Complete runs that were made with other options than were typed, and which options those are.
 *
 * @typedef {{ runs: number, options: Set<string> }} Ignored
 */

/**
 * Whether records name an evaluator, and what they withhold, each as the last one that tells says,
 * with its line.
 *
 * @typedef {Partial<Record<"evaluator" | "response" | "expected", { is: boolean, line: number }>>} Sealed
 */

/**
 * Reads the record file at `path`, or says where it is none; `null` if there is no file.
 * Every record goes to `tally`.
 *
 * @param {typeof import("../index.d.ts")} api
 * @param {string} path
 * @param {Pick<import("./tally.js").Tally, "add" | "close">} tally
 * @param {{ options: Record<string, any>, bank: string | undefined, seeded: boolean }} typed What was typed, the text of the bank, and whether a run may be gone on with whose seed no record names.
 * @returns {Promise<Earlier | null>}
 */
export async function readEarlier(api, path, tally, { options, bank, seeded }) {
  const tail = await readTail(path, "a record file");
  if (tail === null) return null;
  const { size, end, before, torn } = tail;
  if (end === 0) {
    if (!isTorn(torn.toString(), FIRST_LINE))
      throw new Refusal("cli.resume-file", "expected a record file, found another", `${path}:1`);
    const nothing = { terms: {}, bank: undefined, open: new Map(), closed: createFingerprints() };
    const ignored = { runs: 0, options: new Set() };
    return { size, end, before, ...nothing, ignored, sealed: {} };
  }
  checkTorn(path, torn, RECORD_FILE);
  await checkLines(api, path, end, { bank, key: options.key });
  const differing = (/** @type {OpenRun} */ { run, records: [record] }) => {
    const { seed, model, tool } = options;
    const same = seed !== undefined && api.commitment(seed) === run.terms.seed;
    const known = { ...termsOf(run), seed: same ? seed : "another" };
    const names = otherwise(known, options).map(([name]) => name);
    if (record === undefined) return names;
    const { subject } = record;
    if (model !== undefined && model !== subject.model) names.push("model");
    if (tool !== undefined && tool !== subject.tool) names.push("tool");
    return names;
  };
  const { begun, shared, ...found } = await scan(path, end, tally, differing);
  if (begun === undefined || seeded || shared) {
    return { size, end, before, ...found };
  }
  // The line of a run is written together with its first record, so it is a part of what is torn.
  found.open.delete(begun.run.subject);
  return { size, end: begun.offset, before: "", ...found };
}

/** Failures that an interrupted run may have: it is killed before its first record, or before its end. */
const INTERRUPTED = ["file.empty", "run.not-closed"];

/**
 * Refuses a file that does not verify, but for what is left to ask: nothing is added to a record that
 * does not hold. Where there is a key, no record is signed over that was not checked: a checkpoint
 * covers all records behind the last one.
 *
 * @param {typeof import("../index.d.ts")} api
 * @param {string} path
 * @param {number} end
 * @param {{ bank: string | undefined, key: string | undefined }} typed
 */
async function checkLines(api, path, end, { bank, key }) {
  const { chunks, lineOf } = await withOpenings(api, path, end);
  // One core: every further one would have a core of its own in memory.
  const how = { require: /** @type {["schema"]} */ (["schema"]), cores: 1 };
  const report = await api.verifyStream(chunks, {
    ...how,
    banks: bank === undefined ? [] : [bank],
  });
  const wrong = report.failures.find(({ code }) => !INTERRUPTED.includes(code));
  if (wrong !== undefined)
    throw refusedAt(`${path}:${lineOf(wrong.line)}`, wrong.code, wrong.message);
  const left = (/** @type {string} */ name) => {
    const step = report.steps.find(({ step }) => step === name);
    return step === undefined ? 0 : undone(step);
  };
  const unchecked = Math.max(left("draw"), left("grade"));
  if (key === undefined || left("signature") === 0 || unchecked === 0) return;
  throw new Refusal(
    "cli.resume-file",
    `expected records that can be checked before they are signed over, found ${unchecked} that cannot; their bank (--bank) or ${plain(path)}.openings is missing`,
    path,
  );
}

/**
 * @param {string} path
 * @param {number} end
 * @param {Pick<import("./tally.js").Tally, "add" | "close">} tally
 * @param {(run: OpenRun) => string[]} differing Names the options that a run has otherwise.
 */
async function scan(path, end, tally, differing) {
  /** @type {Earlier["open"]} */
  const open = new Map();
  /** The subjects of the open runs, by the ids of the runs. @type {Map<string, string>} */
  const subjects = new Map();
  /** @type {Earlier["closed"]} */
  const closed = createFingerprints();
  /** @type {Earlier["terms"]} */
  let terms = {};
  /** @type {Earlier["bank"]} */
  let bank;
  /** @type {Ignored} */
  const ignored = { runs: 0, options: new Set() };
  /** @type {Sealed} */
  const sealed = {};
  /** The run that the last line begins. @type {OpenRun | undefined} */
  let begun;
  /** Whether it has the seed of the run before: then that was committed to, or typed. */
  let shared = false;
  /** The commitment to the seed of the last run. @type {string | undefined} */
  let seed;
  let offset = 0;
  for await (const { number, text } of linesOf(
    path,
    (await openChunks(path, { end, reuse: true })).chunks,
  )) {
    const line = JSON.parse(text);
    begun = undefined;
    if (line.type === "run") {
      const other = open.get(line.subject);
      if (other !== undefined) {
        throw new Refusal(
          "cli.resume-file",
          `expected the run of line ${other.line} closed first, found its subject again`,
          `${path}:${number}`,
        );
      }
      if (offset === 0) {
        terms = termsOf(line);
        bank = line.terms.bank;
      }
      shared = line.terms.seed === seed;
      seed = line.terms.seed;
      begun = { line: number, offset, run: line, records: [] };
      open.set(line.subject, begun);
      subjects.set(line.runId, line.subject);
    } else if (line.type === "close") {
      const subject = subjects.get(line.runId) ?? "";
      const run = open.get(subject);
      const others = run === undefined ? [] : differing(run);
      if (others.length > 0) ignored.runs += 1;
      for (const name of others) ignored.options.add(name);
      subjects.delete(line.runId);
      open.delete(subject);
      closed.set(subject, number);
      tally.close(subject);
    } else if (line.type === undefined) {
      open.get(line.subject.id)?.records.push(line);
      tally.add(line, text);
      Object.assign(sealed, sealedBy(line, number));
    }
    offset += Buffer.byteLength(text) + 1;
  }
  return { terms, bank, open, closed, ignored, sealed, begun, shared };
}

/** What a record tells of how it was sealed. @param {SignalRecord} record @param {number} line @returns {Sealed} */
function sealedBy({ data }, line) {
  const evaluator = { is: data.evaluator !== undefined, line };
  const expected = { is: isWithheld(data.expected), line };
  // Where nobody replied, nothing tells.
  return data.response === undefined
    ? { evaluator, expected }
    : { evaluator, expected, response: { is: isWithheld(data.response), line } };
}

/** @param {unknown} value */
const isWithheld = (value) => typeof value === "object" && value !== null;
