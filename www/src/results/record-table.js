// A virtual table of records: only the visible rows are rendered.

import { html, nothing } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { VirtualizerController } from "@tanstack/lit-virtual";

import { Element, define } from "../element.js";
import { duration, whenBriefly, whenExactly } from "../format.js";
import { plain } from "../parts/excerpt.js";
import { fullText, nameWithEnd } from "../parts/truncate.js";
import { COLUMNS } from "./filter-sort.js";
import { outcomeBadge } from "../parts/outcome-badge.js";
import { text } from "../text.js";

const words = text.results;

/** The number of rows fetched at once. */
const PAGE = 200;
/** The height of a row, in rem. */
const HEIGHT = 2.75;
const NARROW_HEIGHT = 4.75;
const narrow = matchMedia("(max-width: 48rem)");

/** Returns the height of a row in pixels. */
const rowHeight = () =>
  (narrow.matches ? NARROW_HEIGHT : HEIGHT) *
  parseFloat(getComputedStyle(document.documentElement).fontSize);

/** @typedef {import("./filter-sort.js").Column} Column */
/** @typedef {import("./file-service.js").Row} Row */

class Records extends Element {
  static properties = {
    count: { type: Number },
    sort: { attribute: false },
    version: { type: Number },
    open: { type: Number },
    at: { state: true },
  };

  constructor() {
    super();
    this.count = 0;
    /** @type {import("./filter-sort.js").Sort} */
    this.sort = { by: "line", down: false };
    /** Increases whenever the rows change. */
    this.version = 0;
    /** The line of the open record. */
    this.open = 0;
    /** The row with the keyboard cursor. */
    this.at = 0;
    /** Fetches a range of rows. @type {(from: number, to: number) => Promise<Row[]>} */
    this.fetch = async () => [];
    /** The fetched rows by page; undefined while a fetch is pending. @type {Map<number, Row[] | undefined>} */
    this.pages = new Map();
    /** The chosen row, until it has been fetched. @type {number | undefined} */
    this.wanted = undefined;
    /** @type {import("lit/directives/ref.js").Ref<HTMLElement>} */
    this.scroller = createRef();
    this.virtual = new VirtualizerController(this, this.options());
    this.resized = () => {
      this.fit();
      this.rows().measure();
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

  options() {
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

  rows() {
    return this.virtual.getVirtualizer();
  }

  fit() {
    this.rows().setOptions({ ...this.rows().options, ...this.options() });
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("version") && !changed.has("count")) return;
    this.pages.clear();
    this.wanted = undefined;
    this.at = 0;
    this.fit();
    if (this.scroller.value) this.scroller.value.scrollTop = 0;
  }

  /** @param {number} index @returns {Row | undefined} the row, or undefined while it is fetched */
  row(index) {
    const page = Math.floor(index / PAGE);
    if (!this.pages.has(page)) {
      this.pages.set(page, undefined);
      const { version } = this;
      void this.fetch(page * PAGE, (page + 1) * PAGE).then((rows) => {
        if (version !== this.version) return;
        this.pages.set(page, rows);
        this.tellWanted();
        this.requestUpdate();
      });
    }
    return this.pages.get(page)?.[index - page * PAGE];
  }

  render() {
    const virtual = this.rows();
    return html`<p class="soft small" id="records-help">${words.tableHelp}</p>
      <div
        class="records"
        role="grid"
        tabindex="0"
        aria-label=${words.records}
        aria-describedby="records-help"
        aria-rowcount=${this.count + 1}
        aria-colcount=${COLUMNS.length}
        aria-activedescendant=${this.count > 0 ? `row-${this.at}` : ""}
        .style=${`--rows: ${this.count}`}
        @keydown=${this.key}
        ${ref(this.scroller)}
      >
        <div class="entry heads" role="row" aria-rowindex="1">
          ${COLUMNS.map((column) => this.head(column))}
        </div>
        <div class="body" role="rowgroup" .style=${`height: ${virtual.getTotalSize()}px`}>
          ${virtual.getVirtualItems().map(({ index, start, size }) => this.line(index, start, size))}
        </div>
      </div>`;
  }

  /** @param {Column} column */
  head(column) {
    const sorted = this.sort.by === column;
    const way = sorted ? (this.sort.down ? "descending" : "ascending") : "none";
    return html`<div class="head-cell ${column}" role="columnheader" aria-sort=${way}>
      <button
        class="sort"
        @click=${() => this.emit("sort", { by: column, down: sorted && !this.sort.down })}
      >
        ${words.columns[column]}<span class="way ${way}" aria-hidden="true"></span>
      </button>
    </div>`;
  }

  /** @param {number} index @param {number} start @param {number} size */
  line(index, start, size) {
    const row = this.row(index);
    const open = row !== undefined && row.line === this.open;
    return html`<div
      class="entry ${index === this.at ? "at" : ""} ${open ? "open" : ""}"
      role="row"
      id=${`row-${index}`}
      aria-rowindex=${index + 2}
      aria-selected=${open}
      .style=${`transform: translateY(${start}px); height: ${size}px`}
      @click=${() => this.choose(index)}
    >
      ${COLUMNS.map((column) => html`<div role="gridcell" class=${column} title=${whole(row, column)} aria-label=${column === "subject" ? whole(row, column) : nothing}>${row === undefined ? (column === "question" ? words.loading : "") : this.cell(row, column)}</div>`)}
    </div>`;
  }

  /** @param {Row} row @param {Column} column */
  cell(row, column) {
    switch (column) {
      case "outcome":
        return outcomeBadge(row.outcome);
      case "literal":
      case "committed":
        return html`<span
          class="tick-mark ${row[column] ? "yes" : "no"}"
          title=${row[column] ? words.right : words.notRight}
          ><span class="unseen">${row[column] ? words.right : words.notRight}</span></span
        >`;
      case "latencyMs":
        return row.latencyMs === null ? "" : duration(row.latencyMs);
      case "fetchedAt":
        return whenBriefly(row.fetchedAt);
      case "stratum":
        return row.stratum === null
          ? /** @type {Record<string, string>} */ (text.families)[row.family]
          : (/** @type {Record<string, string>} */ (text.strata)[row.stratum] ?? row.stratum);
      case "line":
        return row.line;
      case "subject":
        // Most subjects start with this; the tooltip has the whole name.
        return nameWithEnd(row.subject.replace(/^https:\/\//, ""), 120);
      default:
        return html`<bdi>${plain(row[column], 120)}</bdi>`;
    }
  }

  /** @param {number} index */
  choose(index) {
    this.at = index;
    this.wanted = index;
    this.tellWanted();
  }

  /** Reports the chosen row once it has been fetched. */
  tellWanted() {
    const row = this.wanted === undefined ? undefined : this.row(this.wanted);
    if (row === undefined) return;
    this.wanted = undefined;
    this.emit("choose", row);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
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
      this.fit();
      this.rows().scrollToIndex(this.at);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(this.at);
    } else if (event.key === "Escape") {
      this.wanted = undefined;
      this.emit("choose", null);
    }
  }
}

/** Returns the tooltip of a cell that may be truncated. @param {Row | undefined} row @param {Column} column */
function whole(row, column) {
  if (row === undefined) return nothing;
  if (column === "fetchedAt") return whenExactly(row.fetchedAt);
  return column === "subject" || column === "question" ? fullText(row[column]) : nothing;
}

define("pm-records", Records);
