// Two files, pair by pair: what changed, and whether that can be chance.

import { html } from "lit";

import { count, duration } from "../format.js";
import { plain } from "../parts/excerpt.js";
import { middle } from "../parts/middle.js";
import { text } from "../text.js";

const words = text.results;
const MOST_CHANGES = 100;

/** @typedef {import("proofmark/suite").Comparison} Comparison */

/** @param {Comparison} comparison @param {string} first @param {string} second */
export function comparisonView(comparison, first, second) {
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
  if (!paired && onlyFirst + onlySecond > 0) return noPair(comparison, first, second);
  const good = verdict === "improvement" ? "good" : verdict === "regression" ? "bad" : "";
  const facts = [
    [
      words.difference,
      html`${figures.difference}
        <span class="soft">${words.level(figures.level)} ${figures.range}</span>`,
    ],
    [words.exactP, html`${figures.p} <span class="soft">${words.midP} ${figures.midP}</span>`],
    ...(onlyFirst + onlySecond > 0
      ? [[words.unpaired, words.unpairedIn(count(onlyFirst), count(onlySecond))]]
      : []),
    ...(latencyMs
      ? [
          [
            words.latencyChange,
            /** @type {const} */ (["first", "second"]).map((which) => {
              const { p50, p95, p99 } = latencyMs[which];
              return html`<span class="block"
                ><span class="soft">${words.latencyOf[which]}</span>
                ${[p50, p95, p99].map(duration).join(" · ")}</span
              >`;
            }),
          ],
        ]
      : []),
  ];
  return html`<section class="stack" aria-label=${words.compareTitle}>
    ${between(first, second)}
    <div class="verdict ${good}" role="status">
      <h2>${words.verdicts[verdict]}</h2>
      <p>${sentence}</p>
    </div>
    ${told([...who, ...notes])}
    <dl class="facts pairs">
      ${Object.entries(words.pairs).map(
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
    ${changes(comparison)}
  </section>`;
}

/** Of which two files it is. @param {string} first @param {string} second */
const between = (first, second) =>
  html`<p class="soft">
    <bdi>${words.comparedTo(middle(first, 60), middle(second, 60))}</bdi>
    ${first === second ? words.sameName : ""}
  </p>`;

/** What the core says beside it. @param {string[]} notes */
const told = (notes) => notes.map((note) => html`<p class="notice">${plain(note, 500)}</p>`);

/** Two files of which nothing is judged. @param {Comparison} comparison @param {string} first @param {string} second */
const noPair = ({ notes, who = [], onlyFirst, onlySecond }, first, second) =>
  html`<section class="stack" aria-label=${words.compareTitle}>
    ${between(first, second)}
    <div class="verdict" role="status">
      <h2>${words.noPair}</h2>
      <p>${words.noPairWhy(count(onlyFirst), count(onlySecond))}</p>
    </div>
    ${told([...who, ...notes])}
  </section>`;

/** @param {Comparison} comparison */
function changes({ changed }) {
  if (changed.length === 0) return "";
  const ordered = [...changed].sort(
    (a, b) => Number(a.change === "fixed") - Number(b.change === "fixed"),
  );
  return html`<details>
    <summary>${words.changed}</summary>
    <table>
      <tbody>
        ${ordered.slice(0, MOST_CHANGES).map(
          ({ key, change }) =>
            html`<tr>
              <td>
                <span class="outcome ${change === "fixed" ? "good" : "bad"}"
                  >${words.changes[change]}</span
                >
              </td>
              <td class="said"><bdi>${plain(key, 160)}</bdi></td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${changed.length > MOST_CHANGES ? html`<p class="soft">${words.andMore(count(changed.length - MOST_CHANGES))}</p>` : ""}
  </details>`;
}
