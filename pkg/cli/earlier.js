// What an earlier, interrupted run has left in its record file.

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
 * @property {Sealed} sealed How its last records were sealed.
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
 * @param {boolean} seeded Whether a run may be gone on with whose seed no record names.
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
  // The line of a run is written together with its first record, so it is a part of what is torn.
  found.open.delete(begun.run.subject);
  return { size, end: begun.offset, before: "", ...found };
}

/** Failures that an interrupted run may have: it is killed before its first record, or before its end. */
const INTERRUPTED = ["file.empty", "run.not-closed"];

/**
 * Refuses a file that does not verify, but for what is left to ask: nothing is added to, or signed
 * over, a record that does not hold.
 *
 * @param {typeof import("../index.d.ts")} api
 * @param {string} path
 * @param {number} end
 */
async function checkLines(api, path, end) {
  const { chunks } = await openChunks(path, { end, reuse: true });
  // One core: every further one would have a core of its own in memory.
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
  /** The subjects of the open runs, by the ids of the runs. @type {Map<string, string>} */
  const subjects = new Map();
  /** @type {Earlier["closed"]} */
  const closed = createFingerprints();
  /** @type {Earlier["terms"]} */
  let terms = {};
  /** @type {Earlier["bank"]} */
  let bank;
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
