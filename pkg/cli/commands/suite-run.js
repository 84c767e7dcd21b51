// proofmark suite run: judges replies from a file or an endpoint, and writes the scorecard.

import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FORCE_ADVICE, checkNew, writeNew } from "../io/new-files.js";
import { EXIT, Refusal } from "../exit.js";
import { readText } from "../io/files.js";
import { expandUrl } from "../io/address.js";
import { readHeaders } from "../io/headers.js";
import { readKeyText } from "../io/keys.js";
import * as kinds from "../kinds.js";
import { FORCE, omitUndefined, outOption } from "../options.js";
import { baseUrl, addProviderKey } from "../run/providers.js";
import { isNoContact, reportNoContact, checkFirstAnswer } from "../run/first-contact.js";
import { ALLOW_UNREACHABLE, CONNECTION, RUN_OPTIONS } from "../run/options.js";
import { openRecording } from "../run/recording.js";
import { addPlaceToErrors } from "../io/refused.js";
import { progressBar, createProgress, joinFitting } from "../render/progress.js";
import { reportLines } from "../render/results-report.js";
import { alreadyCompleteNote } from "../render/run-report.js";
import { formatCount, groupThousands, indentAndWrap, plain } from "../render/text.js";
import { REPORT_FORMAT } from "./report.js";

/** @typedef {typeof import("../../entry/suite/index.d.ts")} SuiteApi */

/** @type {import("../args.js").Command} */
export const suiteRun = {
  name: "suite run",
  summary: "judge the replies to a suite, from a file or from an agent",
  usage: [
    "suite run SUITE.json --answers ANSWERS.json [--out SCORECARD.json]",
    "suite run SUITE.json URL [--record ANSWERS.ndjson] [--out SCORECARD.json]",
  ],
  about:
    "A task passes if the hash of the answer in its reply is one of those in the suite. The same suite and answers give the same scorecard, byte for byte, on every machine. Exits with 1 if the score is below --min-score, by default if any task failed.",
  operands: [1, 2],
  options: {
    answers: { kind: kinds.text, value: "FILE", help: "the replies to judge, one per task" },
    echo: {
      help: "judge the prompts as if they were the replies, to find prompts that contain their answer",
    },
    out: outOption("the scorecard to create"),
    record: {
      kind: kinds.text,
      value: "FILE",
      help: "record the replies of the agent in this file; --answers judges it again",
    },
    resume: { help: "continue the interrupted run in --record" },
    force: FORCE,
    "allow-unreachable": ALLOW_UNREACHABLE,
    "min-score": {
      kind: kinds.score,
      value: "N",
      help: "exit with 1 if the score is below this (default: 100)",
    },
    key: /** @type {import("../args.js").Option} */ (RUN_OPTIONS.key),
    ...CONNECTION,
    format: REPORT_FORMAT,
  },
  examples: [
    "suite run suite.json --answers answers.json --out scorecard.json",
    "suite run suite.json https://agent.example/a2a --record answers.ndjson --resume",
  ],
  async run({ operands: [path = "", typed], options }, context) {
    const replayed = options.answers !== undefined || options.echo;
    const named = typed ?? (replayed ? undefined : baseUrl(options.protocol, context.env));
    checkOptions(named, options);
    const url = await expandUrl(named, context);
    const agentUrl = await expandUrl(options["agent-url"], context, "--agent-url");
    const { out, err } = context;
    const given = await readHeaders(options.header, context);
    const headers =
      url === undefined ? given : addProviderKey(url, options.protocol, given, context);
    const api = await context.suite();
    const suite = await readText(path);
    const survey = addPlaceToErrors(path, () => api.checkSuite(suite));
    const key = options.key && (await readKeyText(options.key, context.env));
    checkOut(options);

    const live =
      url === undefined
        ? null
        : await openAgent(url, { api, suite, survey, options, headers, agentUrl }, context);
    const replay = options.answers && { answers: await readText(options.answers) };
    const source = live?.source ?? replay ?? { echo: true };
    const blamed = options.answers ?? options.record ?? path;
    let result;
    try {
      result = await addPlaceToErrors(
        (code) => (code.startsWith("key.") ? options.key : blamed),
        () => api.runSuite(suite, /** @type {any} */ (omitUndefined({ ...source, key }))),
      );
    } catch (error) {
      if (isNoContact(error)) return reportNoContact(error, options, context);
      throw error;
    } finally {
      live?.stop();
    }

    if (!result.complete) {
      const again = options.record === undefined ? "" : "; the same command with --resume goes on";
      err.tell(
        `proofmark: interrupted with ${formatCount(live?.left() ?? 0, "task")} left${again}\n`,
      );
      return context.interrupted() ?? EXIT.broken;
    }
    const { scorecard, summary } = result;
    const lost =
      options.out === undefined ? null : writeScorecard(options.out, scorecard, options.force);
    const passed = Number(summary.percent) >= (options["min-score"] ?? 100);
    const kept = lost === null ? options.out : undefined;
    await out.write(
      await formatReport(
        api,
        scorecard,
        { options, passed, kept, answers: result.answers ?? replay?.answers },
        out,
      ),
    );
    if (lost !== null) throw lost;
    return passed ? EXIT.passed : EXIT.failed;
  },
};

/** @param {string | undefined} url @param {Record<string, any>} options */
function checkOptions(url, options) {
  const sources = [url, options.answers, options.echo].filter((source) => source !== undefined);
  if (sources.length !== 1) {
    const found = sources.length === 0 ? "none" : "several";
    throw new Refusal(
      "cli.together",
      `suite run: expected one of --answers, --echo and a URL, found ${found}; see proofmark suite run --help`,
    );
  }
  const live = ["record", "resume", "allow-unreachable", ...Object.keys(CONNECTION)];
  const idle = url === undefined ? live.find((name) => name in options) : undefined;
  if (idle !== undefined) throw new Refusal("cli.together", `--${idle}: needs a URL`);
  if (options.resume && options.force)
    throw new Refusal("cli.together", "--force: cannot be used with --resume");
  if (options.resume && options.record === undefined)
    throw new Refusal("cli.together", "--resume: needs --record FILE");
}

/**
 * Refuses an unusable --out before anything is asked.
 *
 * @param {Record<string, any>} options
 */
function checkOut({ out, record, force }) {
  if (out === undefined) return;
  checkNew(out, { force, advice: FORCE_ADVICE });
  if (record !== undefined && canonicalPath(out) === canonicalPath(record))
    throw new Refusal("cli.together", "--out: must not be the file of --record");
}

/** Returns the canonical path of a file that may not exist. @param {string} path */
function canonicalPath(path) {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

/**
 * Writes the scorecard. Returns the error instead of throwing it, so that the report is printed
 * anyway.
 *
 * @param {string} path
 * @param {string} text
 * @param {boolean | undefined} force
 */
function writeScorecard(path, text, force) {
  try {
    writeNew([{ path, text }], { force, advice: FORCE_ADVICE });
    return null;
  } catch (error) {
    return error instanceof Refusal ? error.toExecutionError() : error;
  }
}

/**
 * Prepares asking an agent and recording its replies.
 *
 * @param {string} url
 * @param {{ api: SuiteApi, suite: string, survey: import("../../entry/suite/index.d.ts").SuiteSurvey,
 *   options: Record<string, any>, headers: Record<string, string> | undefined,
 *   agentUrl: string | undefined }} how
 * @param {import("../main.js").Context} context
 */
async function openAgent(url, { api, suite, survey, options, headers, agentUrl }, context) {
  const { protocol, model, tool, argument, uaid, budget, retries } = options;
  const { agent, explainCause } = await context.api();
  const direct = agent(
    omitUndefined({
      ...{ endpoint: url, headers, protocol, model, tool, argument, uaid, agentUrl },
      ...{ budget, retries },
      jsonBody: options["json-body"],
      replyPointer: options["reply-pointer"],
      maxBody: options["max-body"],
    }),
  );
  const recording = options.record && (await openRecording(api, suite, options.record, options));
  if (recording?.torn) {
    context.err.tell(
      `proofmark: ${plain(options.record)}: its last line was torn and is cut off\n`,
    );
  }
  let done = recording?.replies ?? 0;
  const ask =
    done > 0 || options["allow-unreachable"] ? direct : checkFirstAnswer(direct, url, explainCause);
  /** The first line of a recording without replies. @type {string[]} */
  let firstLine = [];
  if (done === survey.tasks) context.err.tell(alreadyCompleteNote(options.record, "replies"));
  const progress = createProgress(context.err, (columns) =>
    joinFitting(
      [
        `  ${progressBar(done / survey.tasks, 16)}`,
        `${groupThousands(done)} of ${groupThousands(survey.tasks)} asked`,
      ],
      columns,
    ),
  );
  return {
    source: {
      ask,
      resume: recording?.earlier,
      signal: context.interruptible(),
      /** @param {import("../../entry/suite/index.d.ts").RecordedReply} reply */
      onReply({ line, id }) {
        if (id === undefined) {
          firstLine = [line];
          return;
        }
        recording?.file.append([...firstLine, line]);
        firstLine = [];
        done += 1;
      },
    },
    left: () => survey.tasks - done,
    stop() {
      progress.stop();
      recording?.file.close();
    },
  };
}

/**
 * Formats the report of the scorecard.
 *
 * @param {SuiteApi} api
 * @param {string} scorecard
 * @param {{ options: Record<string, any>, passed: boolean, kept: string | undefined,
 *   answers: string | undefined }} verdict `kept` is the path of the scorecard, if it was written.
 * @param {import("../terminal.js").Output} out
 */
async function formatReport(api, scorecard, { options, passed, kept, answers }, out) {
  const format = options.format ?? "pretty";
  const replies = answers === undefined ? {} : { answers };
  if (format !== "pretty") return `${await api.report(scorecard, { format, ...replies })}\n`;
  const { palette } = out;
  const least = options["min-score"] ?? 100;
  const verdict = passed
    ? palette.bold(palette.green("Passed"))
    : `${palette.bold(palette.red("Not passed"))}: the score is below ${least} (--min-score)`;
  const where =
    kept === undefined
      ? "The scorecard was not kept; --out FILE keeps it."
      : `Scorecard: ${plain(kept)}`;
  const lines = [
    ...reportLines(JSON.parse(await api.report(scorecard, replies)), out),
    "",
    indentAndWrap(`${verdict}.`, out.columns),
    palette.dim(indentAndWrap(where, out.columns)),
  ];
  return `${lines.join("\n")}\n`;
}
