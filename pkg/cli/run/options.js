// The options of `run`, in the order and groups of its help.

import * as kinds from "../kinds.js";
import {
  FORCE,
  formatOption,
  withGroup,
  omitUndefined,
  outOption,
  questionsOption,
} from "../options.js";
import { SEALING } from "./sealing.js";

/** @typedef {import("../args.js").Option} Option */

/** Options for reaching an endpoint; `suite run` has them too. */
export const CONNECTION = withGroup("connection", {
  header: {
    kind: kinds.text,
    value: "'K: V'",
    help: "a request header; ${NAME} is read from the environment; @FILE reads headers from a file; secrets must not be typed",
    repeat: true,
  },
  protocol: {
    kind: kinds.text,
    value: "P",
    help: "auto, json, openai, openai-responses, anthropic, a2a, mcp or broker (default: auto)",
  },
  model: { kind: kinds.text, value: "M", help: "the model to request" },
  "json-body": {
    kind: kinds.text,
    value: "JSON",
    help: "json: the request body; mcp: all arguments of the tool; {{prompt}} is replaced by the question",
  },
  "reply-pointer": {
    kind: kinds.text,
    value: "/a/b",
    help: "json: the JSON Pointer of the reply in the response (RFC 6901)",
  },
  tool: { kind: kinds.text, value: "NAME", help: "mcp: the tool to call" },
  argument: {
    kind: kinds.text,
    value: "NAME",
    help: "mcp: the tool's argument that takes the question",
  },
  budget: {
    kind: kinds.budget,
    value: "TIME",
    help: "the time per question, retries included, such as 2s (default: 25s)",
    aliases: ["timeout"],
  },
  retries: {
    kind: kinds.integer(0),
    value: "N",
    help: "retries after a transient failure (default: 2)",
  },
  "max-body": {
    kind: kinds.size,
    value: "SIZE",
    help: "the maximum response size, up to 2MiB (default: 256KiB)",
  },
  uaid: { kind: kinds.text, value: "ID", help: "broker: the id of the agent to ask" },
  "agent-url": {
    kind: kinds.text,
    value: "URL",
    help: "broker: the URL of the agent to ask; ${NAME} is read from the environment",
  },
});

/** Records failures of agents that do not reply to their first question. @type {Option} */
export const ALLOW_UNREACHABLE = {
  help: "record failures even if an agent's first question gets no reply",
};

/** @type {Record<string, Option>} */
export const RUN_OPTIONS = {
  ...withGroup("questions", {
    config: {
      kind: kinds.text,
      value: "FILE",
      help: "read the options from this file (default: proofmark.json, if neither a URL nor --targets is given)",
    },
    questions: questionsOption(1),
    family: {
      kind: kinds.list(kinds.text),
      value: "F",
      help: "math, science, or both (default: both)",
    },
    policy: {
      kind: kinds.text,
      value: "P",
      help: "the reading that the score follows: literal (default) or committed",
    },
    "min-score": {
      kind: kinds.score,
      value: "N",
      help: "exit with 1 if the mean score is below this",
    },
    seed: {
      kind: kinds.text,
      value: "S",
      help: "the seed of the questions (default: a fresh one)",
    },
    bank: { kind: kinds.text, value: "FILE", help: "a private bank of science questions" },
  }),
  ...CONNECTION,
  ...withGroup("output", {
    out: outOption("the record file to create, one JSON object per line"),
    report: {
      kind: kinds.text,
      value: "FILE",
      help: "write a report of the records: .html, .md, .xml (JUnit), .csv or .json by its name",
      repeat: true,
    },
    resume: { help: "continue the interrupted run in --out" },
    force: FORCE,
    "allow-unreachable": ALLOW_UNREACHABLE,
    verbose: { help: "print every question with its reply, not only failures", aliases: ["v"] },
    format: formatOption(
      ["pretty", "json", "ndjson"],
      "pretty (default), json, or the records as ndjson",
    ),
  }),
  ...withGroup("many agents", {
    targets: {
      kind: kinds.text,
      value: "FILE",
      help: "ask many agents: a list of URLs, CSV with a header line, or one JSON object per line",
    },
    env: {
      kind: kinds.list(kinds.text),
      value: "NAMES",
      help: "the environment variables that the --targets file may use as ${NAME}, separated by commas",
    },
    concurrency: {
      kind: kinds.integer(1, 10_000),
      value: "N",
      help: "agents asked at a time (default: 8)",
    },
    "per-origin": {
      kind: kinds.integer(1, 10_000),
      value: "N",
      help: "agents of one origin asked at a time (default: no limit)",
    },
    rate: {
      kind: kinds.rate,
      value: "N",
      help: "requests per second, such as 20 or 0.5 (default: no limit)",
    },
    "rate-per-origin": {
      kind: kinds.rate,
      value: "N",
      help: "requests per second to one origin (default: no limit)",
    },
    "allow-private": {
      help: "allow private addresses from data: --targets, agent cards, redirects",
    },
  }),
  ...withGroup("signing and publishing", {
    ...SEALING,
    subject: {
      kind: kinds.text,
      value: "ID",
      help: "the agent's stable id (default: its URL with #model=… or #tool=…, or the broker's agent)",
    },
    registry: { kind: kinds.text, value: "NAME", help: "the registry that lists the agent" },
    commit: {
      help: "print the plan id before the first question, so that you can publish it",
    },
    entropy: {
      kind: kinds.anyText,
      value: "E",
      help: "a value that --entropy-source emitted after the plan was published",
    },
    "entropy-source": {
      kind: kinds.text,
      value: "SOURCE",
      help: "the source of the entropy, such as a beacon and a round; part of the plan",
    },
  }),
};

/**
 * Returns the defaults of all targets, which lines of --targets override.
 *
 * @param {Record<string, any>} options
 */
export function targetOptions(options) {
  const { protocol, model, tool, argument } = options;
  return omitUndefined({
    protocol,
    model,
    tool,
    argument,
    jsonBody: options["json-body"],
    replyPointer: options["reply-pointer"],
  });
}
