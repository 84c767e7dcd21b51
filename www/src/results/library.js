// What this browser has kept, to open, compare and delete.

import { html } from "lit";

import { Element, define } from "../element.js";
import { size, when } from "../format.js";
import { isSecond, once } from "../parts/double.js";
import { middle } from "../parts/middle.js";
import { Refreshed } from "../parts/refreshed.js";
import { entries, keeps, remove, underWay } from "../store/store.js";
import { text } from "../text.js";

const words = text.results;

/** @typedef {import("../store/store.js").Entry} Entry */

class Library extends Element {
  static properties = {
    entries: { state: true },
    selected: { state: true },
    sure: { state: true },
    busy: { state: true },
    keeps: { state: true },
  };

  constructor() {
    super();
    /** @type {Entry[] | undefined} */
    this.entries = undefined;
    /** @type {string[]} */
    this.selected = [];
    /** The entry that is about to be deleted. */
    this.sure = "";
    /** The runs that are under way, here or in another tab. @type {Set<string>} */
    this.busy = new Set();
    /** Whether this browser keeps anything. */
    this.keeps = true;
    new Refreshed(this, () => this.list());
  }

  async list() {
    this.keeps = await keeps();
    [this.entries, this.busy] = await Promise.all([entries().catch(() => []), underWay()]);
    const known = new Set(this.entries.map(({ id }) => id));
    this.selected = this.selected.filter((id) => known.has(id));
  }

  /** The button goes with its entry, so the focus moves to the one beside it, or to the title. @param {string} id */
  async forget(id) {
    const at = this.entries?.findIndex((entry) => entry.id === id) ?? 0;
    // What could not be deleted is still in the list.
    await remove(id).catch(() => {});
    this.sure = "";
    await this.list();
    await this.updateComplete;
    const left = [...this.querySelectorAll("tbody tr")];
    const beside = (left[at] ?? left.at(-1))?.querySelector("button:enabled");
    /** @type {HTMLElement | null} */ (beside ?? this.querySelector("h2"))?.focus();
  }

  render() {
    if (this.entries === undefined) return "";
    return html`<section class="stack">
      <h2 tabindex="-1">${words.kept}</h2>
      ${this.entries.length === 0 ? html`<p class="soft">${this.keeps ? words.nothingKept : words.nothingIsKept}</p>` : this.table(this.entries)}
    </section>`;
  }

  /** @param {Entry[]} entries */
  table(entries) {
    const { selected } = this;
    // The earlier of the two is the first.
    const inTime = entries
      .filter(({ id }) => selected.includes(id))
      .map(({ id }) => id)
      .reverse();
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.kept}>
        <table class="kept">
          <thead>
            <tr>
              <th scope="col"><span class="unseen">${words.select("")}</span></th>
              <th scope="col">${words.name}</th>
              <th scope="col">${words.time}</th>
              <th scope="col"><span class="unseen">${words.remove}</span></th>
            </tr>
          </thead>
          <tbody>
            ${entries.map((entry) => this.row(entry))}
          </tbody>
        </table>
      </div>
      <div class="row">
        <a
          class="button ${selected.length < 2 ? "off" : ""}"
          aria-disabled=${selected.length < 2}
          href=${selected.length < 2 ? "#/results" : `#/results/${inTime.join("+")}`}
          >${words.openSelected}</a
        >
        <a
          class="button ${selected.length !== 2 ? "off" : ""}"
          aria-disabled=${selected.length !== 2}
          href=${selected.length !== 2 ? "#/results" : `#/results/${inTime.join(":")}`}
          >${words.compareSelected}</a
        >
        ${selected.length < 2 ? html`<span class="soft small">${words.selectSome}</span>` : ""}
      </div>`;
  }

  /** @param {Entry} entry */
  row({ id, name, changed, complete, records, bytes, plan }) {
    const shown = middle(name, 80);
    return html`<tr>
      <td>
        <input
          type="checkbox"
          aria-label=${words.select(shown)}
          .checked=${this.selected.includes(id)}
          @change=${() =>
            (this.selected = this.selected.includes(id)
              ? this.selected.filter((other) => other !== id)
              : [...this.selected, id])}
        />
      </td>
      <th scope="row">
        <a href=${`#/results/${id}`}><bdi>${shown}</bdi></a>
        ${plan && !complete ? html`<span class="tag">${this.busy.has(id) ? words.underWay : words.unfinished}</span>` : ""}
      </th>
      <td>
        <span class="nowrap">${when(changed)}</span>
        <span class="soft small block">${records > 0 ? text.records(records) : size(bytes)}</span>
      </td>
      <td>
        <button
          class="quiet"
          ?disabled=${this.busy.has(id)}
          @click=${(/** @type {MouseEvent} */ event) => (this.sure !== id ? (this.sure = id) : isSecond(event) || this.forget(id))}
          @blur=${() => (this.sure = "")}
          @keydown=${(/** @type {KeyboardEvent} */ event) => {
            once(event);
            if (event.key === "Escape") this.sure = "";
          }}
        >
          ${this.sure === id ? words.removeSure : words.remove}<span class="unseen"> ${shown}</span>
        </button>
      </td>
    </tr>`;
  }
}

define("pm-library", Library);
