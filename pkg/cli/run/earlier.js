// Reads the record file of an earlier, interrupted run.

import { Refusal } from "../exit.js";
import { splitLines, openChunks } from "../io/files.js";
import { createFingerprints } from "../io/fingerprints.js";
import { differingOptions, termsToOptions } from "./plan.js";
import { readWithOpenings } from "../io/openings.js";
import { inputErrorAt } from "../io/refused.js";
import { plain } from "../render/text.js";
import { readTail } from "../io/tail.js";
import { FIRST_LINE, RECORD_FILE, checkTorn, isTorn } from "../io/torn.js";
import { uncheckedCount } from "../../verify/verdict.js";

/** @typedef {import("../../index.d.ts").SignalRecord} SignalRecord */
/** @typedef {import("../io/fingerprints.js").Fingerprints} Fingerprints */
/** @typedef {import("../io/bank-files.js").Bank} Bank */

/** @typedef {import("../../index.d.ts").Terms} Terms */
/** @typedef {{ runId: string, subject: string, terms: Terms, entropy?: string }} RunLine */

/**
 * A run that is not closed.
 *
 * @typedef {object} OpenRun
 * @property {number} line The number of its first line.
 * @property {number} offset The byte offset of its first line.
 * @property {RunLine} run
 * @property {SignalRecord[]} records
 */

/**
 * @typedef {object} Earlier
 * @property {number} size The size of the file.
 * @property {number} end The end of its complete lines.
 * @property {string} before The line feed that a complete last line lacks, or "".
 * @property {ReturnType<typeof termsToOptions>} terms The terms of its first run.
 * @property {Bank | undefined} bank The bank of its first run, if any.
 * @property {Map<string, OpenRun>} open The open runs, by subject.
 * @property {Fingerprints} closed The subjects with closed runs.
 * @property {Ignored} ignored The typed options that differ from the closed runs.
 * @property {Sealed} sealed The sealing of its last records.
 */

/**
 * Closed runs that were made with other options than the typed ones, and those options.
 *
 * @typedef {{ runs: number, options: Set<string> }} Ignored
 */

/**
 * For the evaluator and each withheld value: whether the records have it, and the number of the
 * last line that shows this.
 *
 * @typedef {Partial<Record<"evaluator" | "response" | "expected", { is: boolean, line: number }>>} Sealed
 */

/**
 * Reads the record file at `path`, and refuses any other file; `null` if there is none. Passes
 * every record to `tally`.
 *
 * @param {typeof import("../../index.d.ts")} api
 * @param {string} path
 * @param {Pick<import("./tally.js").Tally, "add" | "close">} tally
 * @param {{ options: Record<string, any>, bank: string | undefined, seeded: boolean }} typed The typed options, the text of the bank, and whether a run can be resumed if no record contains its seed.
 * @returns {Promise<Earlier | null>}
 */
export async function readEarlier(api, path, tally, { options, bank, seeded }) {
  const tail = await readTail(path, "a record file");
  if (tail === null) return null;
  const { size, end, before, torn } = tail;
  if (end === 0) {
    if (!isTorn(torn.toString(), FIRST_LINE))
      throw new Refusal("cli.resume-file", "not a record file", `${path}:1`);
    const nothing = { terms: {}, bank: undefined, open: new Map(), closed: createFingerprints() };
    const ignored = { runs: 0, options: new Set() };
    return { size, end, before, ...nothing, ignored, sealed: {} };
  }
  checkTorn(path, torn, RECORD_FILE);
  await checkLines(api, path, end, { bank, key: options.key });
  const differing = (/** @type {OpenRun} */ { run, records: [record] }) => {
    const { seed, model, tool } = options;
    const same = seed !== undefined && api.commitment(seed) === run.terms.seed;
    const known = { ...termsToOptions(run), seed: same ? seed : "another" };
    const names = differingOptions(known, options).map(([name]) => name);
    if (record === undefined) return names;
    const { subject } = record;
    if (model !== undefined && model !== subject.model) names.push("model");
    if (tool !== undefined && tool !== subject.tool) names.push("tool");
    return names;
  };
  const { begun, shared, ...found } = await scanRecords(path, end, tally, differing);
  if (begun === undefined || seeded || shared) {
    return { size, end, before, ...found };
  }
  // A run's first line is written together with its first record, so alone it is torn.
  found.open.delete(begun.run.subject);
  return { size, end: begun.offset, before: "", ...found };
}

/** Failures of an interrupted run: it was killed before its first record, or before its end. */
const INTERRUPTED = ["file.empty", "run.not-closed"];

/**
 * Refuses a file that fails verification, other than by missing questions: no record is added to an
 * invalid file. With a key, every record must have been checked, because the next checkpoint covers
 * all records after the last one.
 *
 * @param {typeof import("../../index.d.ts")} api
 * @param {string} path
 * @param {number} end
 * @param {{ bank: string | undefined, key: string | undefined }} typed
 */
async function checkLines(api, path, end, { bank, key }) {
  const { chunks, lineOf } = await readWithOpenings(api, path, end);
  // Every further core would load another copy of the wasm.
  const how = { require: /** @type {["schema"]} */ (["schema"]), cores: 1 };
  const report = await api.verifyStream(chunks, {
    ...how,
    banks: bank === undefined ? [] : [bank],
  });
  const wrong = report.failures.find(({ code }) => !INTERRUPTED.includes(code));
  if (wrong !== undefined)
    throw inputErrorAt(`${path}:${lineOf(wrong.line)}`, wrong.code, wrong.message);
  const left = (/** @type {string} */ name) => {
    const step = report.steps.find(({ step }) => step === name);
    return step === undefined ? 0 : uncheckedCount(step);
  };
  const unchecked = Math.max(left("draw"), left("grade"));
  if (key === undefined || left("signature") === 0 || unchecked === 0) return;
  throw new Refusal(
    "cli.resume-file",
    `${unchecked} records cannot be checked before they are signed; their bank (--bank) or ${plain(path)}.openings is missing`,
    path,
  );
}

/**
 * @param {string} path
 * @param {number} end
 * @param {Pick<import("./tally.js").Tally, "add" | "close">} tally
 * @param {(run: OpenRun) => string[]} differing Names the options that a run has otherwise.
 */
async function scanRecords(path, end, tally, differing) {
  /** @type {Earlier["open"]} */
  const open = new Map();
  /** The subjects of the open runs, by run id. @type {Map<string, string>} */
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
  /** The run that starts at the last line. @type {OpenRun | undefined} */
  let begun;
  /** True if it shares the seed of the previous run, which was then committed to, or typed. */
  let shared = false;
  /** The seed commitment of the last run. @type {string | undefined} */
  let seed;
  let offset = 0;
  for await (const { number, text } of splitLines(
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
          `its subject has an open run since line ${other.line}`,
          `${path}:${number}`,
        );
      }
      if (offset === 0) {
        terms = termsToOptions(line);
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
      Object.assign(sealed, describeSealing(line, number));
    }
    offset += Buffer.byteLength(text) + 1;
  }
  return { terms, bank, open, closed, ignored, sealed, begun, shared };
}

/**
 * Reports whether a record has an evaluator and withheld values.
 *
 * @param {SignalRecord} record
 * @param {number} line
 * @returns {Sealed}
 */
function describeSealing({ data }, line) {
  const evaluator = { is: data.evaluator !== undefined, line };
  const expected = { is: isWithheld(data.expected), line };
  // Without a reply there is nothing that shows whether replies are withheld.
  return data.response === undefined
    ? { evaluator, expected }
    : { evaluator, expected, response: { is: isWithheld(data.response), line } };
}

/** @param {unknown} value */
const isWithheld = (value) => typeof value === "object" && value !== null;
