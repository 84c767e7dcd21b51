// Scores and signals over an injected core. It is made before the core has started, so making it
// calls nothing. It translates and loops; every rule is in the core.

import { ProofmarkError } from "../error.js";

/** @typedef {typeof import("./full.js").core} Core */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("../index.d.ts").LineError} LineError */
/** @typedef {{ out: Uint8Array, bad: string, more: boolean }} Answer */
/** @typedef {{ onError?: (error: LineError) => void, strict?: boolean }} Reporting */

const encoder = new TextEncoder();

const LINE_FEED = 0x0a;

/** How many bytes are handed to the core at a time: what comes back is as large again. */
const PIECE = 1 << 18;

/** @param {unknown} value JSON text, its bytes, or a value */
const json = (value) =>
  value instanceof Uint8Array
    ? value
    : encoder.encode(typeof value === "string" ? value : JSON.stringify(value));

const at = () => new Date().toISOString();

/** @param {Core} core */
export function createScoreApi(core) {
  /** @type {Api["computeTrustScore"]} */
  function computeTrustScore(config, snapshot, options = {}) {
    return one(config, snapshot, options, false);
  }

  /** @type {Api["explainTrustScore"]} */
  function explainTrustScore(config, snapshot, options = {}) {
    return one(config, snapshot, options, true);
  }

  /**
   * @param {unknown} config
   * @param {unknown} snapshot
   * @param {{ updatedAt?: string }} options
   * @param {boolean} explained
   */
  function one(config, snapshot, options, explained) {
    const { updatedAt = at() } = known("computeTrustScore", options, ["updatedAt"]);
    const scorer = new core.Scorer(json(config), updatedAt, explained);
    try {
      return JSON.parse(scorer.one(json(snapshot), explained));
    } finally {
      scorer.free();
    }
  }

  /** @type {Api["scoreStream"]} */
  async function* scoreStream(subjects, options) {
    const names = ["config", "updatedAt", "explain", "onError", "strict"];
    const { config, updatedAt = at(), explain = false } = known("scoreStream", options, names);
    const scorer = new core.Scorer(json(config), updatedAt, explain);
    try {
      const { lines, errors } = yield* lined(scorer, subjects, options);
      return { subjects: lines, errors };
    } finally {
      scorer.free();
    }
  }

  /** @type {Api["checkScoreConfig"]} */
  function checkScoreConfig(config, earlier = []) {
    const versions = earlier.map(({ version }) => version);
    const digests = earlier.map(({ digest }) => digest);
    return core.check_config(json(config), new Float64Array(versions), digests);
  }

  /** @type {Api["signalsStream"]} */
  async function* signalsStream(lines, options) {
    const names = ["task", "fields", "records", "keep", "now", "onError", "strict"];
    const {
      task,
      fields,
      records = [],
      keep = 1,
      now = Date.now(),
    } = known("signalsStream", options, names);
    const stream = new core.SignalStream(task, keep, fields, now);
    try {
      for await (const chunk of records) {
        for (const piece of pieces(chunk)) report(stream.records(piece, false).bad, options, true);
      }
      report(stream.records(new Uint8Array(), true).bad, options, true);
      return yield* lined(stream, lines, options);
    } finally {
      stream.free();
    }
  }

  /** @type {Api["mergeSnapshot"]} */
  function mergeSnapshot(snapshot, records, options = {}) {
    const {
      fields,
      keep = 1,
      now = Date.now(),
    } = known("mergeSnapshot", options, ["fields", "keep", "now"]);
    const stream = new core.SignalStream("merge", keep, fields, now);
    try {
      const file = records.map((record) => `${JSON.stringify(record)}\n`).join("");
      report(stream.records(json(file), true).bad, { strict: true }, true);
      const { out, bad } = stream.push(json(`${JSON.stringify(snapshot)}\n`));
      report(bad, { strict: true });
      return JSON.parse(new TextDecoder().decode(out));
    } finally {
      stream.free();
    }
  }

  return {
    computeTrustScore,
    explainTrustScore,
    scoreStream,
    checkScoreConfig,
    signalsStream,
    mergeSnapshot,
    /** @type {Api["importFields"]} */
    importFields: (additional) => JSON.parse(core.import_fields(json(additional))),
    /** @type {Api["exportFields"]} */
    exportFields: (record, fields) => JSON.parse(core.export_fields(json(record), fields)),
    /** @type {Api["mergeFields"]} */
    mergeFields(additional, record, { fields, now = Date.now() }) {
      const merged = core.merge_fields(json(additional), json(record), fields, now);
      return { additional: JSON.parse(merged.additional), replaced: merged.replaced };
    },
  };
}

/**
 * Bytes in, lines out.
 *
 * @param {{ push(bytes: Uint8Array): Answer, finish(): Answer }} stream
 * @param {import("../index.d.ts").Chunks} chunks
 * @param {Reporting} options
 * @returns {AsyncGenerator<Uint8Array, { lines: number, errors: number }, void>}
 */
async function* lined(stream, chunks, options) {
  const total = { lines: 0, errors: 0 };
  /** @param {Answer} answer */
  const count = ({ out, bad }) => {
    for (let end = out.indexOf(LINE_FEED); end >= 0; end = out.indexOf(LINE_FEED, end + 1))
      total.lines += 1;
    total.errors += report(bad, options);
    return out;
  };
  for await (const chunk of chunks) {
    for (const piece of pieces(chunk)) {
      const out = count(stream.push(piece));
      if (out.length > 0) yield out;
    }
  }
  for (let more = true; more;) {
    const answer = stream.finish();
    more = answer.more === true;
    const out = count(answer);
    if (out.length > 0) yield out;
  }
  return total;
}

/** @param {string | Uint8Array} chunk */
function* pieces(chunk) {
  const bytes = json(chunk);
  for (let start = 0; start < bytes.length; start += PIECE)
    yield bytes.subarray(start, start + PIECE);
}

/**
 * Tells of bad lines, and how many they are.
 *
 * @param {string} bad
 * @param {Reporting} options
 * @param {boolean} [records] whether they are of the second file
 */
function report(bad, { onError, strict = false }, records = false) {
  /** @type {LineError[]} */
  const errors = JSON.parse(bad);
  for (const error of errors) {
    onError?.(records ? { ...error, records } : error);
    if (strict) {
      const where = `${records ? "records, " : ""}line ${error.line}`;
      throw new ProofmarkError(error.code, `${where}: ${error.message}`);
    }
  }
  return errors.length;
}

/**
 * The options, if all their names are known.
 *
 * @template {object} T
 * @param {string} call
 * @param {T} options
 * @param {string[]} names
 */
function known(call, options, names) {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return options;
  const message = `option of ${call}: expected one of ${names.join(", ")}, found ${JSON.stringify(unknown)}`;
  throw new ProofmarkError("host.option", message);
}
