// All texts of the page, by view.

import { counted } from "./text/plural.js";
import { results } from "./text/results.js";
import { registry } from "./text/registry.js";
import { reach, run } from "./text/run.js";
import { verify } from "./text/verify.js";
import * as words from "./text/words.js";

export const text = {
  ...words,
  name: "proofmark",
  nav: "Views",
  skip: "Skip to content",
  views: { agents: "Agents", run: "Run", results: "Results", verify: "Verify" },
  title: (/** @type {string[]} */ ...parts) => [...parts, "proofmark"].join(" · "),
  themes: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
  notLoaded: "A part of this page could not be loaded. Check the connection and reload the page.",
  foot: "A record shows the question, the reply and the grade. It does not prove that the endpoint really sent the reply, who owns the endpoint, or which runs of unpublished plans exist. HCS-25 forbids using such a score as the sole ground for excluding anyone.",

  atLeast: (/** @type {string} */ low) => `${low} or more`,
  interval: (/** @type {string} */ low, /** @type {string} */ high) => `${low} to ${high}`,
  points: (/** @type {string} */ n) => `${n} points`,
  milliseconds: (/** @type {string} */ n) => `${n} ms`,
  seconds: (/** @type {string} */ n) => `${n} s`,
  minutes: (/** @type {number} */ m, /** @type {number} */ s) => `${m} min ${s} s`,
  hours: (/** @type {string} */ h, /** @type {number} */ m) => `${h} h ${m} min`,
  bytes: (/** @type {string} */ n) => `${n} B`,
  kilobytes: (/** @type {string} */ n) => `${n} kB`,
  megabytes: (/** @type {string} */ n) => `${n} MB`,
  gigabytes: (/** @type {string} */ n) => `${n} GB`,
  records: (/** @type {number} */ n) => counted(n, "record", "records"),
  lines: (/** @type {number} */ n) => counted(n, "line", "lines"),
  line: (/** @type {number} */ n) => `line ${n.toLocaleString()}`,
  agents: (/** @type {number} */ n) => counted(n, "agent", "agents"),
  runs: (/** @type {number} */ n) => counted(n, "run", "runs"),
  joined: (/** @type {number} */ n) => `${n} files together`,
  outOf: (/** @type {string} */ n, /** @type {string} */ all) => `${n} of ${all}`,
  none: "none",
  noScore: "No score",
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  refusal: (/** @type {string} */ code, /** @type {string} */ message) => `${message} (${code})`,

  table: {
    help: "Arrow keys to move, Enter to open a row, Escape to close it.",
    loading: "…",
  },

  evidence: {
    question: "Question",
    expected: "Right answer",
    reply: "Reply",
    noReply: "No reply",
    emptyReply: "The reply is empty.",
    withheld: "withheld",
    notDrawn: "The record does not contain enough to draw the question again.",
    noAnswer: "no answer:",
    why: (/** @type {string} */ words) => `because it is ${words}`,
    whyNone: (/** @type {string} */ words) => words,
    form: "Form",
    took: "Took",
    attempts: (/** @type {number} */ n) => counted(n, "attempt", "attempts"),
    when: "When",
    askedFor: "Asked for",
    answeredBy: "Answered by",
    names: {
      agent: "agent",
      model: "model",
      tool: "tool",
      fingerprint: "fingerprint",
      version: "version",
      card: "card",
    },
    more: (/** @type {string} */ rest) => `${rest} more`,
    showMore: "Show more",
    cut: (/** @type {string} */ n) => `… ${n} characters omitted …`,
    score: (/** @type {number | null} */ n) => (n === null ? "no score" : `score ${n}`),
    scored: "scored",
  },

  drop: {
    choose: "Choose a file",
    or: "or drop it here",
    folder: "Folders cannot be read. Drop the files instead.",
    one: "Only one file at a time. The first was used.",
  },

  fetch: {
    title: "The linked file could not be opened.",
    pending: "Fetching the linked file …",
    address: "The link does not contain a valid http or https address.",
    failed: (/** @type {string} */ host) =>
      `${host} could not be reached, or does not allow this page to read the file (CORS).`,
    status: (/** @type {string} */ host, /** @type {number} */ status) =>
      `${host} answered with status ${status}.`,
  },
  foreign: (/** @type {string} */ what) => `This is not a proofmark file. It looks like ${what}.`,

  registry,
  run,
  reach,
  results,
  verify,
};
