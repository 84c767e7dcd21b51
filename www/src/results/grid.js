// Subject by family: where each stands, at a glance.

import { html } from "lit";

import { count, interval, percent } from "../format.js";
import { plain } from "../parts/excerpt.js";
import { rate } from "../parts/rate.js";
import { text } from "../text.js";

const words = text.results;

/** @typedef {import("proofmark/suite").Tally} Tally */

/**
 * @param {import("./desk.js").Figures} figures
 * @param {string[]} families
 * @param {(subject: string, family: string) => void} choose
 */
export function grid({ grid, more }, families, choose) {
  const names = /** @type {Record<string, string>} */ (text.families);
  return html`<section class="stack" aria-label=${words.grid}>
    <h2>${words.grid}</h2>
    <p class="soft">${words.gridAbout}</p>
    <div class="scroll grid" tabindex="0" role="group" aria-label=${words.grid}>
      <table>
        <thead>
          <tr>
            <th scope="col">${words.subject}</th>
            ${families.map((family) => html`<th scope="col">${names[family] ?? family}</th>`)}
            <th scope="col">${words.all}</th>
          </tr>
        </thead>
        <tbody>
          ${grid.map(
            ({ subject, all, families: of }) =>
              html`<tr>
                <th scope="row"><bdi>${plain(subject, 48)}</bdi></th>
                ${families.map((family) => cell(of[family], subject, names[family] ?? family, () => choose(subject, family)))}
                ${cell(all, subject, words.all, () => choose(subject, ""))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${more > 0 ? html`<p class="soft">${words.gridMore(count(more))}</p>` : ""}
  </section>`;
}

/** @param {Tally | undefined} tally @param {string} subject @param {string} family @param {() => void} choose */
function cell(tally, subject, family, choose) {
  if (tally === undefined || tally.total === 0) return html`<td class="soft">${text.none}</td>`;
  const share = percent(tally.rate);
  const about = `${plain(subject, 48)}, ${family}: ${share}, ${text.outOf(count(tally.passed), count(tally.total))}, ${interval(tally.interval)}`;
  return html`<td>
    <button class="cell" @click=${choose} aria-label=${about}>
      <span>${share}</span>${rate(tally)}<span class="soft small"
        >${text.outOf(count(tally.passed), count(tally.total))}</span
      >
    </button>
  </td>`;
}
