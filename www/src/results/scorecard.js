// Shows a scorecard: its score and its tasks.

import { html } from "lit";

import { count, formatShare } from "../format.js";
import { toOneLine } from "../parts/excerpt.js";
import { outcomeBadge } from "../parts/outcome-badge.js";
import { rateBar } from "../parts/rate-bar.js";
import { text } from "../text.js";
import { scoreFigure } from "./overview.js";

const labels = text.results;
const MOST = 500;

/** @param {import("proofmark/suite").Report} report */
export function scorecardView({ score, headline, notes, who = [], signer, rows, strata, level }) {
  return html`<section class="stack score" aria-label=${labels.score}>
      <h2>${labels.score}</h2>
      ${scoreFigure(score, level)}
      <p class="unseen">${headline}</p>
      ${[...who, ...notes].map((note) => html`<p class="soft small">${toOneLine(note, 500)}</p>`)}
      ${signer ? html`<p>${labels.signer}: <bdi>${toOneLine(signer, 120)}</bdi></p>` : ""}
    </section>
    ${
      strata.length === 0
        ? ""
        : html`<div class="scroll" tabindex="0" role="group" aria-label=${labels.stratum}>
            <table class="compact">
              <caption class="unseen">
                ${labels.stratum}
              </caption>
              <tbody>
                ${strata.map(
                  ({ name, ...tally }) =>
                    html`<tr>
                      <th scope="row"><bdi>${toOneLine(name, 60)}</bdi></th>
                      <td class="bar">${rateBar(tally)}</td>
                      <td class="figure">${formatShare(tally)}</td>
                      <td class="figure soft">
                        ${text.outOf(count(tally.passed), count(tally.total))}
                      </td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }
    <section class="stack" aria-label=${labels.tasks}>
      <h2>${labels.tasks}</h2>
      <div class="scroll" tabindex="0" role="group" aria-label=${labels.tasks}>
        <table>
          <thead>
            <tr>
              <th scope="col">${labels.task}</th>
              <th scope="col">${labels.stratum}</th>
              <th scope="col">${labels.columns.outcome}</th>
              <th scope="col">${labels.label}</th>
            </tr>
          </thead>
          <tbody>
            ${rows.slice(0, MOST).map(
              ({ id, stratum, outcome, label }) =>
                html`<tr>
                  <th scope="row"><bdi>${toOneLine(id, 100)}</bdi></th>
                  <td><bdi>${toOneLine(stratum ?? "", 60)}</bdi></td>
                  <td>${outcomeBadge(outcome)}</td>
                  <td class="soft">${toOneLine(label ?? "", 60)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${rows.length > MOST ? html`<p class="soft">${labels.andMore(count(rows.length - MOST))}</p>` : ""}
    </section>`;
}
