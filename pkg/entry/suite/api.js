// Suites, reports and comparisons over an injected core. It is created before the core has started,
// so creating it calls nothing. It converts types and loops; every rule is in the core.

import { createClock } from "../../util/clock.js";
import {
  fileContents,
  toByteChunks,
  checkArgument,
  checkOptions,
  isBytes,
  readOptions,
  optionError,
  sliceBytes,
  toJson,
  toOptionsJson,
} from "../../util/validate.js";
import { runConcurrently } from "../../evaluate/merge-streams.js";
import { undefinedOnAbort } from "../../util/abort.js";
import { hostHasher } from "../../suite/hasher.js";

/** @typedef {typeof import("./loader.js").core} Core */
/** @typedef {typeof import("./index.d.ts")} Api */
/** @typedef {import("./index.d.ts").Text} Text */
/** @typedef {import("./index.d.ts").Results} Results */
/** @typedef {import("./index.d.ts").TornLine} TornLine */
/** @typedef {import("./index.d.ts").ReplayOptions & import("./index.d.ts").EchoOptions & import("./index.d.ts").AskOptions} Adapters */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Kinds of options of `runSuite`. @type {Record<string, import("../../util/validate.js").Kind>} */
const KINDS = {
  ...{ ask: "function", onReply: "function", signal: "signal" },
  ...{ key: "text", concurrency: "places" },
};

/**
 * Kinds of options of `report` that the host uses.
 *
 * @type {Record<string, import("../../util/validate.js").Kind>}
 */
const REPORT_KINDS = { onError: "function" };

const OPTIONS = ["answers", "echo", "ask", "resume", "onReply", "signal", "concurrency", "key"];

/** The bytes to pass to the core at a time. */
const PIECE = 1 << 20;

/** The highest line number that the core accepts. */
const LAST_LINE = 2 ** 32 - 1;

/** @param {Core} core */
export function createSuiteApi(core) {
  /**
   * @param {Text} suite
   * @param {import("./index.d.ts").RunSuiteOptions} options
   * @returns {Promise<import("./index.d.ts").SuiteResult>}
   */
  async function runSuite(suite, options) {
    const {
      answers,
      echo,
      ask,
      key,
      resume,
      onReply,
      signal,
      concurrency = 1,
    } = /** @type {Partial<Adapters> & { key?: string }} */ (
      checkOptions("runSuite", options, OPTIONS, KINDS)
    );
    const adapters = [answers, echo || undefined, ask].filter((adapter) => adapter !== undefined);
    if (adapters.length !== 1) {
      throw optionError("runSuite", "one of answers, echo and ask", String(adapters.length));
    }
    if (key !== undefined) core.check_key(key);
    const bytes = fileContents(suite, "suite");
    const asked = ask && { ask, resume, onReply, signal, concurrency };
    const replies = asked && (await recordReplies(bytes, asked));
    const kept = replies === undefined ? {} : { answers: decoder.decode(replies.answers) };
    if (replies?.complete === false) return { complete: false, ...kept };
    const given =
      replies?.answers ?? (answers === undefined ? undefined : fileContents(answers, "answers"));
    const [scorecard = "", summary = ""] = core.judge_suite(bytes, given, key, hostHasher());
    return { complete: true, scorecard, summary: JSON.parse(summary), ...kept };
  }

  /**
   * Asks every task that has no reply yet. Returns the replies as an answers file, and whether it
   * is complete.
   *
   * @param {Uint8Array} suite
   * @param {Pick<import("./index.d.ts").AskOptions, "ask" | "resume" | "onReply" | "signal">
   *   & { concurrency: number }} options
   */
  async function recordReplies(suite, { ask, resume, onReply, signal, concurrency }) {
    const earlier = resume === undefined ? new Uint8Array() : fileContents(resume, "resume");
    const done = new Set(
      earlier.length > 0 ? JSON.parse(core.answered_tasks(suite, earlier, hostHasher())) : [],
    );
    /** @type {import("./index.d.ts").Task[]} */
    const all = JSON.parse(core.suite_tasks(suite));
    const tasks = all.filter(({ id: task }) => !done.has(task));
    const lines = earlier.length > 0 ? [recordedLines(earlier)] : [];
    if (lines.length === 0) {
      const line = core.answers_line(suite, hostHasher());
      lines.push(line);
      await onReply?.({ line });
    }
    /** @param {import("./index.d.ts").Task} task @param {AbortSignal} ended */
    async function* replyTo({ id, prompt }, ended) {
      const { now } = createClock();
      const began = now();
      const reply = /** @type {Awaited<ReturnType<typeof ask>>} */ (
        await undefinedOnAbort(ended, () => ask(prompt, { id, signal: ended }))
      );
      // Discard an aborted reply; resuming asks the task again.
      if (ended.aborted) return;
      const whole = typeof reply === "string" ? { text: reply } : reply;
      const { text, cause, latencyMs } = checkArgument("reply", "object", whole);
      const fetchedAt = now();
      const took = latencyMs ?? fetchedAt - began;
      yield {
        id,
        text,
        cause,
        line: core.reply_line(
          id,
          toOptionsJson("reply", { text, cause, fetchedAt, latencyMs: took }),
        ),
      };
    }
    let replies = 0;
    for await (const reply of runConcurrently(tasks, concurrency, replyTo, signal)) {
      lines.push(reply.line);
      replies += 1;
      await onReply?.(reply);
    }
    const answers = encoder.encode(`${lines.join("\n")}\n`);
    return { answers, complete: replies === tasks.length };
  }

  /**
   * @param {Results} file
   * @param {(bytes: Uint8Array) => void} [told] is called with every chunk
   * @param {boolean} [looks] collects torn lines instead of throwing
   * @returns {Promise<ReturnType<InstanceType<Core["Source"]>["finish"]>>}
   */
  async function read(file, told = () => {}, looks = false) {
    const source = new core.Source(looks);
    try {
      for await (const bytes of toByteChunks(toChunks(file))) {
        told(bytes);
        for (const piece of sliceBytes(bytes, PIECE)) source.push(piece);
      }
      return source.finish();
    } finally {
      source.free();
    }
  }

  /**
   * Calls `use` with the parsed file, and frees it afterwards.
   *
   * @template T
   * @param {Results} file
   * @param {(results: Awaited<ReturnType<typeof read>>) => T | Promise<T>} use
   * @param {boolean} [looks] collects torn lines instead of throwing
   */
  async function withResults(file, use, looks) {
    const results = await read(file, undefined, looks);
    try {
      return await use(results);
    } finally {
      results.free();
    }
  }

  /** @type {Api["report"]} */
  async function report(file, given) {
    const {
      format = "json",
      onError,
      answers,
      ...options
    } = readOptions("report", given, REPORT_KINDS);
    const page = format === "html";
    const streaming = new TextDecoder("utf-8", { ignoreBOM: true });
    let text = "";
    // Reading refuses invalid UTF-8, so the page contains the file unchanged, except for a line
    // that is torn within a character.
    const keep = (/** @type {Uint8Array} */ bytes) => {
      if (page) text += streaming.decode(bytes, { stream: true });
    };
    const results = await read(file, keep, true);
    /** @type {TornLine[]} */
    const torn = JSON.parse(results.torn());
    const replies =
      answers === undefined ? undefined : decoder.decode(fileContents(answers, "answers"));
    const asked = toOptionsJson("report", { format, answers: replies, ...options });
    const found = page
      ? results.report(
          asked,
          text + streaming.decode(),
          (await import("../../generated/page.js")).verifier,
        )
      : results.report(asked);
    torn.forEach((line) => onError?.(line));
    return found;
  }

  /** @type {Api["openRecords"]} */
  async function openRecords(file) {
    const results = await read(file, undefined, true);
    let listing;
    try {
      listing = JSON.parse(results.listing());
    } catch (error) {
      // A scorecard has no records to list.
      results.free();
      throw error;
    }
    return {
      listing,
      summarize(given) {
        const { lines, ...options } = readOptions("summarize", given, { lines: "iterable" });
        const wanted = lines && Uint32Array.from(lines, capLineNumber).sort();
        return JSON.parse(results.summary(toOptionsJson("summarize", options), wanted));
      },
      close: () => results.free(),
    };
  }

  return {
    /** @type {Api["checkSuite"]} */
    checkSuite: (suite) => JSON.parse(core.check_suite(fileContents(suite, "suite"), hostHasher())),
    /** @type {Api["sealSuite"]} */
    sealSuite(plain, options) {
      const given = toOptionsJson("sealSuite", readOptions("sealSuite", options));
      return JSON.parse(core.seal_suite(fileContents(plain, "plain"), given));
    },
    /** @type {Api["crackSuite"]} */
    crackSuite(suite, options) {
      const given = toOptionsJson("crackSuite", readOptions("crackSuite", options));
      return JSON.parse(core.crack_suite(fileContents(suite, "suite"), given));
    },
    /** @type {Api["readScorecard"]} */
    readScorecard: (card) => JSON.parse(core.read_scorecard(fileContents(card, "scorecard"))),
    /** @type {Api["checkScorecard"]} */
    checkScorecard(card, suite, options) {
      const { answers } = checkOptions("checkScorecard", options, ["answers"]);
      const given = answers === undefined ? undefined : fileContents(answers, "answers");
      const against = suite === undefined ? undefined : fileContents(suite, "suite");
      const bytes = fileContents(card, "scorecard");
      return JSON.parse(core.check_scorecard(bytes, against, given, hostHasher()));
    },
    runSuite: /** @type {Api["runSuite"]} */ (runSuite),
    report,
    /** @type {Api["summarize"]} */
    async summarize(file, options) {
      const given = toOptionsJson("summarize", readOptions("summarize", options));
      return withResults(file, (results) => JSON.parse(results.summary(given)));
    },
    openRecords,
    /** @type {Api["compare"]} */
    async compare(first, second, options) {
      const given = toOptionsJson("compare", readOptions("compare", options));
      const pair = (/** @type {Awaited<ReturnType<typeof read>>} */ one) =>
        withResults(second, (two) => JSON.parse(one.compare(two, given)), true);
      return withResults(first, pair, true);
    },
  };
}

/** Caps a line number at 32 bits; no file has so many lines. @param {unknown} line */
const capLineNumber = (line) =>
  Math.min(/** @type {number} */ (checkArgument("line", "count", line)), LAST_LINE);

/**
 * Returns the recorded lines of an earlier run; other answers files cannot be resumed.
 *
 * @param {Uint8Array} answers
 */
function recordedLines(answers) {
  const lines = decoder.decode(answers).trimEnd();
  const [first = ""] = lines.split("\n", 1);
  try {
    if (JSON.parse(first).type === "answers") return lines;
  } catch {
    // It is JSON on several lines, one of the other forms.
  }
  throw optionError("resume", "the lines that a run has recorded", "answers of another form");
}

/** Returns a file as chunks. @param {Results} file @returns {import("../../index.d.ts").Chunks} */
function toChunks(file) {
  if (typeof file === "string" || isBytes(file)) return [fileContents(file, "file")];
  if (Array.isArray(file)) return file.map((record) => `${toJson("record", record)}\n`);
  return checkArgument("file", "items", file);
}
