// One file, open.

import { compare, openRecords, ready, report } from "proofmark/suite";

import { chunks, onLines } from "../chunks.js";
import { csv } from "./csv.js";
import { history } from "./history.js";
import { latencies } from "./latency.js";
import { createLines } from "./lines.js";
import { AS_THEY_STAND, EVERYTHING, passing, sorted, stratumOf } from "./order.js";

/** @typedef {import("proofmark/suite").ListedRecord} ListedRecord */
/** @typedef {import("proofmark/suite").Listing} Listing */
/** @typedef {import("proofmark/suite").OpenRecords} OpenRecords */
/** @typedef {import("proofmark/suite").Report} Report */
/** @typedef {import("proofmark/suite").Summary} Summary */
/** @typedef {import("proofmark/suite").Tally} Tally */
/** @typedef {import("./order.js").Filter} Filter */
/** @typedef {import("./order.js").Sort} Sort */

/** How many subjects the grid and the trust scores show. */
const MOST_SUBJECTS = 200;

/**
 * What a file holds: records, or a scorecard whole.
 *
 * @typedef {{ kind: "records", records: number, runs: number, repeated: number, torn: Listing["torn"], subjects: string[], families: string[], strata: string[], outcomes: string[] }} RecordsOverview
 * @typedef {{ kind: "scorecard", report: Report }} ScorecardOverview
 */

/** @typedef {Omit<ListedRecord, "subject" | "run"> & { subject: string }} Row */
/**
 * @typedef {object} Figures
 * @property {Summary} summary
 * @property {import("./latency.js").Step[]} latency
 * @property {import("./history.js").Point[]} history
 * @property {{ subject: string, all: Tally | undefined, families: Record<string, Tally | undefined> }[]} grid
 * @property {number} more How many subjects the grid leaves out.
 */

export class Desk {
  constructor() {
    /** @type {{ blob: Blob, lines: ReturnType<typeof createLines>, records: OpenRecords | undefined } | undefined} */
    this.of = undefined;
    /** The rows that pass the filter, as they stand in the file. */
    this.places = new Uint32Array();
    /** The same, in the order in which they are shown. */
    this.order = this.places;
  }

  /**
   * @param {Blob} blob
   * @param {(bytes: number) => void} [tell]
   * @returns {Promise<RecordsOverview | ScorecardOverview>}
   */
  async open(blob, tell) {
    await ready();
    this.close();
    /** @type {NonNullable<Desk["of"]>} */
    const of = { blob, lines: createLines(blob), records: undefined };
    this.of = of;
    // What was left, or has another file in its place, is read no further.
    const wanted = () => {
      if (this.of !== of)
        throw { code: "host.left", message: "file: expected the one that is open, found another" };
    };
    try {
      of.blob = await onLines(blob);
      of.lines = createLines(of.blob);
      of.records = await openRecords(each(of.lines.read(tell), wanted));
    } catch (error) {
      if (/** @type {{ code?: string }} */ (error).code !== "report.other-kind") throw error;
      of.blob = blob;
      const found = JSON.parse(await report(each(chunks(blob), wanted)));
      return { kind: "scorecard", report: found };
    }
    const { listing } = of.records;
    this.show(EVERYTHING, AS_THEY_STAND);
    const all = (/** @type {(row: ListedRecord) => string} */ of) =>
      [...new Set(listing.rows.map(of))].sort();
    return {
      kind: "records",
      records: listing.rows.length,
      ...runsOf(listing.rows),
      torn: listing.torn,
      subjects: listing.subjects,
      families: all(({ family }) => family),
      strata: all(stratumOf),
      outcomes: all(({ outcome }) => outcome),
    };
  }

  close() {
    this.of?.records?.close();
    this.of = undefined;
  }

  /** What is open; a scorecard has no records. */
  records() {
    if (this.of?.records === undefined)
      throw { code: "host.option", message: "records: expected a record file" };
    return this.of.records;
  }

  /**
   * Filters and sorts; answers with how many rows there are.
   *
   * @param {Filter} filter
   * @param {Sort} sort
   */
  show(filter, sort) {
    const { listing } = this.records();
    this.places = passing(listing, filter);
    this.order =
      sort.by === "line" && !sort.down ? this.places : sorted(listing, this.places, sort);
    return this.order.length;
  }

  /** @param {number} from @param {number} to @returns {Row[]} */
  rows(from, to) {
    const { rows, subjects } = this.records().listing;
    return Array.from(this.order.subarray(from, to), (place) => {
      const { subject, ...row } = /** @type {ListedRecord} */ (rows[place]);
      return { ...row, subject: subjects[subject] ?? "" };
    });
  }

  /** The record on a line. @param {number} line @returns {Promise<import("proofmark").SignalRecord>} */
  async record(line) {
    return JSON.parse((await this.of?.lines.text(line)) ?? "");
  }

  /** What the rows that pass the filter come to. @returns {Figures} */
  figures() {
    const records = this.records();
    const { listing, summarize } = records;
    const lines = (/** @type {(row: ListedRecord) => boolean} */ among) => {
      /** @type {number[]} */
      const found = [];
      for (const place of this.places) {
        const row = listing.rows[place];
        if (row && among(row)) found.push(row.line);
      }
      return found;
    };
    const summary = summarize({ lines: lines(() => true) });
    const families = Object.keys(summary.byFamily).map((family) => ({
      family,
      bySubject: summarize({ lines: lines((row) => row.family === family) }).bySubject,
    }));
    const subjects = Object.keys(summary.bySubject);
    return {
      // By subject there may be thousands; the grid has those that are shown.
      summary: { ...summary, bySubject: {} },
      latency: latencies(listing, this.places),
      history: history(records, this.places),
      grid: subjects.slice(0, MOST_SUBJECTS).map((subject) => ({
        subject,
        all: summary.bySubject[subject],
        families: Object.fromEntries(
          families.map(({ family, bySubject }) => [family, bySubject[subject]]),
        ),
      })),
      more: Math.max(0, subjects.length - MOST_SUBJECTS),
    };
  }

  /**
   * Trust scores of the first subjects, each with what moved it.
   *
   * @param {string} config
   * @returns {Promise<{ scores: TrustOf[], more: boolean }>}
   */
  async trust(config) {
    const { ready, scoreStream } = await import("proofmark/score");
    await ready();
    // The file is read once for both, and both are of the same time.
    const [one, other] = this.whole().stream().tee();
    const options = { config, updatedAt: new Date().toISOString(), strict: true };
    const [scored, explained] = await Promise.all([
      objects(scoreStream(one, options)),
      objects(scoreStream(other, { ...options, explain: true })),
    ]);
    return {
      scores: scored.list.map((score, at) => ({ score, explanation: explained.list[at] })),
      more: scored.more,
    };
  }

  /** @param {Blob} other the later one */
  async compare(other) {
    return compare(chunks(this.file()), chunks(await onLines(other)));
  }

  /** What is open, as it is read. */
  file() {
    return this.of?.blob ?? new Blob();
  }

  /** The same without its torn lines, which are told of wherever figures are shown. */
  whole() {
    const torn = this.of?.records?.listing.torn ?? [];
    return this.of?.lines.without(torn.map(({ line }) => line)) ?? this.file();
  }

  /** What is shown, as CSV. */
  table() {
    return new Blob([csv(this.records().listing, this.order)], { type: "text/csv" });
  }

  /** @param {"json" | "html"} format */
  async report(format) {
    const text = await report(chunks(this.file()), { format });
    return new Blob([text], { type: format === "json" ? "application/json" : "text/html" });
  }
}

/**
 * How many runs there are, and how many of them begin more than once: a stopped run and the whole of
 * it, opened together, have records in common.
 *
 * @param {ListedRecord[]} rows
 */
function runsOf(rows) {
  /** The first record of each. @type {Map<string, ListedRecord>} */
  const firsts = new Map();
  const repeated = new Set();
  for (const row of rows) {
    const name = `${row.run} ${row.subject}`;
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, row);
    else if (first.question === row.question && first.fetchedAt === row.fetchedAt)
      repeated.add(name);
  }
  return { runs: firsts.size, repeated: repeated.size };
}

/**
 * What comes, while `check` does not throw.
 *
 * @template T
 * @param {AsyncIterable<T>} source
 * @param {() => void} check
 */
async function* each(source, check) {
  for await (const one of source) {
    check();
    yield one;
  }
  check();
}

/** @typedef {{ score: import("proofmark/score").TrustScore, explanation: import("proofmark/score").ScoreExplanation }} TrustOf */

/**
 * The first objects of NDJSON.
 *
 * @param {AsyncIterable<Uint8Array>} bytes
 */
async function objects(bytes) {
  const decoder = new TextDecoder();
  /** @type {any[]} */
  const list = [];
  let rest = "";
  let more = false;
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (list.length < MOST_SUBJECTS) list.push(JSON.parse(line));
      else more = true;
    }
  }
  return { list, more };
}
