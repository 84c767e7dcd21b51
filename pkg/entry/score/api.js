// Scores and signals over an injected core. It is created before the core has started, so creating
// it calls nothing. It converts types and loops; every rule is in the core.

import { ProofmarkError } from "../../wasm/error.js";
import {
  toByteChunks,
  checkArgument,
  checkOptions,
  fileContents,
  readOptions,
  sliceBytes,
  toJson,
  toJsonBytes,
} from "../../util/validate.js";

/** @typedef {typeof import("./loader.js").core} Core */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("../../index.d.ts").LineError} LineError */
/** @typedef {{ out: Uint8Array, bad: string, more: boolean }} Answer */
/** @typedef {{ onError?: (error: LineError) => void, strict?: boolean }} Reporting */

const encoder = new TextEncoder();

const LINE_FEED = 0x0a;

/** The bytes to pass to the core at a time. The output has a similar size. */
const PIECE = 1 << 18;

/** Kinds of options, by name. @type {Record<string, import("../../util/validate.js").Kind>} */
const KINDS = {
  ...{ updatedAt: "text", fields: "text", keep: "index", now: "number" },
  ...{ key: "text", trust: "text" },
  ...{ onError: "function", records: "items", explain: "flag", strict: "flag" },
};

const currentTime = () => new Date().toISOString();

/** @param {Core} core */
export function createScoreApi(core) {
  /** @type {Api["computeTrustScore"]} */
  function computeTrustScore(config, snapshot, options) {
    return scoreOne("computeTrustScore", config, snapshot, options);
  }

  /** @type {Api["explainTrustScore"]} */
  function explainTrustScore(config, snapshot, options) {
    return scoreOne("explainTrustScore", config, snapshot, options);
  }

  /**
   * @param {"computeTrustScore" | "explainTrustScore"} call
   * @param {unknown} config
   * @param {unknown} snapshot
   * @param {{ updatedAt?: string } | undefined} options
   */
  function scoreOne(call, config, snapshot, options) {
    const explained = call === "explainTrustScore";
    const { updatedAt = currentTime() } = checkOptions(call, options, ["updatedAt"], KINDS);
    const subject = toJsonBytes("snapshot", snapshot);
    const scorer = new core.Scorer(toJsonBytes("config", config), updatedAt, explained);
    try {
      return JSON.parse(scorer.score_one(subject));
    } finally {
      scorer.free();
    }
  }

  /** @type {Api["scoreStream"]} */
  async function* scoreStream(subjects, options) {
    const names = ["config", "updatedAt", "explain", "key", "onError", "strict"];
    const given = checkOptions("scoreStream", options, names, KINDS);
    const { config, updatedAt = currentTime(), explain = false, key } = given;
    checkArgument("subjects", "items", subjects);
    const scorer = new core.Scorer(toJsonBytes("config", config), updatedAt, explain, key);
    try {
      const { lines, errors } = yield* feedChunks(scorer, subjects, given);
      return { subjects: lines, errors };
    } finally {
      scorer.free();
    }
  }

  /** @type {Api["verifyScores"]} */
  async function verifyScores(scores, options) {
    const names = ["config", "records", "trust"];
    const { config, records, trust } = checkOptions("verifyScores", options, names, KINDS);
    const parsed = config === undefined ? undefined : toJsonBytes("config", config);
    const verifier = new core.ScoreVerifier(fileContents(scores, "scores"), parsed, trust);
    try {
      if (records !== undefined) verifier.push(new Uint8Array());
      for await (const chunk of toByteChunks(records ?? [])) {
        for (const piece of sliceBytes(chunk, PIECE)) verifier.push(piece);
      }
      return JSON.parse(verifier.finish());
    } finally {
      verifier.free();
    }
  }

  /** @type {Api["checkScoreConfig"]} */
  function checkScoreConfig(config, earlier = []) {
    const published = checkArgument("earlier", "list", earlier).map((one) =>
      readOptions("earlier", one, { version: "index", digest: "text" }),
    );
    const versions = published.map(({ version }) => checkArgument("version", "index", version));
    const digests = published.map(({ digest }) => checkArgument("digest", "text", digest));
    return core.check_config(toJsonBytes("config", config), new Float64Array(versions), digests);
  }

  /** @type {Api["shareInterval"]} */
  function shareInterval(passed, total) {
    const [low = 0, high = 1] = core.share_interval(
      checkArgument("passed", "index", passed),
      checkArgument("total", "index", total),
    );
    return [low, high];
  }

  /** @type {Api["signalsStream"]} */
  async function* signalsStream(lines, options) {
    const names = ["task", "fields", "records", "keep", "now", "onError", "strict"];
    const given = checkOptions("signalsStream", options, names, KINDS);
    const { task, fields, records = [], keep = 1, now = Date.now() } = given;
    checkArgument("lines", "items", lines);
    const stream = new core.SignalStream(checkArgument("task", "text", task), keep, fields, now);
    try {
      for await (const chunk of toByteChunks(records)) {
        for (const piece of sliceBytes(chunk, PIECE))
          reportBadLines(stream.records(piece, false).bad, given, true);
      }
      reportBadLines(stream.records(new Uint8Array(), true).bad, given, true);
      return yield* feedChunks(stream, lines, given);
    } finally {
      stream.free();
    }
  }

  /** @type {Api["mergeSnapshot"]} */
  function mergeSnapshot(snapshot, records, options) {
    const given = checkOptions("mergeSnapshot", options, ["fields", "keep", "now"], KINDS);
    const { fields, keep = 1, now = Date.now() } = given;
    const lines = checkArgument("records", "list", records).map(
      (one) => `${toJson("record", one)}\n`,
    );
    const subject = encoder.encode(`${toJson("snapshot", snapshot)}\n`);
    const stream = new core.SignalStream("merge", keep, fields, now);
    try {
      reportBadLines(
        stream.records(encoder.encode(lines.join("")), true).bad,
        { strict: true },
        true,
      );
      const { out, bad } = stream.push(subject);
      // An invalid stored field is no reason to refuse the snapshot.
      if (out.length === 0) reportBadLines(bad, { strict: true });
      return JSON.parse(new TextDecoder().decode(out));
    } finally {
      stream.free();
    }
  }

  return {
    computeTrustScore,
    explainTrustScore,
    scoreStream,
    verifyScores,
    checkScoreConfig,
    shareInterval,
    signalsStream,
    mergeSnapshot,
    /** @type {Api["signEnvelope"]} */
    signEnvelope(payloadType, payload, key) {
      const bytes = fileContents(payload, "payload");
      const [type, secret] = [
        checkArgument("payloadType", "text", payloadType),
        checkArgument("key", "text", key),
      ];
      return JSON.parse(core.sign_envelope(type, bytes, secret));
    },
    /** @type {Api["importFields"]} */
    importFields: (additional) =>
      JSON.parse(core.import_fields(toJsonBytes("additional", additional))),
    /** @type {Api["exportFields"]} */
    exportFields: (record, fields) =>
      JSON.parse(
        core.export_fields(toJsonBytes("record", record), checkArgument("fields", "text", fields)),
      ),
    /** @type {Api["mergeFields"]} */
    mergeFields(additional, record, options) {
      const { fields, now = Date.now() } = checkOptions(
        "mergeFields",
        options,
        ["fields", "now"],
        KINDS,
      );
      checkArgument("fields", "text", fields);
      const [before, run] = [toJsonBytes("additional", additional), toJsonBytes("record", record)];
      const merged = core.merge_fields(before, run, fields, now);
      return { additional: JSON.parse(merged.additional), replaced: merged.replaced };
    },
  };
}

/**
 * Feeds chunks to `stream`, and yields its output.
 *
 * @param {{ push(bytes: Uint8Array): Answer, finish(): Answer }} stream
 * @param {import("../../index.d.ts").Chunks} chunks
 * @param {Reporting} options
 * @returns {AsyncGenerator<Uint8Array, { lines: number, errors: number }, void>}
 */
async function* feedChunks(stream, chunks, options) {
  const total = { lines: 0, errors: 0 };
  /** @param {Answer} answer */
  const count = ({ out, bad }) => {
    for (let end = out.indexOf(LINE_FEED); end >= 0; end = out.indexOf(LINE_FEED, end + 1))
      total.lines += 1;
    total.errors += reportBadLines(bad, options);
    return out;
  };
  for await (const chunk of toByteChunks(chunks)) {
    for (const piece of sliceBytes(chunk, PIECE)) {
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

/**
 * Reports bad lines, and returns their number.
 *
 * @param {string} bad
 * @param {Reporting} options
 * @param {boolean} [records] true if they are lines of the second file
 */
function reportBadLines(bad, { onError, strict = false }, records = false) {
  /** @type {import("../../wasm/error.js").Placed[]} */
  const errors = JSON.parse(bad);
  for (const { placed, ...error } of errors) {
    onError?.(records ? { ...error, records } : error);
    if (strict) throw new ProofmarkError(error.code, `${records ? "records, " : ""}${placed}`);
  }
  return errors.length;
}
