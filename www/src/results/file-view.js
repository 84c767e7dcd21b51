// The view of an open file: figures, records, comparison and export.

import "../parts/chart.js";
import "../parts/evidence.js";
import "./export-panel.js";
import "./filters.js";
import "./record-table.js";
import "./subject-grid.js";
import "./trust-score.js";

import { Task, TaskStatus, initialState } from "@lit/task";
import * as Comlink from "comlink";
import { html } from "lit";
import { ready } from "proofmark";

import { Element, define } from "../element.js";
import { handOver } from "../handover.js";
import { nextTask } from "../next-task.js";
import { toErrorInfo } from "../parts/error-info.js";
import { errorNotice } from "../parts/error-notice.js";
import { redrawQuestion } from "../parts/redraw-question.js";
import { truncateMiddle } from "../parts/truncate.js";
import { currentRoute, replaceRoute, routeTo } from "../route.js";
import { text } from "../text.js";
import { comparisonView } from "./comparison.js";
import { FILE_ORDER, NO_FILTER, fromParams, isEmptyFilter, toParams } from "./filter-sort.js";
import { fileFacts, partNames, readingProgress, verdictRow } from "./file-header.js";
import { asFile, checkOpened, isHostError, unreadableParts } from "./opened.js";
import { charts, isEmpty, overview, strata } from "./overview.js";
import { recordPanel } from "./record-panel.js";
import { scorecard } from "./scorecard.js";
import { service } from "./service.js";

const words = text.results;

/** @typedef {import("./file-service.js").Row} Row */
/** @typedef {import("./file-service.js").Figures} Figures */
/** @typedef {import("./file-service.js").Overview} Overview */
/** @typedef {import("./file-service.js").RecordsOverview} RecordsOverview */
/** @typedef {import("./opened.js").Opened} Opened */
/** @typedef {import("./filter-sort.js").Filter} Filter */
/** @typedef {import("./filter-sort.js").Sort} Sort */
/** @typedef {import("../parts/error-info.js").ErrorInfo} ErrorInfo */

class OpenFile extends Element {
  static properties = {
    file: { attribute: false },
    against: { attribute: false },
    query: { attribute: false },
    note: { type: String },
    overview: { state: true },
    figures: { state: true },
    filter: { state: true },
    sort: { state: true },
    shown: { state: true },
    rendered: { state: true },
    version: { state: true },
    unreadable: { state: true },
    read: { state: true },
    lost: { state: true },
  };

  #opening = new Task(this, {
    args: () => [this.file],
    task: async ([file], { signal }) => {
      this.reset();
      if (file === undefined) return;
      try {
        await this.openFile(file, signal);
      } catch (error) {
        if (!signal.aborted) throw await this.reportUnreadable(file, toErrorInfo(error), signal);
      }
    },
  });

  #filtering = new Task(this, {
    autoRun: false,
    task: async (/** @type {[Filter, Sort]} */ [filter, sort], { signal }) => {
      const shown = await service.show(filter, sort);
      if (signal.aborted) return;
      this.shown = shown;
      this.version += 1;
      // Sorting does not change the figures.
      if (this.counted === filter) return;
      const figures = await service.figures();
      if (!signal.aborted) [this.figures, this.counted] = [figures, filter];
    },
    onError: (error) => (this.lost = toErrorInfo(error)),
  });

  /** The open record. */
  #record = new Task(this, {
    autoRun: false,
    task: async (/** @type {[number | null]} */ [line]) => {
      if (line === null) return initialState;
      const [record] = await Promise.all([service.record(line), ready()]);
      return { line, record, question: redrawQuestion(record) };
    },
  });

  #comparison = new Task(this, {
    autoRun: false,
    task: async (/** @type {[Opened | undefined, Opened | null]} */ [file, other]) => {
      if (other === null) return initialState;
      return { ...(await service.compare(other.blob)), file, other };
    },
  });

  /** The verdict on the open file. */
  #check = new Task(this, {
    args: () => [this.overview && this.file],
    task: ([file]) => (file === undefined ? initialState : checkOpened(file)),
  });

  /** The verdict on the file that it is compared with. */
  #otherCheck = new Task(this, {
    args: () => [this.comparison?.other],
    task: ([other]) => (other === undefined ? initialState : checkOpened(other)),
  });

  constructor() {
    super();
    /** @type {Opened | undefined} */
    this.file = undefined;
    /** @type {Opened | undefined} */
    this.against = undefined;
    /** The filter, order and record in the address when the file is opened. */
    this.query = "";
    this.note = "";
    /** @type {Overview | undefined} */
    this.overview = undefined;
    /** @type {Figures | undefined} */
    this.figures = undefined;
    /** @type {Filter} */
    this.filter = NO_FILTER;
    /** The filter of the current figures. */
    this.counted = NO_FILTER;
    /** @type {Sort} */
    this.sort = FILE_ORDER;
    this.shown = 0;
    /** The number of rendered sections. */
    this.rendered = 0;
    this.version = 0;
    /** The other file of the latest comparison. @type {Opened | undefined} */
    this.other = undefined;
    /** The name of the unreadable file among several. */
    this.unreadable = "";
    /** The number of bytes read. */
    this.read = 0;
    /** The error of a worker that failed after the file was opened. @type {ErrorInfo | undefined} */
    this.lost = undefined;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    service.endWorker();
  }

  get comparison() {
    const { status, value } = this.#comparison;
    return status === TaskStatus.COMPLETE && value?.file === this.file ? value : undefined;
  }

  get record() {
    return this.#record.status === TaskStatus.INITIAL ? undefined : this.#record.value;
  }

  get check() {
    return this.#check.status === TaskStatus.COMPLETE ? this.#check.value : undefined;
  }

  get openError() {
    const { status, error } = this.#opening;
    return this.lost ?? (status === TaskStatus.ERROR ? toErrorInfo(error) : undefined);
  }

  reset() {
    this.overview = this.figures = this.lost = this.other = undefined;
    this.unreadable = "";
    this.read = this.rendered = 0;
    void this.#record.run([null]);
    void this.#comparison.run([this.file, null]);
  }

  /** @param {Opened} file @param {AbortSignal} signal */
  async openFile(file, signal) {
    const params = new URLSearchParams(this.query);
    const onProgress = Comlink.proxy((/** @type {number} */ bytes) => {
      if (!signal.aborted) this.read = bytes;
    });
    const overview = await service.open(file.blob, onProgress);
    if (signal.aborted) return;
    if (overview.kind === "foreign") this.emit("unreadable", [file]);
    if (overview.kind === "records") {
      const { filter, sort } = fromParams(params);
      const shown = await service.show(filter, sort);
      const figures = await service.figures();
      if (signal.aborted) return;
      [this.filter, this.counted, this.sort] = [filter, filter, sort];
      [this.shown, this.figures] = [shown, figures];
      this.version += 1;
    }
    this.overview = overview;
    // Each section is rendered in its own task, so that the page stays responsive.
    for (; this.rendered < SECTIONS.length; this.rendered++) {
      await nextTask();
      if (signal.aborted) return;
    }
    const line = Number(params.get("record") ?? 0);
    if (overview.kind === "records" && line > 0) void this.choose({ line });
    if (this.against) await this.compareWith(this.against);
  }

  /**
   * Finds the unreadable ones among several files. Returns the error to show.
   *
   * @param {Opened} file
   * @param {ErrorInfo} error
   * @param {AbortSignal} signal
   */
  async reportUnreadable(file, error, signal) {
    // An error of the host says nothing about the file.
    if (isHostError(error)) return error;
    const failed = await unreadableParts(file.parts ?? [], signal);
    if (signal.aborted) return error;
    const [first] = failed;
    this.unreadable = first?.part.name ?? "";
    this.emit("unreadable", file.parts ? failed.map(({ part }) => part) : [file]);
    return first?.error ?? error;
  }

  /** @param {{ filter?: Filter, sort?: Sort }} change */
  async show({ filter = this.filter, sort = this.sort }) {
    [this.filter, this.sort] = [filter, sort];
    this.updateRoute();
    await this.#filtering.run([filter, sort]);
  }

  /** Keeps filter, order and record in the address, for links, reloads and the Back button. */
  updateRoute(line = this.record?.line ?? 0) {
    const { view, item, params } = currentRoute();
    if (view !== "results") return;
    const src = params.get("src") ?? "";
    const record = line > 0 ? String(line) : "";
    replaceRoute(routeTo(view, item, { src, ...toParams(this.filter, this.sort), record }));
  }

  /** @param {number} from @param {number} to */
  async rows(from, to) {
    const { file } = this;
    try {
      return await service.rows(from, to);
    } catch (error) {
      if (this.file === file) this.lost = toErrorInfo(error);
      return [];
    }
  }

  /** @param {Pick<Row, "line"> | null} row null for none */
  async choose(row) {
    this.updateRoute(row?.line ?? 0);
    await this.#record.run([row?.line ?? null]);
    await this.updateComplete;
    this.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
  }

  /** Closes the record and moves the focus to the table, because the button disappears. */
  dismiss() {
    const records = /** @type {HTMLElement | null} */ (this.querySelector(".records"));
    records?.focus({ preventScroll: true });
    void this.choose(null);
  }

  /** @param {Opened} other */
  async compareWith(other) {
    this.other = other;
    await this.#comparison.run([this.file, other]);
    await this.updateComplete;
    this.querySelector(".comparison")?.scrollIntoView({ block: "start" });
  }

  render() {
    if (this.file === undefined) return "";
    const { openError: error, comparison } = this;
    const title = this.unreadable
      ? words.refusedOf(truncateMiddle(this.unreadable, 80))
      : words.refused;
    return html`<div class="stack-xl">
      <header class="stack">
        <a class="back" href="#/results" @click=${() => this.emit("leave")}>${words.back}</a>
        <h1 tabindex="-1"><bdi>${truncateMiddle(this.file.name, 80)}</bdi></h1>
        ${this.file.parts ? partNames(this.file.parts) : ""}
        ${this.note ? html`<p class="notice" role="status">${this.note}</p>` : ""}
        ${error ? "" : this.about(this.file)} ${errorNotice(title, error)}
        ${error && (isHostError(error) ? html`<div class="row"><button @click=${() => this.#opening.run()}>${words.again}</button></div>` : html`<p class="soft">${words.readable}</p>`)}
      </header>
      ${
        comparison
          ? html`<div class="comparison">
              ${comparisonView(
                comparison,
                { name: this.file.name, check: this.check },
                { name: comparison.other.name, check: this.#otherCheck.value },
              )}
            </div>`
          : ""
      }
      ${error ? "" : this.content()}
    </div>`;
  }

  /** @param {Opened} file */
  about(file) {
    if (this.overview === undefined) return readingProgress(file, this.read);
    const { status } = this.#check;
    /** @type {import("../verify/check.js").Check | undefined} */
    const check =
      status === TaskStatus.ERROR ? { verdict: "not-checked", text: text.notLoaded } : this.check;
    const row = verdictRow(check, file.parts ? undefined : () => this.openInVerify());
    return fileFacts(file, this.overview, row);
  }

  openInVerify() {
    if (this.file?.id !== undefined) location.hash = routeTo("verify", this.file.id);
    else if (this.file) handOver(asFile(this.file), "verify");
  }

  content() {
    const { overview, figures } = this;
    if (overview === undefined || overview.kind === "foreign") return "";
    if (overview.kind === "scorecard")
      return html`${scorecard(overview.report)} ${this.compareSection()}
        <pm-export
          .formats=${["scorecard", "json", "html"]}
          .name=${this.file?.name ?? ""}
        ></pm-export>`;
    if (figures === undefined) return "";
    return SECTIONS.slice(0, this.rendered).map((section) => section(this, overview, figures));
  }

  /** @param {Filter} filter */
  async jump(filter) {
    await this.show({ filter });
    const records = /** @type {HTMLElement | null} */ (this.querySelector(".records"));
    records?.scrollIntoView({ block: "start" });
    records?.focus({ preventScroll: true });
  }

  recordSection() {
    const { record } = this;
    return html`<section class="stack" aria-label=${words.records}>
      <h2>${words.records}</h2>
      ${this.#record.status === TaskStatus.ERROR ? errorNotice(words.recordRefused, toErrorInfo(this.#record.error)) : ""}
      <div class="desk ${record ? "with" : ""}">
        <pm-records
          count=${this.shown}
          version=${this.version}
          open=${record?.line ?? 0}
          .sort=${this.sort}
          .fetch=${(/** @type {number} */ from, /** @type {number} */ to) => this.rows(from, to)}
          @sort=${(/** @type {CustomEvent<Sort>} */ { detail }) => this.show({ sort: detail })}
          @choose=${(/** @type {CustomEvent<Row | null>} */ { detail }) => this.choose(detail)}
        ></pm-records>
        ${record ? recordPanel(record, () => this.dismiss()) : ""}
      </div>
    </section>`;
  }

  compareSection() {
    const { status, error } = this.#comparison;
    const other = truncateMiddle(this.other?.name ?? "", 80);
    return html`<section class="stack" aria-label=${words.compare}>
      <h2>${words.compare}</h2>
      <p class="soft">${words.compareAbout}</p>
      <pm-drop
        about=${words.compareDrop}
        @files=${(/** @type {CustomEvent<File[]>} */ { detail: [file] }) =>
          file && this.compareWith({ name: file.name, blob: file })}
      ></pm-drop>
      ${status === TaskStatus.PENDING && this.other ? html`<p class="soft" role="status">${words.comparing}</p>` : ""}
      ${status === TaskStatus.ERROR && this.other ? errorNotice(words.notCompared(other), toErrorInfo(error)) : ""}
    </section>`;
  }
}

/** The sections of a record file, from top to bottom. */
const SECTIONS =
  /** @type {((view: OpenFile, overview: RecordsOverview, figures: Figures) => unknown)[]} */ ([
    (view, overview) =>
      html`<pm-filters
        .overview=${overview}
        .filter=${view.filter}
        shown=${view.shown}
        @filter=${(/** @type {CustomEvent<Filter>} */ { detail }) => view.show({ filter: detail })}
      ></pm-filters>`,
    (view, _, figures) => overview(figures, !isEmptyFilter(view.filter), view.check),
    (_view, _, figures) => (isEmpty(figures) ? "" : strata(figures)),
    (_view, _, figures) => (isEmpty(figures) ? "" : charts(figures)),
    (view, { families }, { grid, more }) =>
      grid.length === 0
        ? ""
        : html`<pm-grid
            .subjects=${grid}
            .families=${families}
            more=${more}
            @choose=${(/** @type {CustomEvent<Partial<Filter>>} */ { detail }) => view.jump({ ...NO_FILTER, ...detail })}
          ></pm-grid>`,
    (view) => view.recordSection(),
    () =>
      html`<pm-trust
        .compute=${(/** @type {string} */ config) => service.trust(config)}
      ></pm-trust>`,
    (view) => view.compareSection(),
    (view) =>
      html`<pm-export
        .formats=${["ndjson", "csv", "json", "html"]}
        .name=${view.file?.name ?? ""}
      ></pm-export>`,
  ]);

define("pm-file", OpenFile);
