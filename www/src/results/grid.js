// Subject by family: where each stands, at a glance.

import { html } from "lit";

import { Element, define } from "../element.js";
import { count, interval, shareOf } from "../format.js";
import { entire, middle } from "../parts/middle.js";
import { pause } from "../pause.js";
import { rate } from "../parts/rate.js";
import { text } from "../text.js";

const words = text.results;

/** @typedef {import("proofmark/suite").Tally} Tally */

/** How many rows are made in one task. */
const AT_ONCE = 20;
/** How much of a subject is shown. */
const LONGEST = 48;

class Grid extends Element {
  static properties = {
    subjects: { attribute: false },
    families: { attribute: false },
    more: { type: Number },
    made: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./desk.js").Figures["grid"]} */
    this.subjects = [];
    /** @type {string[]} */
    this.families = [];
    /** How many subjects are left out. */
    this.more = 0;
    /** How many rows are made. */
    this.made = AT_ONCE;
  }

  async updated() {
    if (this.made >= this.subjects.length) return;
    await pause();
    this.made += AT_ONCE;
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
            ${this.subjects.slice(0, this.made).map((row) => this.row(row, names))}
          </tbody>
        </table>
      </div>
      ${this.more > 0 ? html`<p class="soft">${words.gridMore(count(this.more))}</p>` : ""}
    </section>`;
  }

  /** @param {import("./desk.js").Figures["grid"][number]} row @param {Record<string, string>} names */
  row({ subject, all, families: of }, names) {
    const choose = (/** @type {string} */ family) => () => this.tell("choose", { subject, family });
    return html`<tr>
      <th scope="row" title=${entire(subject)}><bdi>${middle(subject, LONGEST)}</bdi></th>
      ${this.families.map((family) => cell(of[family], subject, names[family] ?? family, choose(family)))}
      ${cell(all, subject, words.all, choose(""))}
    </tr>`;
  }
}

/** @param {Tally | undefined} tally @param {string} subject @param {string} family @param {() => void} choose */
function cell(tally, subject, family, choose) {
  if (tally === undefined || tally.total === 0) return html`<td class="soft">${text.none}</td>`;
  const share = shareOf(tally);
  const about = `${middle(subject, LONGEST)}, ${family}: ${share}, ${text.outOf(count(tally.passed), count(tally.total))}, ${interval(tally.interval)}`;
  return html`<td>
    <button class="cell" @click=${choose} aria-label=${about}>
      <span>${share}</span>${rate(tally)}<span class="soft small"
        >${text.outOf(count(tally.passed), count(tally.total))}</span
      >
    </button>
  </td>`;
}

define("pm-grid", Grid);
