// The stored runs and files, to open, compare and delete.

import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { count, formatShare, formatSize, formatTime } from "../format.js";
import { isDoubleClick, ignoreKeyRepeat } from "../parts/double-click.js";
import { shortenAgentId, truncateMiddle } from "../parts/truncate.js";
import { RefreshController } from "../parts/refresh-controller.js";
import { verdictChip } from "../parts/verdict-chip.js";
import {
  listEntries,
  readFile,
  hasStorage,
  removeEntry,
  runsInProgress,
  updateEntry,
} from "../store/store.js";
import { checkStored } from "../verify/check.js";
import { text } from "../text.js";

const labels = text.results;

/** @typedef {import("../store/store.js").Entry} Entry */

class Library extends Element {
  static properties = {
    entries: { state: true },
    selected: { state: true },
    confirming: { state: true },
    renaming: { state: true },
    running: { state: true },
    hasStorage: { state: true },
  };

  constructor() {
    super();
    /** @type {Entry[] | undefined} */
    this.entries = undefined;
    /** @type {string[]} */
    this.selected = [];
    /** The id of the entry whose deletion awaits confirmation. */
    this.confirming = "";
    /** The id of the entry that is being renamed. */
    this.renaming = "";
    /** True while files are checked in the background. */
    this.isChecking = false;
    /** The runs in progress, in any tab. @type {Set<string>} */
    this.running = new Set();
    /** False if the browser has no storage. */
    this.hasStorage = true;
    new RefreshController(this, () => this.refresh());
  }

  async refresh() {
    this.hasStorage = await hasStorage();
    [this.entries, this.running] = await Promise.all([
      listEntries().catch(() => []),
      runsInProgress(),
    ]);
    const known = new Set(this.entries.map(({ id }) => id));
    this.selected = this.selected.filter((id) => known.has(id));
    void this.checkAll();
  }

  /** Checks the files that were never opened, one after the other, while the list is shown. */
  async checkAll() {
    if (this.isChecking) return;
    this.isChecking = true;
    const isOpen = (/** @type {Entry} */ { id, check, bytes }) =>
      !check && bytes > 0 && !this.running.has(id);
    for (const { id } of this.entries?.filter(isOpen) ?? []) {
      if (!this.isConnected) break;
      await readFile(id)
        .then((file) => checkStored(file, id))
        .catch(() => {});
      this.entries = await listEntries().catch(() => this.entries);
    }
    this.isChecking = false;
  }

  /** @param {SubmitEvent} event @param {string} id */
  async rename(event, id) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const name = String(form.get("name") ?? "").trim();
    if (name !== "") await updateEntry(id, (entry) => ({ ...entry, name }));
    this.renaming = "";
    await this.refresh();
  }

  /** Deletes an entry and moves the focus to its neighbour or the title. @param {string} id */
  async deleteEntry(id) {
    const at = this.entries?.findIndex((entry) => entry.id === id) ?? 0;
    // An entry that could not be deleted stays in the list.
    await removeEntry(id).catch(() => {});
    this.confirming = "";
    await this.refresh();
    await this.updateComplete;
    const left = [...this.querySelectorAll("tbody tr")];
    const beside = (left[at] ?? left.at(-1))?.querySelector(
      "td:last-child button:last-child:enabled",
    );
    /** @type {HTMLElement | null} */ (beside ?? this.querySelector("h2"))?.focus();
  }

  render() {
    if (this.entries === undefined) return "";
    return html`<section class="stack">
      <h2 tabindex="-1">${labels.kept}</h2>
      ${this.entries.length === 0 ? html`<p class="soft">${this.hasStorage ? labels.nothingKept : labels.nothingIsKept}</p>` : this.tableView(this.entries)}
    </section>`;
  }

  /** @param {Entry[]} entries */
  tableView(entries) {
    const { selected } = this;
    // The older file comes first.
    const inTime = entries
      .filter(({ id }) => selected.includes(id))
      .map(({ id }) => id)
      .reverse();
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${labels.kept}>
        <table class="kept">
          <thead>
            <tr>
              <th scope="col"><span class="unseen">${labels.select("")}</span></th>
              <th scope="col">${labels.name}</th>
              <th scope="col">${labels.agent}</th>
              <th scope="col">${labels.score}</th>
              <th scope="col">${labels.time}</th>
              <th scope="col"><span class="unseen">${labels.remove}</span></th>
            </tr>
          </thead>
          <tbody>
            ${entries.map((entry) => this.rowView(entry))}
          </tbody>
        </table>
      </div>
      <div class="row">
        <a
          class="button ${selected.length < 2 ? "off" : ""}"
          aria-disabled=${selected.length < 2}
          href=${selected.length < 2 ? "#/results" : `#/results/${inTime.join("+")}`}
          >${labels.openSelected}</a
        >
        <a
          class="button ${selected.length !== 2 ? "off" : ""}"
          aria-disabled=${selected.length !== 2}
          href=${selected.length !== 2 ? "#/results" : `#/results/${inTime.join(":")}`}
          >${labels.compareSelected}</a
        >
        ${selected.length < 2 ? html`<span class="soft small">${labels.selectSome}</span>` : ""}
      </div>`;
  }

  /** @param {Entry} entry */
  rowView({ id, name, changed, complete, records, bytes, plan, check }) {
    const shown = truncateMiddle(name, 80);
    return html`<tr>
      <td>
        <input
          type="checkbox"
          aria-label=${labels.select(shown)}
          .checked=${this.selected.includes(id)}
          @change=${() =>
            (this.selected = this.selected.includes(id)
              ? this.selected.filter((other) => other !== id)
              : [...this.selected, id])}
        />
      </td>
      <th scope="row">
        ${this.renaming === id ? this.nameForm(id, name) : html`<a href=${`#/results/${id}`}><bdi>${shown}</bdi></a>`}
        ${plan && !complete ? html`<span class="tag">${this.running.has(id) ? labels.underWay : labels.unfinished}</span>` : ""}
      </th>
      <td class="soft small">${agentsText(check)}</td>
      <td>
        ${check?.scores ? html`<span class="nowrap">${scoreText(check.scores)}</span>` : ""}
        ${this.running.has(id) ? "" : verdictChip(check ?? UNCHECKED)}
      </td>
      <td>
        <span class="nowrap">${formatTime(changed)}</span>
        <span class="soft small block"
          >${records > 0 ? text.records(records) : formatSize(bytes)}</span
        >
      </td>
      <td>
        <button
          class="quiet"
          ?disabled=${this.running.has(id) || this.renaming === id}
          @click=${() => this.startRenaming(id)}
        >
          ${labels.rename}<span class="unseen"> ${shown}</span>
        </button>
        <button
          class="quiet"
          ?disabled=${this.running.has(id)}
          @click=${(/** @type {MouseEvent} */ event) => (this.confirming !== id ? (this.confirming = id) : isDoubleClick(event) || this.deleteEntry(id))}
          @blur=${() => (this.confirming = "")}
          @keydown=${(/** @type {KeyboardEvent} */ event) => {
            ignoreKeyRepeat(event);
            if (event.key === "Escape") this.confirming = "";
          }}
        >
          ${this.confirming === id ? labels.removeSure : labels.remove}<span class="unseen">
            ${shown}</span
          >
        </button>
      </td>
    </tr>`;
  }

  /** @param {string} id @param {string} name */
  nameForm(id, name) {
    return html`<form
      class="row"
      @submit=${(/** @type {SubmitEvent} */ event) => this.rename(event, id)}
    >
      <input name="name" aria-label=${labels.newName} .value=${name} autocomplete="off" required />
      <button type="submit">${labels.save}</button>
    </form>`;
  }

  /** @param {string} id */
  async startRenaming(id) {
    this.renaming = id;
    await this.updateComplete;
    /** @type {HTMLInputElement | null} */ (this.querySelector("[name=name]"))?.select();
  }
}

/** Names the first agents of a file, and counts the others. @param {import("../verify/check.js").Check} [check] */
const agentsText = ({ subjects = [], more = 0 } = UNCHECKED) => [
  ...subjects.map((id) => html`<bdi class="block">${shortenAgentId(id, 40)}</bdi>`),
  more > 0 ? text.evidence.more(count(more)) : "",
];

/** The verdict shown for a file that was never opened. */
const UNCHECKED = /** @type {import("../verify/check.js").Check} */ ({
  verdict: "not-checked",
  text: labels.notOpened,
});

/** @param {import("proofmark").Scores} scores */
function scoreText({ scored, literal, committed }) {
  if (scored === 0) return text.noScore;
  const share = (/** @type {number} */ passed) => formatShare({ passed, total: scored });
  return literal === committed
    ? share(committed)
    : text.run.rightBy(share(literal), share(committed));
}

defineElement("pm-library", Library);
