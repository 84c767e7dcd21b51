// The view of an open file: reads it, and keeps filter, order, tab and open record in the address.

import "../parts/evidence.js";
import "../parts/virtual-table.js";

import { Task, TaskStatus, initialState } from "@lit/task";
import * as Comlink from "comlink";
import { html } from "lit";
import { explainCause, ready } from "proofmark";

import { Element, defineElement } from "../element.js";
import { handOver } from "../handover.js";
import { nextTask } from "../next-task.js";
import { toErrorInfo } from "../parts/error-info.js";
import { toOneLine } from "../parts/excerpt.js";
import { errorNotice } from "../parts/error-notice.js";
import { redrawQuestion } from "../parts/redraw-question.js";
import { truncateMiddle } from "../parts/truncate.js";
import { currentRoute, fileLink, replaceRoute, routeTo } from "../route.js";
import { text } from "../text.js";
import { fileFacts, partNames, readingProgress, verdictRow } from "./file-header.js";
import { toFile, checkOpened, isHostError, unreadableParts } from "./opened.js";
import { service } from "./service.js";
import { tabContent } from "./tabs.js";
import {
  FILE_ORDER,
  NO_FILTER,
  WORST_FIRST,
  filterFromParams,
  parseSort,
  sortParam,
  filterToParams,
} from "./worker/filter-sort.js";

const labels = text.results;

/** @typedef {import("./worker/file-service.js").Row} Row */
/** @typedef {import("./worker/file-service.js").Figures} Figures */
/** @typedef {import("./worker/file-service.js").Overview} Overview */
/** @typedef {import("./worker/file-service.js").RecordsOverview} RecordsOverview */
/** @typedef {import("./opened.js").Opened} Opened */
/** @typedef {import("./worker/filter-sort.js").Filter} Filter */
/** @typedef {import("./worker/filter-sort.js").Sort} Sort */
/** @typedef {import("../parts/error-info.js").ErrorInfo} ErrorInfo */

export class OpenFile extends Element {
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
      const shown = await service.filterAndSort(filter, sort);
      if (signal.aborted) return;
      this.shown = shown;
      this.version += 1;
      // Sorting does not change the figures.
      if (this.counted === filter) return;
      const figures = await service.computeFigures();
      if (!signal.aborted) [this.figures, this.counted] = [figures, filter];
    },
    onError: (error) => (this.lost = toErrorInfo(error)),
  });

  /** The open record. */
  #record = new Task(this, {
    autoRun: false,
    task: async (/** @type {[number | null]} */ [line]) => {
      if (line === null) return initialState;
      const [record] = await Promise.all([service.readRecord(line), ready()]);
      return { line, record, question: redrawQuestion(record) };
    },
  });

  #comparison = new Task(this, {
    autoRun: false,
    task: async (/** @type {[Opened | undefined, Opened | null]} */ [file, other]) => {
      if (other === null) return initialState;
      return { ...(await service.compareWith(other.blob)), file, other };
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
    /** The filter, orders, tab and record in the address. */
    this.query = "";
    /** The line of the chosen record; 0 for none. */
    this.chosen = 0;
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
    this.version = 0;
    /** The other file of the latest comparison. @type {Opened | undefined} */
    this.other = undefined;
    /** The name of the unreadable file, if several files were opened together. */
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

  /** The check of the open file; undefined until it is done. @returns {import("../verify/check.js").Check | undefined} */
  get check() {
    const { status, value, error } = this.#check;
    if (status === TaskStatus.COMPLETE) return value;
    if (status !== TaskStatus.ERROR) return undefined;
    const { code, message } = toErrorInfo(error);
    const isHost = isHostError({ code, message });
    return {
      verdict: "not-checked",
      text: isHost ? text.notLoaded : toOneLine(text.refusal(code, message), 500),
    };
  }

  get verdict() {
    return verdictRow(this.check, this.file?.parts ? undefined : () => this.openInVerify());
  }

  get openError() {
    const { status, error } = this.#opening;
    return this.lost ?? (status === TaskStatus.ERROR ? toErrorInfo(error) : undefined);
  }

  reset() {
    this.chosen = 0;
    this.overview = this.figures = this.lost = this.other = undefined;
    this.unreadable = "";
    this.read = 0;
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
      const { filter, sort } = filterFromParams(params);
      const shown = await service.filterAndSort(filter, sort);
      const figures = await service.computeFigures();
      // Reading an answer and rendering it are two tasks, to keep tasks short.
      await nextTask();
      if (signal.aborted) return;
      [this.filter, this.counted, this.sort] = [filter, filter, sort];
      [this.shown, this.figures] = [shown, figures];
      this.version += 1;
    }
    this.overview = overview;
    const line = lineParam(params);
    if (overview.kind === "records" && line > 0) void this.chooseRecord({ line });
    if (this.against) await this.compareWith(this.against);
  }

  /**
   * Finds the unreadable files among several that were opened together. Returns the error to show.
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

  /** Follows the address, such as after the Back button. @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("query") || this.overview?.kind !== "records") return;
    const params = new URLSearchParams(this.query);
    const { filter, sort } = filterFromParams(params);
    const isSame = (/** @type {object} */ a, /** @type {object} */ b) =>
      JSON.stringify(a) === JSON.stringify(b);
    if (!isSame(filter, this.filter) || !isSame(sort, this.sort))
      void this.filterAndSort({ filter, sort });
    const line = lineParam(params);
    if (line !== this.chosen) void this.chooseRecord(line > 0 ? { line } : null);
  }

  /** The open tab: the one in the address, else records if there is one agent, else agents. @returns {string} */
  get tab() {
    const params = new URLSearchParams(this.query);
    const first = this.against ? "compare" : params.has("record") ? "records" : "";
    return (params.get("tab") ?? first) || (this.agentCount === 1 ? "records" : "agents");
  }

  /** The number of agents in the file. */
  get agentCount() {
    return this.overview?.kind === "records" ? this.overview.subjects.length : 0;
  }

  /** The order of the agents. */
  get agentSort() {
    return parseSort(new URLSearchParams(this.query).get("agents"), WORST_FIRST);
  }

  /** @param {{ filter?: Filter, sort?: Sort }} change */
  async filterAndSort({ filter = this.filter, sort = this.sort }) {
    [this.filter, this.sort] = [filter, sort];
    this.updateRoute();
    await this.#filtering.run([filter, sort]);
  }

  /**
   * Returns the address with a tab, a filter, an order of agents or a record.
   *
   * @param {{ tab?: string, filter?: Filter, agents?: Sort, line?: number }} change
   */
  routeWith({ tab, filter = this.filter, agents = this.agentSort, line = this.chosen }) {
    const { item, params } = currentRoute();
    return routeTo("results", item, {
      ...fileLink(),
      tab: tab ?? params.get("tab") ?? "",
      ...filterToParams(filter, this.sort),
      agents: sortParam(agents, WORST_FIRST),
      record: line > 0 ? String(line) : "",
    });
  }

  /** Keeps the state in the address, for links, reloads and the Back button. @param {Parameters<OpenFile["routeWith"]>[0]} [change] */
  updateRoute(change = {}) {
    if (currentRoute().view === "results") replaceRoute(this.routeWith(change));
  }

  /** Opens the tab of records with a filter. The browser's Back button returns to the current tab. @param {Partial<Filter>} change */
  showFiltered(change) {
    location.hash = this.routeWith({
      tab: "records",
      filter: { ...this.filter, ...change },
      line: 0,
    });
  }

  /** Returns the rows from `from` to `to`, with their questions and the texts of their causes. @param {number} from @param {number} to */
  async loadRows(from, to) {
    const { file } = this;
    try {
      const [rows, isReady] = await Promise.all([
        service.readRows(from, to),
        ready().then(
          () => true,
          () => false,
        ),
      ]);
      const all = rows.map((row) => {
        const { cause = "" } = row.record?.data ?? {};
        const { message = cause } = (isReady && explainCause(cause)) || {};
        return {
          ...row,
          drawn: isReady && row.record ? redrawQuestion(row.record) : undefined,
          cause: message === cause ? cause : text.refusal(cause, message),
        };
      });
      await nextTask();
      return all;
    } catch (error) {
      if (this.file === file) this.lost = toErrorInfo(error);
      return [];
    }
  }

  /** @param {Pick<Row, "line"> | null} row null for none */
  async chooseRecord(row) {
    this.chosen = row?.line ?? 0;
    this.updateRoute();
    await this.#record.run([row?.line ?? null]);
    await this.updateComplete;
    this.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
  }

  /** Opens the next or previous record of the table. @param {number} distance */
  async stepToRecord(distance) {
    const line = await service.neighbouringLine(this.chosen, distance);
    if (line !== undefined) await this.chooseRecord({ line });
  }

  /** Closes the record and moves the focus to the table, because the button disappears. */
  closeRecord() {
    const records = /** @type {HTMLElement | null} */ (this.querySelector(".records"));
    records?.focus({ preventScroll: true });
    void this.chooseRecord(null);
  }

  /** @param {Opened} other */
  async compareWith(other) {
    this.other = other;
    await this.#comparison.run([this.file, other]);
    await this.updateComplete;
    this.querySelector(".comparison")?.scrollIntoView({ block: "nearest" });
  }

  render() {
    if (this.file === undefined) return "";
    const { openError: error } = this;
    const title = this.unreadable
      ? labels.refusedOf(truncateMiddle(this.unreadable, 80))
      : labels.refused;
    return html`<div class="stack-l">
      <header class="stack">
        <a class="back" href="#/results" @click=${() => this.emit("leave")}>${labels.back}</a>
        <h1 tabindex="-1"><bdi>${truncateMiddle(this.file.name, 80)}</bdi></h1>
        ${this.file.parts ? partNames(this.file.parts) : ""}
        ${this.note ? html`<p class="notice" role="status">${this.note}</p>` : ""}
        ${error ? "" : this.fileFactsView(this.file)} ${errorNotice(title, error)}
        ${error && (isHostError(error) ? html`<div class="row"><button @click=${() => this.#opening.run()}>${labels.again}</button></div>` : html`<p class="soft">${labels.readable}</p>`)}
      </header>
      ${error ? "" : tabContent(this)}
    </div>`;
  }

  /** @param {Opened} file */
  fileFactsView(file) {
    if (this.overview === undefined) return readingProgress(file, this.read);
    return fileFacts(file, this.overview);
  }

  openInVerify() {
    const link = fileLink();
    if (link.src) location.hash = routeTo("verify", "", link);
    else if (this.file?.id !== undefined) location.hash = routeTo("verify", this.file.id);
    else if (this.file) handOver(toFile(this.file), "verify");
  }

  get recordError() {
    const { status, error } = this.#record;
    return status === TaskStatus.ERROR ? toErrorInfo(error) : undefined;
  }

  get otherCheck() {
    return this.#otherCheck.value;
  }

  /** The state of the latest comparison. */
  get comparing() {
    const { status, error } = this.#comparison;
    return {
      isPending: status === TaskStatus.PENDING && this.other !== undefined,
      error: status === TaskStatus.ERROR && this.other ? toErrorInfo(error) : undefined,
    };
  }
}

/** Returns the line of the record in an address; 0 for none. @param {URLSearchParams} params */
const lineParam = (params) => Number(params.get("record") ?? 0) || 0;

defineElement("pm-file", OpenFile);
