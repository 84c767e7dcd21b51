// Reads the record file of an earlier, interrupted run.

import { Refusal } from "./exit.js";
import { linesOf, openChunks } from "./files.js";
import { createFingerprints } from "./fingerprints.js";
import { termsOf } from "./plan.js";
import { refusedAt } from "./refused.js";
import { readTail } from "./tail.js";
import { FIRST_LINE, RECORD_FILE, checkTorn, isTorn } from "./torn.js";

/** @typedef {import("../index.d.ts").SignalRecord} SignalRecord */
/** @typedef {import("./fingerprints.js").Fingerprints} Fingerprints */
/** @typedef {import("./bank-files.js").Bank} Bank */

/** @typedef {import("../index.d.ts").Terms} Terms */
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
 * @property {ReturnType<typeof termsOf>} terms The terms of its first run.
 * @property {Bank | undefined} bank The bank of its first run, if any.
 * @property {Map<string, OpenRun>} open The open runs, by subject.
 * @property {Fingerprints} closed The subjects with closed runs.
 * @property {Sealed} sealed The sealing of its last records.
 */

/**
 * The evaluator and the withheld values of records: whether there are any, and the number of the
 * last line that shows it.
 *
 * @typedef {Partial<Record<"evaluator" | "response" | "expected", { is: boolean, line: number }>>} Sealed
 */

/**
 * Reads the record file at `path`, and refuses any other file; `null` if there is none. Passes
 * every record to `tally`.
 *
 * @param {typeof import("../index.d.ts")} api
 * @param {string} path
 * @param {Pick<import("./tally.js").Tally, "add" | "close">} tally
 * @param {boolean} seeded True if a run can be resumed if no record contains its seed.
 * @returns {Promise<Earlier | null>}
 */
export async function readEarlier(api, path, tally, seeded) {
  const tail = await readTail(path, "a record file");
  if (tail === null) return null;
  const { size, end, before, torn } = tail;
  if (end === 0) {
    if (!isTorn(torn.toString(), FIRST_LINE))
      throw new Refusal("cli.resume-file", "expected a record file, found another", `${path}:1`);
    const nothing = { terms: {}, bank: undefined, open: new Map(), closed: createFingerprints() };
    return { size, end, before, ...nothing, sealed: {} };
  }
  checkTorn(path, torn, RECORD_FILE);
  await checkLines(api, path, end);
  const { begun, shared, ...found } = await scan(path, end, tally);
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
 * Refuses a file that fails verification, other than by missing questions: no record is added to,
 * and no checkpoint signed over, an invalid record.
 *
 * @param {typeof import("../index.d.ts")} api
 * @param {string} path
 * @param {number} end
 */
async function checkLines(api, path, end) {
  const { chunks } = await openChunks(path, { end, reuse: true });
  // Every further core would load another copy of the wasm.
  const { failures } = await api.verifyStream(chunks, { require: ["schema"], cores: 1 });
  const wrong = failures.find(({ code }) => !INTERRUPTED.includes(code));
  if (wrong === undefined) return;
  throw refusedAt(`${path}:${wrong.line}`, wrong.code, wrong.message);
}

/**
 * @param {string} path
 * @param {number} end
 * @param {Pick<import("./tally.js").Tally, "add" | "close">} tally
 */
async function scan(path, end, tally) {
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
  /** @type {Sealed} */
  const sealed = {};
  /** The run that starts at the last line. @type {OpenRun | undefined} */
  let begun;
  /** True if it shares the seed of the previous run, which was then committed to, or typed. */
  let shared = false;
  /** The seed commitment of the last run. @type {string | undefined} */
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
  return { terms, bank, open, closed, sealed, begun, shared };
}

/**
 * Returns what a record shows about its sealing.
 *
 * @param {SignalRecord} record
 * @param {number} line
 * @returns {Sealed}
 */
function sealedBy({ data }, line) {
  const evaluator = { is: data.evaluator !== undefined, line };
  const expected = { is: isWithheld(data.expected), line };
  // Without a reply there is nothing that shows whether replies are withheld.
  return data.response === undefined
    ? { evaluator, expected }
    : { evaluator, expected, response: { is: isWithheld(data.response), line } };
}

/** @param {unknown} value */
const isWithheld = (value) => typeof value === "object" && value !== null;
