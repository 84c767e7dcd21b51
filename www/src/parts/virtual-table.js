// A virtual table, such as of records or agents: only the visible rows are rendered. It is one tab
// stop; arrow keys move between the rows.

import { html, nothing } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { VirtualizerController } from "@tanstack/lit-virtual";

import { Element, defineElement } from "../element.js";
import { text } from "../text.js";

const labels = text.table;

/** The number of rows fetched at once. */
const PAGE = 100;
/** The height of a row, in rem. */
const HEIGHT = 2.75;
const NARROW_HEIGHT = 4.75;
const narrow = matchMedia("(max-width: 48rem)");

/** Returns the height of a row in pixels. */
const rowHeight = () =>
  (narrow.matches ? NARROW_HEIGHT : HEIGHT) *
  parseFloat(getComputedStyle(document.documentElement).fontSize);

/** An order of rows. @typedef {{ by: string, down: boolean }} Sort */
/**
 * A column. `tooltip` returns the whole content of a cell that may be cut off. `isFixed` columns cannot
 * be sorted by.
 *
 * @typedef {{ name: string, title: string, isFixed?: boolean, cell: (row: any) => unknown, tooltip?: (row: any) => string }} Column
 */

class VirtualTable extends Element {
  static properties = {
    name: { type: String },
    title: { type: String },
    columns: { attribute: false },
    count: { type: Number },
    sort: { attribute: false },
    version: { type: Number },
    isOpen: { attribute: false },
    at: { state: true },
  };

  constructor() {
    super();
    /** The class of the table, for its column widths. */
    this.name = "";
    this.title = "";
    /** @type {Column[]} */
    this.columns = [];
    this.count = 0;
    /** @type {Sort} */
    this.sort = { by: "", down: false };
    /** Increases whenever the rows change. */
    this.version = 0;
    /** Reports whether a row is open. @type {(row: any) => boolean} */
    this.isOpen = () => false;
    /** The row with the keyboard cursor. */
    this.at = 0;
    /** Fetches a range of rows. @type {(from: number, to: number) => Promise<any[]>} */
    this.fetch = async () => [];
    /** The fetched rows by page; undefined while a fetch is pending. @type {Map<number, any[] | undefined>} */
    this.pages = new Map();
    /** The chosen row, until it has been fetched. @type {number | undefined} */
    this.wanted = undefined;
    /** @type {import("lit/directives/ref.js").Ref<HTMLElement>} */
    this.scroller = createRef();
    this.virtual = new VirtualizerController(this, this.virtualizerOptions());
    this.resized = () => {
      this.updateVirtualizer();
      this.virtualizer().measure();
      this.requestUpdate();
    };
  }

  connectedCallback() {
    super.connectedCallback();
    narrow.addEventListener("change", this.resized);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    narrow.removeEventListener("change", this.resized);
  }

  virtualizerOptions() {
    // Computed once, because it is needed for every row.
    const height = rowHeight();
    return {
      getScrollElement: () => this.scroller.value ?? null,
      count: this.count,
      estimateSize: () => height,
      overscan: 10,
      // The sticky header covers a part of the scroll area.
      scrollPaddingEnd: this.around,
    };
  }

  /** The height of the header and the borders, in pixels. */
  get around() {
    const { value } = this.scroller;
    const head = /** @type {HTMLElement | null | undefined} */ (value?.firstElementChild);
    return value && head ? head.offsetHeight + value.offsetHeight - value.clientHeight : 0;
  }

  virtualizer() {
    return this.virtual.getVirtualizer();
  }

  updateVirtualizer() {
    this.virtualizer().setOptions({ ...this.virtualizer().options, ...this.virtualizerOptions() });
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("version") && !changed.has("count")) return;
    this.pages.clear();
    this.wanted = undefined;
    this.at = 0;
    this.updateVirtualizer();
    if (this.scroller.value) this.scroller.value.scrollTop = 0;
  }

  /** @param {number} index @returns {any} the row, or undefined while it is fetched */
  fetchedRow(index) {
    const page = Math.floor(index / PAGE);
    if (!this.pages.has(page)) {
      this.pages.set(page, undefined);
      const { version } = this;
      void this.fetch(page * PAGE, (page + 1) * PAGE).then((rows) => {
        if (version !== this.version) return;
        this.pages.set(page, rows);
        this.reportWantedRow();
        this.requestUpdate();
      });
    }
    return this.pages.get(page)?.[index - page * PAGE];
  }

  render() {
    const virtual = this.virtualizer();
    return html`<p class="unseen" id="table-help">${labels.help}</p>
      <div
        class="virtual ${this.name}"
        role="grid"
        tabindex="0"
        aria-label=${this.title}
        aria-describedby="table-help"
        aria-rowcount=${this.count + 1}
        aria-colcount=${this.columns.length}
        aria-activedescendant=${this.count > 0 ? `row-${this.at}` : ""}
        .style=${`--rows: ${this.count}; --columns: ${this.columns.length}`}
        @keydown=${this.onKeydown}
        ${ref(this.scroller)}
      >
        <div class="entry heads" role="row" aria-rowindex="1">
          ${this.columns.map((column) => this.headerView(column))}
        </div>
        <div class="body" role="rowgroup" .style=${`height: ${virtual.getTotalSize()}px`}>
          ${virtual.getVirtualItems().map(({ index, start, size }) => this.rowView(index, start, size))}
        </div>
      </div>`;
  }

  /** @param {Column} column */
  headerView({ name, title, isFixed }) {
    if (isFixed)
      return html`<div class="head-cell ${name}" role="columnheader">
        <span class="sort">${title}</span>
      </div>`;
    const sorted = this.sort.by === name;
    const way = sorted ? (this.sort.down ? "descending" : "ascending") : "none";
    return html`<div class="head-cell ${name}" role="columnheader" aria-sort=${way}>
      <button
        class="sort"
        @click=${() => this.emit("sort", { by: name, down: sorted && !this.sort.down })}
      >
        ${title}<span class="way ${way}" aria-hidden="true"></span>
      </button>
    </div>`;
  }

  /** @param {number} index @param {number} start @param {number} size */
  rowView(index, start, size) {
    const row = this.fetchedRow(index);
    const open = row !== undefined && this.isOpen(row);
    return html`<div
      class="entry ${index === this.at ? "at" : ""} ${open ? "open" : ""}"
      role="row"
      id=${`row-${index}`}
      aria-rowindex=${index + 2}
      aria-selected=${open}
      .style=${`transform: translateY(${start}px); height: ${size}px`}
      @click=${() => this.chooseRow(index)}
    >
      ${this.columns.map(({ name, cell, tooltip }, at) => html`<div role="gridcell" class=${name} title=${(row && tooltip?.(row)) ?? nothing}>${row ? cell(row) : at === 0 ? labels.loading : ""}</div>`)}
    </div>`;
  }

  /** @param {number} index */
  chooseRow(index) {
    this.at = index;
    this.wanted = index;
    this.reportWantedRow();
  }

  /** Dispatches the event for the chosen row once the row has been fetched. */
  reportWantedRow() {
    const row = this.wanted === undefined ? undefined : this.fetchedRow(this.wanted);
    if (row === undefined) return;
    this.wanted = undefined;
    this.emit("choose", row);
  }

  /** @param {KeyboardEvent} event */
  onKeydown(event) {
    if (event.target !== this.scroller.value) return;
    const room = (this.scroller.value?.offsetHeight ?? 0) - this.around;
    const page = Math.max(1, Math.floor(room / rowHeight()) - 1);
    const last = this.count - 1;
    /** @type {Record<string, number>} */
    const to = {
      ArrowDown: this.at + 1,
      ArrowUp: this.at - 1,
      PageDown: this.at + page,
      PageUp: this.at - page,
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      this.at = Math.max(0, Math.min(last, next));
      this.updateVirtualizer();
      this.virtualizer().scrollToIndex(this.at);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.chooseRow(this.at);
    } else if (event.key === "Escape") {
      this.wanted = undefined;
      this.emit("choose", null);
    }
  }
}

defineElement("pm-table", VirtualTable);
