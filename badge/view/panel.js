// The details of a verdict: facts, failures, the seven steps, and what is not proven.

import { coversScore, exemptCount, uncheckedReasons } from "../../pkg/verify/verdict.js";
import { icon } from "./icons.js";
import { createBidiIsolate, createElement, span } from "./nodes.js";
import { fillPlaceholders, plural } from "../strings.js";
import { revealInvisible } from "../text.js";
import { dateText, helpText } from "../words.js";

/** @typedef {import("../check.js").VerifyReport} VerifyReport */
/** @typedef {import("../strings.js").English} English */
/** @typedef {import("./nodes.js").Child} Child */

/** The maximum number of names, or failures, in a list. */
const MOST = 4;

const quietSpan = (/** @type {Child | Child[]} */ children) => span("quiet", children);
const titledBlock = (/** @type {string} */ kind, /** @type {Child | Child[]} */ children) =>
  createElement("div", { class: kind }, children);
const heading = (/** @type {string} */ text) => createElement("h3", {}, text);

/**
 * @param {import("../words.js").Summary} summary
 * @param {import("../check.js").Found | undefined} found
 * @param {English} strings
 * @param {import("../links.js").Links} links
 * @returns {Child[]}
 */
export function detailsContent({ state, word, rest, note }, found, strings, links) {
  const report = found && "report" in found ? found.report : undefined;
  const why =
    ["intact", "partial", "verified"].includes(state) || note === "" ? "" : toSentence(note);
  return [
    createElement("h2", { class: state }, [
      span("icon", icon(state)),
      createElement("span", {}, createBidiIsolate(word + rest)),
    ]),
    ...[why, helpText(found, strings)]
      .filter(Boolean)
      .map((text) => createElement("p", { class: "why" }, text)),
    ...(report && report.records > 0 ? [factList(report, state, strings)] : []),
    ...(report && report.failed > 0 ? failureList(report, strings) : []),
    ...(report && report.records > 0 ? stepList(report, strings) : []),
    heading(strings.open),
    createElement(
      "ul",
      { class: "limits", part: "limits" },
      strings.limits.map((limit) => createElement("li", {}, limit)),
    ),
    createElement("p", { class: "sole quiet" }, strings.sole),
    createElement("p", { class: "links", part: "links" }, renderLinks(links, strings)),
  ];
}

/** @param {import("../links.js").Links} links @param {English} strings */
const renderLinks = (links, strings) =>
  Object.entries(strings.links).flatMap(([name, text]) => {
    const href = links[/** @type {keyof typeof links} */ (name)];
    const target = { href, target: "_blank", rel: "noopener noreferrer" };
    return href === undefined ? [] : [createElement("a", target, text), " "];
  });

/** @param {string} text */
const toSentence = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** @param {VerifyReport} report @param {string} state @param {English} strings */
function factList(report, state, strings) {
  const { signers, unsigned, subjects, plans, fetchedAt, records, scores } = report;
  const row = (/** @type {string} */ name, /** @type {Child | Child[]} */ value) => [
    createElement("dt", {}, name),
    createElement("dd", {}, value),
  ];
  const some = (/** @type {number} */ of) =>
    of === records ? undefined : quietSpan(` · ${plural(strings.records, of, strings.locale)}`);
  const listed = (/** @type {Child[][]} */ all) => [
    ...all.slice(0, MOST).map((one) => titledBlock("party", one)),
    all.length > MOST ? plural(strings.others, all.length - MOST, strings.locale) : undefined,
  ];
  const about = subjects.map(({ id, who = [], records }) => [
    createBidiIsolate(revealInvisible(id)),
    some(records),
    ...who.map((text) => titledBlock("quiet", createBidiIsolate(revealInvisible(text)))),
  ]);
  /** @type {Child[][]} */
  const who = signers.map(({ name, did, records }) => [
    name === undefined || name === did ? undefined : createBidiIsolate(revealInvisible(name)),
    some(records),
    createElement("code", {}, revealInvisible(did)),
  ]);
  if (unsigned > 0) who.push([strings.nobody, some(unsigned)]);
  const { scored, correct, literal, committed } = scores;
  const result =
    literal === committed
      ? fillPlaceholders(strings.outOf, { right: correct, scored })
      : fillPlaceholders(strings.readings, { scored, literal, committed });
  return createElement("dl", { part: "facts" }, [
    ...row(strings.about, listed(about)),
    ...row(strings.signer, listed(who)),
    ...row(strings.completeness, extentText(report, strings)),
    ...(plans.length === 0
      ? []
      : row(strings.plan, listed(plans.map((plan) => planText(plan, strings))))),
    ...(fetchedAt === null ? [] : row(strings.when, timesText(fetchedAt, strings))),
    ...(scored === 0
      ? []
      : row(coversScore(state) ? strings.score : strings.stated, [
          result,
          quietSpan(` · ${plural(strings.records, records, strings.locale)}`),
        ])),
  ]);
}

/** Describes how much of the run is shown. @param {VerifyReport} report @param {English} strings */
export function extentText({ shown: { extent, questions, of, unseen } }, strings) {
  const rest = of - questions;
  const form = extent === "record" && rest === 0 ? "whole" : extent;
  const text = fillPlaceholders(strings.extents[form], { shown: questions, asked: of, rest });
  return unseen > 0 ? `${text}; ${plural(strings.unseen, unseen, strings.locale)}` : text;
}

/** @param {VerifyReport["plans"][number]} plan @param {English} strings */
const planText = ({ id, entropy }, strings) => [
  createElement("code", {}, id),
  ...(entropy === undefined
    ? []
    : [" ", createBidiIsolate(revealInvisible(fillPlaceholders(strings.entropy, entropy)))]),
];

/** @param {NonNullable<VerifyReport["fetchedAt"]>} fetchedAt @param {English} strings */
function timesText({ first, last }, strings) {
  const [from, to] = [dateText(first, strings), dateText(last, strings)];
  return from === to ? from : fillPlaceholders(strings.from, { first: from, last: to });
}

/** @param {VerifyReport} report @param {English} strings */
function stepList(report, strings) {
  const rows = report.steps.map((tally) => {
    const { step, pass, fail } = tally;
    const records = report.records - exemptCount(tally);
    if (records === 0) return undefined;
    const kind = fail > 0 ? "fail" : pass < records ? "not" : "pass";
    const amount = { fail, pass, not: records - pass }[kind];
    const reasons = uncheckedReasons(tally).map(([reason]) => quietSpan(revealInvisible(reason)));
    return createElement("li", { class: `step ${kind}`, part: `step ${kind}` }, [
      icon(kind),
      span("text", [strings.doneSteps[step], ...reasons]),
      span("answer", records === 1 ? strings[kind] : `${strings[kind]} ${amount}/${records}`),
    ]);
  });
  return [heading(strings.done), createElement("ol", { part: "steps" }, rows)];
}

/** @param {VerifyReport} report @param {English} strings */
function failureList({ failures: listed, failed }, strings) {
  const shown = listed
    .slice(0, MOST)
    .map(({ line, code, message }) =>
      createElement("li", {}, [
        createElement("code", {}, code),
        ...(line === 0 ? [] : [" ", quietSpan(fillPlaceholders(strings.line, { line }))]),
        titledBlock("message", createBidiIsolate(revealInvisible(message))),
      ]),
    );
  if (failed > shown.length) {
    const more = plural(strings.others, failed - shown.length, strings.locale);
    shown.push(createElement("li", { class: "quiet" }, more));
  }
  return [
    heading(strings.wrong),
    createElement("ul", { class: "failures", part: "failures" }, shown),
  ];
}
