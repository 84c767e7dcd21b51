// The details of a verdict: facts, failures, the seven steps, and what is not proven.

import { html, nothing } from "lit";

import { coversScore, exemptCount, gaps } from "../pkg/verify/verdict.js";
import { icons } from "./icons.js";
import { fill, plural } from "./strings.js";
import { visible } from "./text.js";
import { dateText, helpText } from "./words.js";

/** @typedef {import("./check.js").VerifyReport} VerifyReport */
/** @typedef {import("./strings.js").English} English */

/** The maximum number of names, or failures, in a list. */
const MOST = 4;

/**
 * @param {{
 *   summary: import("./words.js").Summary,
 *   found: import("./check.js").Found | undefined,
 *   strings: English,
 *   links: import("./links.js").Links,
 * }} of
 */
export function details({ summary: { state, word, rest, note }, found, strings, links }) {
  const report = found && "report" in found ? found.report : undefined;
  const help = helpText(found, strings);
  return html`
    <h2 class=${state}>
      <span class="icon">${icons[state]}</span>
      <span><bdi>${word}${rest}</bdi></span>
    </h2>
    ${["intact", "partial", "verified"].includes(state) || note === "" ? nothing : html`<p class="why">${sentence(note)}</p>`}
    ${help === "" ? nothing : html`<p class="why">${help}</p>`}
    ${report === undefined || report.records === 0 ? nothing : facts(report, state, strings)}
    ${report === undefined || report.failed === 0 ? nothing : failures(report, strings)}
    ${report === undefined || report.records === 0 ? nothing : steps(report, strings)}
    <h3>${strings.open}</h3>
    <ul class="limits" part="limits">
      ${strings.limits.map((limit) => html`<li>${limit}</li>`)}
    </ul>
    <p class="sole quiet">${strings.sole}</p>
    ${linked(links, strings)}
  `;
}

/** @param {import("./links.js").Links} links @param {English} strings */
const linked = (links, strings) =>
  html`<p class="links" part="links">
    ${Object.entries(strings.links).map(([name, text]) => {
      const href = links[/** @type {keyof typeof links} */ (name)];
      return href === undefined
        ? nothing
        : html`<a href=${href} target="_blank" rel="noopener noreferrer">${text}</a> `;
    })}
  </p>`;

/** @param {string} text */
const sentence = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** @param {VerifyReport} report @param {string} state @param {English} strings */
function facts(report, state, strings) {
  const { signers, unsigned, subjects, plans, fetchedAt, records, scores } = report;
  const row = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    html`<dt>${name}</dt>
      <dd>${value}</dd>`;
  const some = (/** @type {number} */ of) =>
    of === records
      ? nothing
      : html`<span class="quiet"> · ${plural(strings.records, of, strings.locale)}</span>`;
  const listed = (/** @type {unknown[]} */ all) => [
    ...all.slice(0, MOST).map((one) => html`<div class="party">${one}</div>`),
    all.length > MOST ? plural(strings.others, all.length - MOST, strings.locale) : nothing,
  ];
  const about = subjects.map(({ id, who = [], records }) => {
    const others = who.map((text) => html`<div class="quiet"><bdi>${visible(text)}</bdi></div>`);
    return html`<bdi>${visible(id)}</bdi>${some(records)}${others}`;
  });
  const who = signers.map(({ name, did, records }) => {
    const key = html`<code>${visible(did)}</code>`;
    const known = name === undefined || name === did ? nothing : html`<bdi>${visible(name)}</bdi>`;
    return html`${known}${some(records)}${key}`;
  });
  if (unsigned > 0) who.push(html`${strings.nobody}${some(unsigned)}`);
  const { scored, correct, literal, committed } = scores;
  const result =
    literal === committed
      ? fill(strings.outOf, { right: correct, scored })
      : fill(strings.readings, { scored, literal, committed });
  return html`<dl part="facts">
    ${row(strings.about, listed(about))} ${row(strings.signer, listed(who))}
    ${row(strings.completeness, extentText(report, strings))}
    ${plans.length === 0 ? nothing : row(strings.plan, listed(plans.map((plan) => planText(plan, strings))))}
    ${fetchedAt === null ? nothing : row(strings.when, times(fetchedAt, strings))}
    ${scored === 0 ? nothing : row(coversScore(state) ? strings.score : strings.stated, html`${result}<span class="quiet"> · ${plural(strings.records, records, strings.locale)}</span>`)}
  </dl>`;
}

/** Describes how much of the run is shown. @param {VerifyReport} report @param {English} strings */
export function extentText({ shown: { extent, questions, of, unseen } }, strings) {
  const rest = of - questions;
  const form = extent === "record" && rest === 0 ? "whole" : extent;
  const text = fill(strings.extents[form], { shown: questions, asked: of, rest });
  return unseen > 0 ? `${text}; ${plural(strings.unseen, unseen, strings.locale)}` : text;
}

/** @param {VerifyReport["plans"][number]} plan @param {English} strings */
function planText({ id, entropy }, strings) {
  const source = entropy === undefined ? "" : fill(strings.entropy, entropy);
  return html`<code>${id}</code
    >${entropy === undefined ? nothing : html` <bdi>${visible(source)}</bdi>`}`;
}

/** @param {NonNullable<VerifyReport["fetchedAt"]>} fetchedAt @param {English} strings */
function times({ first, last }, strings) {
  const [from, to] = [dateText(first, strings), dateText(last, strings)];
  return from === to ? from : fill(strings.from, { first: from, last: to });
}

/** @param {VerifyReport} report @param {English} strings */
function steps(report, strings) {
  return html`<h3>${strings.done}</h3>
    <ol part="steps">
      ${report.steps.map((tally) => {
        const { step, pass, fail } = tally;
        const records = report.records - exemptCount(tally);
        if (records === 0) return nothing;
        const kind = fail > 0 ? "fail" : pass < records ? "not" : "pass";
        const amount = { fail, pass, not: records - pass }[kind];
        return html`<li class="step ${kind}" part="step ${kind}">
          ${icons[kind]}
          <span class="text">
            ${strings.doneSteps[step]}
            ${gaps(tally).map(([reason]) => html`<span class="quiet">${visible(reason)}</span>`)}
          </span>
          <span class="answer"
            >${strings[kind]}${records === 1 ? nothing : ` ${amount}/${records}`}</span
          >
        </li>`;
      })}
    </ol>`;
}

/** @param {VerifyReport} report @param {English} strings */
function failures({ failures: listed, failed }, strings) {
  const shown = listed.slice(0, MOST);
  return html`<h3>${strings.wrong}</h3>
    <ul class="failures" part="failures">
      ${shown.map(
        ({ line, code, message }) =>
          html`<li>
            <code>${code}</code>
            ${line === 0 ? nothing : html`<span class="quiet">${fill(strings.line, { line })}</span>`}
            <div class="message"><bdi>${visible(message)}</bdi></div>
          </li>`,
      )}
      ${failed > shown.length ? html`<li class="quiet">${plural(strings.others, failed - shown.length, strings.locale)}</li>` : nothing}
    </ul>`;
}
