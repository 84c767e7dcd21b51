// All English of the page, by the view that says it. Another language is another object of this shape.

import { of } from "./text/count.js";
import { results } from "./text/results.js";
import { reach, run } from "./text/run.js";
import { verify } from "./text/verify.js";
import * as words from "./text/words.js";

export const text = {
  ...words,
  locale: "en",
  name: "proofmark",
  nav: "Views",
  skip: "Skip to the content",
  views: { run: "Run", results: "Results", verify: "Verify" },
  title: (/** @type {string[]} */ ...parts) => [...parts, "proofmark"].join(" · "),
  themes: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
  notLoaded: "A part of this page could not be loaded. Check the connection, and load it again.",
  foot: "A record shows which question was asked, what came back, and how it was read. It does not show that the endpoint really sent it, who owns the endpoint, or which runs were never published, or only in part. HCS-25 forbids using such a score as the sole ground for excluding anybody.",

  atLeast: (/** @type {string} */ low) => `${low} or more`,
  interval: (/** @type {string} */ low, /** @type {string} */ high) => `${low} to ${high}`,
  /** It stays with its number where a line ends. */
  percentSign: "\u00a0%",
  milliseconds: (/** @type {string} */ n) => `${n} ms`,
  seconds: (/** @type {string} */ n) => `${n} s`,
  minutes: (/** @type {number} */ m, /** @type {number} */ s) => `${m} min ${s} s`,
  hours: (/** @type {string} */ h, /** @type {number} */ m) => `${h} h ${m} min`,
  bytes: (/** @type {string} */ n) => `${n} B`,
  kilobytes: (/** @type {string} */ n) => `${n} kB`,
  megabytes: (/** @type {string} */ n) => `${n} MB`,
  gigabytes: (/** @type {string} */ n) => `${n} GB`,
  records: (/** @type {number} */ n) => of(n, "record", "records"),
  lines: (/** @type {number} */ n) => of(n, "line", "lines"),
  line: (/** @type {number} */ n) => `line ${n.toLocaleString("en")}`,
  subjects: (/** @type {number} */ n) => of(n, "subject", "subjects"),
  runs: (/** @type {number} */ n) => of(n, "run", "runs"),
  joined: (/** @type {number} */ n) => `${n} files together`,
  outOf: (/** @type {string} */ n, /** @type {string} */ all) => `${n} of ${all}`,
  none: "none",
  noScore: "No score",
  close: "Close",
  refusal: (/** @type {string} */ code, /** @type {string} */ message) => `${message} (${code})`,

  evidence: {
    question: "Question",
    expected: "Right answer",
    reply: "Reply",
    noReply: "No reply",
    emptyReply: "The reply is empty.",
    withheld: "withheld",
    notDrawn: "The question cannot be drawn again from what the record says.",
    noAnswer: "no answer:",
    why: (/** @type {string} */ words) => `because it is ${words}`,
    whyNone: (/** @type {string} */ words) => words,
    form: "Form",
    took: "Took",
    attempts: (/** @type {number} */ n) => of(n, "attempt", "attempts"),
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
    showMore: "Show more of it",
    cut: (/** @type {string} */ n) => `… ${n} characters left out …`,
    score: (/** @type {number | null} */ n) => (n === null ? "no score" : `score ${n}`),
    policy: (/** @type {string} */ name) => `the score follows the ${name} reading`,
  },

  drop: {
    choose: "Choose a file",
    or: "or drop it here",
    folder: "A folder cannot be read. Drop the files in it.",
    one: "One file at a time: the first was taken.",
  },

  run,
  reach,
  results,
  verify,
};
