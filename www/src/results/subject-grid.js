// A table of scores by subject and family.

import { html } from "lit";

import { Element, define } from "../element.js";
import { count, interval, shareOf } from "../format.js";
import { fullText, truncateMiddle } from "../parts/truncate.js";
import { nextTask } from "../next-task.js";
import { rate } from "../parts/rate-bar.js";
import { text } from "../text.js";

const words = text.results;

/** @typedef {import("proofmark/suite").Tally} Tally */

/** The number of rows rendered per task. */
const ROWS_PER_TASK = 20;
/** The maximum length of a subject. */
const MAX_LENGTH = 48;

class Grid extends Element {
  static properties = {
    subjects: { attribute: false },
    families: { attribute: false },
    more: { type: Number },
    rendered: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./file-service.js").Figures["grid"]} */
    this.subjects = [];
    /** @type {string[]} */
    this.families = [];
    /** The number of omitted subjects. */
    this.more = 0;
    /** The number of rendered rows. */
    this.rendered = ROWS_PER_TASK;
  }

  async updated() {
    if (this.rendered >= this.subjects.length) return;
    await nextTask();
    this.rendered += ROWS_PER_TASK;
  }

  render() {
    const names = /** @type {Record<string, string>} */ (text.families);
    return html`<section class="stack" aria-label=${words.grid}>
      <h2>${words.grid}</h2>
      <p class="soft">${words.gridAbout}</p>
      <div class="scroll long grid" tabindex="0" role="group" aria-label=${words.grid}>
        <table>
          <thead>
            <tr>
              <th scope="col">${words.subject}</th>
              ${this.families.map((family) => html`<th scope="col">${names[family] ?? family}</th>`)}
              <th scope="col">${words.all}</th>
            </tr>
          </thead>
          <tbody>
            ${this.subjects.slice(0, this.rendered).map((row) => this.row(row, names))}
          </tbody>
        </table>
      </div>
      ${this.more > 0 ? html`<p class="soft">${words.gridMore(count(this.more))}</p>` : ""}
    </section>`;
  }

  /** @param {import("./file-service.js").Figures["grid"][number]} row @param {Record<string, string>} names */
  row({ subject, all, families: of }, names) {
    const choose = (/** @type {string} */ family) => () => this.emit("choose", { subject, family });
    return html`<tr>
      <th scope="row" title=${fullText(subject)}>
        <bdi>${truncateMiddle(subject, MAX_LENGTH)}</bdi>
      </th>
      ${this.families.map((family) => cell(of[family], subject, names[family] ?? family, choose(family)))}
      ${cell(all, subject, words.all, choose(""))}
    </tr>`;
  }
}

/** @param {Tally | undefined} tally @param {string} subject @param {string} family @param {() => void} choose */
function cell(tally, subject, family, choose) {
  if (tally === undefined || tally.total === 0) return html`<td class="soft">${text.none}</td>`;
  const share = shareOf(tally);
  const about = `${truncateMiddle(subject, MAX_LENGTH)}, ${family}: ${share}, ${text.outOf(count(tally.passed), count(tally.total))}, ${interval(tally.interval)}`;
  return html`<td>
    <button class="cell" @click=${choose} aria-label=${about}>
      <span>${share}</span>${rate(tally)}<span class="soft small"
        >${text.outOf(count(tally.passed), count(tally.total))}</span
      >
    </button>
  </td>`;
}

define("pm-grid", Grid);
