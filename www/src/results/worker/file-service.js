// Operations on the open file. Runs in a worker.

import { compare, openRecords, ready, report } from "proofmark/suite";

import { chunks } from "../../file-chunks.js";
import { recognise } from "../../file-input.js";
import { commonPrefixLength } from "../../parts/truncate.js";
import { formatCsv } from "./csv.js";
import { scoreHistory } from "./run-history.js";
import { latencyHistogram } from "./latency-histogram.js";
import { createLineIndex } from "./line-index.js";
import { numberRuns } from "./run-numbers.js";
import {
  FILE_ORDER,
  NO_FILTER,
  filterRows,
  sortByKeys,
  sortRows,
  stratumKey,
} from "./filter-sort.js";
import { createSearch } from "./search.js";

/** @typedef {import("proofmark/suite").ListedRecord} ListedRecord */
/** @typedef {import("proofmark/suite").Listing} Listing */
/** @typedef {import("proofmark/suite").OpenRecords} OpenRecords */
/** @typedef {import("proofmark/suite").Report} Report */
/** @typedef {import("proofmark/suite").Summary} Summary */
/** @typedef {import("proofmark/suite").Tally} Tally */
/** @typedef {import("./filter-sort.js").Filter} Filter */
/** @typedef {import("./filter-sort.js").Sort} Sort */

/** The maximum number of trust scores. */
const MAX_SCORES = 200;
/** The maximum length of a reply in a row, in characters. */
const MAX_REPLY = 300;
const READINGS = /** @type {const} */ (["literal", "committed"]);

/**
 * The content of a file: an overview of its records, a report on a scorecard, or the format of a
 * foreign file.
 *
 * @typedef {{ kind: "records", records: number, runs: number, repeated: number, torn: Listing["torn"], reading: Reading | undefined, subjects: string[], common: number, families: string[], strata: string[], outcomes: string[] }} RecordsOverview
 * @typedef {{ kind: "scorecard", report: Report }} ScorecardOverview
 * @typedef {{ kind: "foreign", what: string }} ForeignOverview
 * @typedef {RecordsOverview | ScorecardOverview | ForeignOverview} Overview
 */

/** A row with its record, whose reply is truncated. @typedef {Omit<ListedRecord, "subject" | "run"> & { subject: string, record: import("proofmark").SignalRecord | undefined }} Row */
/** The reading by which all records of a file are scored. @typedef {typeof READINGS[number]} Reading */
/** The scores of an agent. @typedef {{ subject: string, all: Tally, families: Record<string, Tally | undefined>, failure: Failure | undefined }} Agent */
/** The most frequent outcome of the records without a right answer, and their number. @typedef {{ outcome: string, records: number }} Failure */
/**
 * @typedef {object} Figures
 * @property {Summary} summary
 * @property {import("./latency-histogram.js").Step[]} latency
 * @property {import("./run-history.js").Series[]} history
 * @property {number} agents The number of agents.
 */

export class FileService {
  constructor() {
    /** @type {{ blob: Blob, lines: ReturnType<typeof createLineIndex>, records: OpenRecords | undefined, runs: Uint32Array, search?: import("./search.js").Search, other?: { lines: ReturnType<typeof createLineIndex>, records: OpenRecords } } | undefined} */
    this.of = undefined;
    /** The indexes of the rows that pass the filter, in file order. */
    this.places = new Uint32Array();
    /** The same indexes in display order. */
    this.order = this.places;
    /** The agents of the rows that pass the filter, by name. @type {Agent[]} */
    this.agentList = [];
  }

  /**
   * @param {Blob} blob
   * @param {(bytes: number) => void} [onProgress]
   * @returns {Promise<Overview>}
   */
  async open(blob, onProgress) {
    await ready();
    this.close();
    /** @type {NonNullable<FileService["of"]>} */
    const of = { blob, lines: createLineIndex(blob), records: undefined, runs: new Uint32Array() };
    this.of = of;
    // Stops reading when the file was closed or replaced.
    const check = () => {
      if (this.of !== of)
        throw { code: "host.left", message: "file: expected the one that is open, found another" };
    };
    const { kind, blob: contents, what = "" } = await recognise(blob);
    if (kind === "foreign") return { kind, what };
    if (kind === "scores") return { kind: "foreign", what: "signed scores, which Verify checks" };
    of.blob = contents;
    try {
      if (kind === "scorecard") return await this.openScorecard(contents, check);
      of.lines = createLineIndex(contents);
      of.records = await openRecords(checkWhileReading(of.lines.read(onProgress), check));
    } catch (error) {
      // A scorecard that is too large to be recognised.
      if (/** @type {{ code?: string }} */ (error).code !== "report.other-kind") throw error;
      return this.openScorecard(contents, check);
    }
    const { listing } = of.records;
    const { numbers, runs, repeated } = numberRuns(listing.rows);
    of.runs = numbers;
    of.search = createSearch(listing, contents);
    await this.filterAndSort(NO_FILTER, FILE_ORDER);
    const all = (/** @type {(row: ListedRecord) => string} */ of) =>
      [...new Set(listing.rows.map(of))].sort();
    return {
      kind: "records",
      records: listing.rows.length,
      runs,
      repeated,
      torn: listing.torn,
      reading: READINGS.find((name) =>
        listing.rows.every((row) => row.passed === null || row.passed === row[name]),
      ),
      subjects: listing.subjects,
      common: commonPrefixLength(listing.subjects),
      families: all(({ family }) => family),
      strata: all(stratumKey),
      outcomes: all(({ outcome }) => outcome),
    };
  }

  /** @param {Blob} blob @param {() => void} check @returns {Promise<ScorecardOverview>} */
  async openScorecard(blob, check) {
    return {
      kind: "scorecard",
      report: JSON.parse(await report(checkWhileReading(chunks(blob), check))),
    };
  }

  close() {
    this.of?.records?.close();
    this.of?.other?.records.close();
    this.of = undefined;
  }

  /** Returns the records of the open file. Throws for a scorecard. */
  records() {
    if (this.of?.records === undefined)
      throw { code: "host.option", message: "records: expected a record file" };
    return this.of.records;
  }

  /**
   * Filters and sorts. Returns the number of rows.
   *
   * @param {Filter} filter
   * @param {Sort} sort
   */
  async filterAndSort(filter, sort) {
    const { listing } = this.records();
    const { of } = this;
    const contains = (await of?.search?.(filter.search)) ?? (() => true);
    // The file may have been closed meanwhile.
    if (of === undefined || this.of !== of) return 0;
    this.places = filterRows(listing, filter, of.runs, contains);
    this.order =
      sort.by === "line" && !sort.down ? this.places : sortRows(listing, this.places, sort);
    return this.order.length;
  }

  /** @param {number} from @param {number} to @returns {Promise<Row[]>} */
  async readRows(from, to) {
    const { rows, subjects } = this.records().listing;
    const wanted = Array.from(this.order.subarray(from, to), (place) => rows[place]);
    return Promise.all(
      wanted.flatMap((row) => {
        if (row === undefined) return [];
        const { subject, run: _, ...rest } = row;
        return this.readRecord(row.line).then(
          (record) => ({ ...rest, subject: subjects[subject] ?? "", record: shortenReply(record) }),
          () => ({ ...rest, subject: subjects[subject] ?? "", record: undefined }),
        );
      }),
    );
  }

  /** Returns the line of the row at a distance from the row of a line, if both are shown. @param {number} line @param {number} distance */
  neighbouringLine(line, distance) {
    const { rows } = this.records().listing;
    const at = this.order.findIndex((place) => rows[place]?.line === line);
    return at < 0 ? undefined : rows[this.order[at + distance] ?? -1]?.line;
  }

  /** Returns the agents of the rows that pass the filter. @param {Sort} sort @param {number} from @param {number} to */
  listAgents({ by, down }, from, to) {
    const { agentList } = this;
    const keys = agentList.map((agent) => {
      if (by === "subject") return agent.subject;
      if (by === "records") return agent.all.total;
      const tally = by === "all" ? agent.all : agent.families[by];
      return tally === undefined || tally.total === 0 ? null : tally.rate;
    });
    const order = sortByKeys(agentList.keys(), keys, down);
    return Array.from(order.subarray(from, to), (at) => agentList[at]);
  }

  /** Returns the record on a line. @param {number} line @returns {Promise<import("proofmark").SignalRecord>} */
  async readRecord(line) {
    return JSON.parse((await this.of?.lines.text(line)) ?? "");
  }

  /** Computes the figures of the rows that pass the filter. @returns {Figures} */
  computeFigures() {
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
    const failures = frequentFailures(listing, this.places);
    this.agentList = Object.entries(summary.bySubject).map(([subject, all]) => ({
      subject,
      all,
      families: Object.fromEntries(
        families.map(({ family, bySubject }) => [family, bySubject[subject]]),
      ),
      failure: failures.get(subject),
    }));
    return {
      // There may be thousands of subjects; `agents` returns those in sight.
      summary: { ...summary, bySubject: {} },
      latency: latencyHistogram(listing, this.places),
      history: scoreHistory(records, this.of?.runs ?? new Uint32Array(), this.places),
      agents: this.agentList.length,
    };
  }

  /**
   * Computes the trust scores of the first subjects, each with its explanation.
   *
   * @param {string} config
   * @returns {Promise<{ scores: TrustOf[], more: boolean }>}
   */
  async computeTrustScores(config) {
    const { ready, scoreStream } = await import("proofmark/score");
    await ready();
    // Both use the same bytes and the same time.
    const [one, other] = this.withoutTornLines().stream().tee();
    const options = { config, updatedAt: new Date().toISOString(), strict: true };
    const [scored, explained] = await Promise.all([
      parseObjects(scoreStream(one, options)),
      parseObjects(scoreStream(other, { ...options, explain: true })),
    ]);
    return {
      scores: scored.list.map((score, at) => ({ score, explanation: explained.list[at] })),
      more: scored.more,
    };
  }

  /**
   * Compares the open file with another one. Of record files, also returns the share of right answers
   * in all of each.
   *
   * @param {Blob} blob the later file
   */
  async compareWith(blob) {
    const { blob: contents } = await recognise(blob);
    const comparison = await compare(chunks(this.openedFile()), chunks(contents));
    this.of?.other?.records.close();
    const records = this.of?.records;
    if (this.of === undefined || records === undefined) return { comparison, all: undefined };
    const lines = createLineIndex(contents);
    const other = { lines, records: await openRecords(lines.read()) };
    this.of.other = other;
    const score = (/** @type {OpenRecords} */ { summarize }) => summarize().score;
    return { comparison, all: { first: score(records), second: score(other.records) } };
  }

  /**
   * Returns the records of both compared files with a key of the comparison.
   *
   * @param {string} key
   * @returns {Promise<(import("proofmark").SignalRecord | undefined)[]>}
   */
  async readPair(key) {
    const sides = [this.of, this.of?.other];
    return Promise.all(
      sides.map(async (side) => {
        const line = side?.records && findLineByKey(side.records.listing, key);
        return line && JSON.parse((await side.lines.text(line)) ?? "");
      }),
    );
  }

  /** Returns the open file. */
  openedFile() {
    return this.of?.blob ?? new Blob();
  }

  /** Returns the open file without its torn lines. */
  withoutTornLines() {
    const torn = this.of?.records?.listing.torn ?? [];
    return this.of?.lines.without(torn.map(({ line }) => line)) ?? this.openedFile();
  }

  /** Returns the rows as shown, as CSV. */
  exportCsv() {
    return new Blob([formatCsv(this.records().listing, this.order)], { type: "text/csv" });
  }

  /** @param {"json" | "html"} format */
  async exportReport(format) {
    const text = await report(chunks(this.openedFile()), { format });
    return new Blob([text], { type: format === "json" ? "application/json" : "text/html" });
  }
}

/** Returns a record with a short reply, for a row. @param {import("proofmark").SignalRecord} record */
function shortenReply(record) {
  const { response } = record.data;
  return typeof response === "string" && response.length > MAX_REPLY
    ? { ...record, data: { ...record.data, response: response.slice(0, MAX_REPLY) } }
    : record;
}

/** Returns the most frequent failure of each agent. @param {Listing} listing @param {Uint32Array} places */
function frequentFailures({ rows, subjects }, places) {
  /** @type {Map<string, Failure>} */
  const counts = new Map();
  /** @type {Map<string, Failure>} */
  const most = new Map();
  for (const place of places) {
    const { subject = 0, outcome = "", passed = null } = rows[place] ?? {};
    if (passed !== false) continue;
    const [name = "", key] = [subjects[subject], `${outcome} ${subject}`];
    const failure = counts.get(key) ?? { outcome, records: 0 };
    counts.set(key, failure);
    failure.records += 1;
    if (failure.records > (most.get(name)?.records ?? 0)) most.set(name, failure);
  }
  return most;
}

/** Finds the line of a record by its key in a comparison. @param {Listing} listing @param {string} key */
const findLineByKey = ({ rows, subjects }, key) =>
  rows.find(({ subject, question }) => `${key} `.startsWith(`${subjects[subject]} ${question} `))
    ?.line;

/**
 * Yields the items of `source`, and calls `check` before each and at the end.
 *
 * @template T
 * @param {AsyncIterable<T>} source
 * @param {() => void} check
 */
async function* checkWhileReading(source, check) {
  for await (const one of source) {
    check();
    yield one;
  }
  check();
}

/** @typedef {{ score: import("proofmark/score").TrustScore, explanation: import("proofmark/score").ScoreExplanation }} TrustOf */

/**
 * Parses NDJSON, up to the maximum number of scores.
 *
 * @param {AsyncIterable<Uint8Array>} bytes
 */
async function parseObjects(bytes) {
  const decoder = new TextDecoder();
  /** @type {any[]} */
  const list = [];
  let rest = "";
  let more = false;
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (list.length < MAX_SCORES) list.push(JSON.parse(line));
      else more = true;
    }
  }
  return { list, more };
}
