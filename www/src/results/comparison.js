// Shows the comparison of two files.

import "./record-pair.js";

import { html } from "lit";

import { count, formatDuration, formatInterval, formatPoints, formatShare } from "../format.js";
import { toOneLine } from "../parts/excerpt.js";
import { rateBar } from "../parts/rate-bar.js";
import { truncateMiddle } from "../parts/truncate.js";
import { verdictChip } from "../parts/verdict-chip.js";
import { text } from "../text.js";

const labels = text.results;
const MAX_CHANGES = 100;

/** @typedef {import("proofmark/suite").Comparison} Comparison */

/** @typedef {import("proofmark/suite").Tally} Tally */
/** A compared file with its verdict. @typedef {{ name: string, check: import("../verify/check.js").Check | undefined }} Side */

/** A comparison, and the score of all records of each file. @typedef {{ comparison: Comparison, all: { first: Tally, second: Tally } | undefined }} Compared */

/** @param {Compared} compared @param {Side} first @param {Side} second */
export function comparisonView({ comparison, all }, first, second) {
  const {
    verdict,
    text: sentence,
    notes,
    who = [],
    figures,
    pairs,
    onlyFirst,
    onlySecond,
    latencyMs,
  } = comparison;
  const paired = Object.values(pairs).some((n) => n > 0);
  if (!paired && onlyFirst + onlySecond > 0)
    return noCommonQuestionsView(comparison, all, first, second);
  const good = verdict === "improvement" ? "good" : verdict === "regression" ? "bad" : "";
  const facts = [
    [
      labels.difference,
      html`${formatPoints(comparison.difference)}
        <span class="soft"
          >${labels.level(figures.level)}
          ${text.interval(formatPoints(comparison.interval[0]), formatPoints(comparison.interval[1]))}</span
        >`,
    ],
    [labels.exactP, html`${figures.p} <span class="soft">${labels.midP} ${figures.midP}</span>`],
    ...(onlyFirst + onlySecond > 0
      ? [[labels.unpaired, labels.unpairedIn(count(onlyFirst), count(onlySecond))]]
      : []),
    ...(latencyMs
      ? [
          [
            labels.latencyChange,
            /** @type {const} */ (["first", "second"]).map((which) => {
              const { p50, p95, p99 } = latencyMs[which];
              return html`<span class="block"
                ><span class="soft">${labels.latencyOf[which]}</span>
                ${[p50, p95, p99].map(formatDuration).join(" · ")}</span
              >`;
            }),
          ],
        ]
      : []),
  ];
  return html`<section class="stack" aria-label=${labels.compareTitle}>
    ${fileNamesView(first, second)}
    <div class="verdict ${good}" role="status">
      <h2>${labels.verdicts[verdict]}</h2>
      <p>${sentence}</p>
    </div>
    ${notesView([...who, ...notes])}
    <dl class="facts pairs">
      ${Object.entries(labels.pairs).map(
        ([name, title]) =>
          html`<div>
            <dt>${title}</dt>
            <dd class="big small-big">${count(pairs[/** @type {keyof typeof pairs} */ (name)])}</dd>
          </div>`,
      )}
    </dl>
    <dl class="facts">
      ${facts.map(
        ([title, value]) =>
          html`<div>
            <dt>${title}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${scoresView(all)} ${changesView(comparison)}
  </section>`;
}

/** Names the two files. @param {Side} first @param {Side} second */
const fileNamesView = (first, second) =>
  html`<p class="row soft">
    <bdi>${truncateMiddle(first.name, 60)}</bdi> ${verdictChip(first.check)} →
    <bdi>${truncateMiddle(second.name, 60)}</bdi> ${verdictChip(second.check)}
    ${first.name === second.name ? labels.sameName : ""}
  </p>`;

/** Shows the notes of the core. @param {string[]} notes */
const notesView = (notes) =>
  notes.map((note) => html`<p class="notice">${toOneLine(note, 500)}</p>`);

/** Shows that the files have no questions in common. @param {Comparison} comparison @param {{ first: Tally, second: Tally } | undefined} all @param {Side} first @param {Side} second */
const noCommonQuestionsView = ({ notes, who = [], onlyFirst, onlySecond }, all, first, second) =>
  html`<section class="stack" aria-label=${labels.compareTitle}>
    ${fileNamesView(first, second)}
    <div class="verdict" role="status">
      <h2>${labels.noPair}</h2>
      <p>${labels.noPairWhy(count(onlyFirst), count(onlySecond))}</p>
    </div>
    ${notesView([...who, ...notes])} ${scoresView(all)}
  </section>`;

/** Shows the score of all records of each file, paired or not. @param {{ first: Tally, second: Tally } | undefined} all */
const scoresView = (all) =>
  all === undefined
    ? ""
    : html`<table class="compact">
        <caption>
          ${labels.allRecords}
        </caption>
        <tbody>
          ${
            /** @type {const} */ (["first", "second"]).map(
              (which) =>
                html`<tr>
                  <th scope="row">${labels.latencyOf[which]}</th>
                  <td class="bar">${all[which].total === 0 ? "" : rateBar(all[which])}</td>
                  <td class="figure">
                    ${all[which].total === 0 ? text.noScore : formatShare(all[which])}
                  </td>
                  <td class="figure soft wide">
                    ${all[which].total === 0 ? "" : formatInterval(all[which].interval)}
                  </td>
                  <td class="figure soft">
                    ${text.outOf(count(all[which].passed), count(all[which].total))}
                  </td>
                </tr>`,
            )
          }
        </tbody>
      </table>`;

/** @param {Comparison} comparison */
function changesView({ changed }) {
  if (changed.length === 0) return "";
  const ordered = [...changed].sort(
    (a, b) => Number(a.change === "fixed") - Number(b.change === "fixed"),
  );
  return html`<details>
    <summary>${labels.changed}</summary>
    <table>
      <tbody>
        ${ordered.slice(0, MAX_CHANGES).map(
          ({ key, change }) =>
            html`<tr>
              <td>
                <span class="outcome ${change === "fixed" ? "good" : "bad"}"
                  >${labels.changes[change]}</span
                >
              </td>
              <td class="said">
                <pm-pair .key=${key}></pm-pair>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${changed.length > MAX_CHANGES ? html`<p class="soft">${labels.andMore(count(changed.length - MAX_CHANGES))}</p>` : ""}
  </details>`;
}
