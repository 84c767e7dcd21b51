// One file open: its figures, its records, and what can be done with it.

import "../parts/chart.js";
import "../parts/evidence.js";
import "./filters.js";
import "./grid.js";
import "./records.js";
import "./trust.js";

import * as Comlink from "comlink";
import { html } from "lit";
import { ready } from "proofmark";

import { Element, define } from "../element.js";
import { count, shareOf, size, when } from "../format.js";
import { handOver } from "../handover.js";
import { pause } from "../pause.js";
import { drawn } from "../parts/drawn.js";
import { middle } from "../parts/middle.js";
import { refusal } from "../parts/refusal.js";
import { refusedBy } from "../parts/refused.js";
import { fileNameOf, save } from "../parts/save.js";
import { asking } from "../parts/wire.js";
import { text } from "../text.js";
import { comparisonView } from "./compare.js";
import { AS_THEY_STAND, EVERYTHING, asksNothing } from "./order.js";
import { breaks, charts, nothing, overview, strata } from "./overview.js";
import { scorecard } from "./scorecard.js";

const words = text.results;
/** How many of the files that are open together are named. */
const MOST_NAMES = 10;

/** @typedef {import("./desk.js").Row} Row */
/** @typedef {import("./desk.js").Figures} Figures */
/** @typedef {import("./desk.js").RecordsOverview} RecordsOverview */
/** @typedef {import("./view.js").Opened} Opened */
/** @typedef {import("./order.js").Filter} Filter */
/** @typedef {import("../parts/refused.js").Refused} Refused */

/** @typedef {import("../parts/wire.js").Asked<import("./worker.js").DeskMethods>} Asked */

/** @type {Asked} */
const desk = /** @type {any} */ (
  asking(() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }))
);

class OpenFile extends Element {
  static properties = {
    file: { attribute: false },
    against: { attribute: false },
    note: { type: String },
    overview: { state: true },
    figures: { state: true },
    filter: { state: true },
    sort: { state: true },
    shown: { state: true },
    made: { state: true },
    version: { state: true },
    chosen: { state: true },
    comparison: { state: true },
    busy: { state: true },
    refused: { state: true },
    unreadable: { state: true },
    read: { state: true },
    writing: { state: true },
  };

  constructor() {
    super();
    /** @type {Opened | undefined} */
    this.file = undefined;
    /** @type {Opened | undefined} */
    this.against = undefined;
    this.note = "";
    /** @type {import("./desk.js").RecordsOverview | import("./desk.js").ScorecardOverview | undefined} */
    this.overview = undefined;
    /** @type {import("./desk.js").Figures | undefined} */
    this.figures = undefined;
    /** @type {Filter} */
    this.filter = EVERYTHING;
    /** The filter that the figures are of. */
    this.counted = EVERYTHING;
    this.sort = AS_THEY_STAND;
    this.shown = 0;
    /** How many parts of the view are made. */
    this.made = 0;
    this.version = 0;
    /** @type {{ line: number, record: import("proofmark").SignalRecord, question: import("proofmark").DrawnQuestion | undefined } | undefined} */
    this.chosen = undefined;
    /** The row whose record was asked for last. @type {Row | null} */
    this.wanted = null;
    /** @type {{ found: import("proofmark/suite").Comparison, with: string } | undefined} */
    this.comparison = undefined;
    /** What a comparison was last asked for with. @type {Opened | undefined} */
    this.other = undefined;
    /** Whether a comparison is under way. */
    this.busy = false;
    /** What was refused, by what was asked. @type {Record<string, Refused>} */
    this.refused = {};
    /** Which of several files put together was refused. */
    this.unreadable = "";
    /** How much is read. */
    this.read = 0;
    this.writing = "";
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    // What is left is read no further, and kept in no memory.
    desk.close().catch(() => {});
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("file") && this.file) void this.begin(this.file);
  }

  /** @param {Opened} file */
  async begin(file) {
    Object.assign(this, {
      overview: undefined,
      figures: undefined,
      chosen: undefined,
      comparison: undefined,
      busy: false,
      unreadable: "",
    });
    Object.assign(this, { filter: EVERYTHING, sort: AS_THEY_STAND, refused: {}, read: 0, made: 0 });
    try {
      const tell = Comlink.proxy((/** @type {number} */ bytes) => {
        if (this.file === file) this.read = bytes;
      });
      const overview = await desk.open(file.blob, tell);
      if (this.file !== file) return;
      if (overview.kind === "records") {
        const figures = await desk.figures();
        if (this.file !== file) return;
        Object.assign(this, { figures, counted: EVERYTHING, shown: overview.records });
        this.version += 1;
      }
      this.overview = overview;
      // Each part is made and laid out in a task of its own, so that the page hears in between.
      for (this.made = 0; this.made < PARTS.length; this.made++) {
        await pause();
        if (this.file !== file) return;
      }
      if (this.against) await this.compareWith(this.against);
    } catch (error) {
      if (this.file === file) await this.unopened(file, refusedBy(error));
    }
  }

  /** A file was refused; of several put together those are, that cannot be read by themselves. @param {Opened} file @param {Refused} refused */
  async unopened(file, refused) {
    // What the page lacks says nothing of the file.
    if (lacking(refused)) return this.refuse("open", refused);
    const bad = await unreadable(file.parts ?? [], () => this.file === file);
    if (this.file !== file) return;
    const [first] = bad;
    this.unreadable = first?.part.name ?? "";
    this.refuse("open", first?.refused ?? refused);
    this.tell("unreadable", file.parts ? bad.map(({ part }) => part) : [file]);
  }

  /** Without the worker nothing is open any more. @param {Opened | undefined} file @param {unknown} error */
  lose(file, error) {
    if (this.file !== file) return;
    this.overview = undefined;
    this.refuse("open", error);
  }

  /** @param {string} what @param {unknown} error */
  refuse(what, error) {
    this.refused = { ...this.refused, [what]: refusedBy(error) };
  }

  /** What was refused is asked again. @param {string} what */
  allow(what) {
    const { [what]: _, ...rest } = this.refused;
    this.refused = rest;
  }

  /** @param {{ filter?: Filter, sort?: import("./order.js").Sort }} change */
  async show({ filter = this.filter, sort = this.sort }) {
    const { file } = this;
    Object.assign(this, { filter, sort });
    try {
      const shown = await desk.show(filter, sort);
      if (this.file !== file || this.filter !== filter || this.sort !== sort) return;
      this.shown = shown;
      this.version += 1;
      // Another order changes no figure, but may come before the figures of its filter.
      if (this.counted === filter) return;
      const figures = await desk.figures();
      if (this.file === file && this.filter === filter)
        Object.assign(this, { figures, counted: filter });
    } catch (error) {
      this.lose(file, error);
    }
  }

  /** @param {number} from @param {number} to */
  async rows(from, to) {
    const { file } = this;
    try {
      return await desk.rows(from, to);
    } catch (error) {
      this.lose(file, error);
      return [];
    }
  }

  /** @param {Row | null} row null for none: what an event tells is never undefined */
  async choose(row) {
    const { file } = this;
    this.wanted = row;
    this.allow("record");
    if (row === null) return void (this.chosen = undefined);
    const late = () => this.file !== file || this.wanted !== row;
    try {
      const [record] = await Promise.all([desk.record(row.line), ready()]);
      if (late()) return;
      this.chosen = { line: row.line, record, question: drawn(record) };
    } catch (error) {
      if (!late()) this.refuse("record", error);
      return;
    }
    await this.updateComplete;
    this.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
  }

  /** The button goes with its record, so the focus moves to the row before. */
  dismiss() {
    const records = /** @type {HTMLElement | null} */ (this.querySelector(".records"));
    records?.focus({ preventScroll: true });
    void this.choose(null);
  }

  /** @param {Opened} other */
  async compareWith(other) {
    const { file } = this;
    this.other = other;
    this.busy = true;
    this.allow("compare");
    // A comparison of what was open before says nothing of what is open now.
    const late = () => this.file !== file || this.other !== other;
    try {
      const found = await desk.compare(other.blob);
      if (late()) return;
      this.comparison = { found, with: other.name };
    } catch (error) {
      if (late()) return;
      this.comparison = undefined;
      this.refuse("compare", error);
    }
    this.busy = false;
    await this.updateComplete;
    this.querySelector(".comparison")?.scrollIntoView({ block: "start" });
  }

  render() {
    if (this.file === undefined) return "";
    return html`<div class="stack-xl">
      <header class="stack">
        <a class="back" href="#/results" @click=${() => this.tell("leave")}>${words.back}</a>
        <h1 tabindex="-1"><bdi>${middle(this.file.name, 80)}</bdi></h1>
        ${this.file.parts ? this.together(this.file.parts) : ""}
        ${this.note ? html`<p class="notice" role="status">${this.note}</p>` : ""} ${this.about()}
        ${refusal(this.unreadable ? words.refusedOf(middle(this.unreadable, 80)) : words.refused, this.refused.open)}
        ${this.refused.open && (lacking(this.refused.open) ? html`<div class="row"><button @click=${this.again}>${words.again}</button></div>` : html`<p class="soft">${words.readable}</p>`)}
      </header>
      ${this.comparison ? html`<div class="comparison">${comparisonView(this.comparison.found, this.file.name, this.comparison.with)}</div>` : ""}
      ${this.content()}
    </div>`;
  }

  /** Of which files this is one. @param {Opened[]} parts */
  together(parts) {
    const more = parts.length - MOST_NAMES;
    return html`<ul class="soft small">
      ${parts.slice(0, MOST_NAMES).map(({ name }) => html`<li><bdi>${middle(name, 80)}</bdi></li>`)}
      ${more > 0 ? html`<li>${text.evidence.more(count(more))}</li>` : ""}
    </ul>`;
  }

  again() {
    if (this.file) void this.begin(this.file);
  }

  about() {
    if (this.refused.open) return "";
    if (this.overview === undefined) {
      const all = this.file?.blob.size ?? 0;
      return html`<div class="stack" role="status">
        <p class="soft">
          ${words.reading} ${all > 0 ? shareOf({ passed: this.read, total: all }) : ""}
        </p>
        <progress aria-label=${words.reading} max=${all || 1} value=${this.read}></progress>
      </div>`;
    }
    const holds =
      this.overview.kind === "records"
        ? [
            text.records(this.overview.records),
            text.subjects(this.overview.subjects.length),
            text.runs(this.overview.runs),
          ]
        : [words.taskCount(this.overview.report.rows.length)];
    return html`<p class="row">
        <span>${holds.join(" · ")} · ${size(this.file?.blob.size ?? 0)}</span>
        ${this.file?.changed ? html`<span class="soft">${words.changedAt(when(this.file.changed))}</span>` : ""}
        <span class="soft">${words.unverified}</span>
        ${
          this.overview.kind === "records" && !this.file?.parts
            ? html`<button
                class="quiet"
                @click=${() => this.file && handOver(asFile(this.file), "verify", this.file.id)}
              >
                ${words.verifyIt}
              </button>`
            : ""
        }
      </p>
      ${this.overview.kind === "records" ? breaks(this.overview.torn) : ""}
      ${this.overview.kind === "records" && this.overview.repeated > 0 ? html`<p class="notice" role="status">${words.repeated(this.overview.repeated)}</p>` : ""}`;
  }

  content() {
    const { overview: of, figures } = this;
    if (of === undefined) return "";
    if (of.kind === "scorecard")
      return html`${scorecard(of.report)} ${this.comparing()}
      ${this.exports(["scorecard", "json", "html"])}`;
    if (figures === undefined) return "";
    return PARTS.slice(0, this.made).map((part) => part(this, of, figures));
  }

  /** @param {Filter} filter */
  async jump(filter) {
    await this.show({ filter });
    const records = /** @type {HTMLElement | null} */ (this.querySelector(".records"));
    records?.scrollIntoView({ block: "start" });
    records?.focus({ preventScroll: true });
  }

  records() {
    return html`<section class="stack" aria-label=${words.records}>
      <h2>${words.records}</h2>
      ${refusal(words.recordRefused, this.refused.record)}
      <div class="desk ${this.chosen ? "with" : ""}">
        <pm-records
          count=${this.shown}
          version=${this.version}
          open=${this.chosen?.line ?? 0}
          .sort=${this.sort}
          .fetch=${(/** @type {number} */ from, /** @type {number} */ to) => this.rows(from, to)}
          @sort=${(/** @type {CustomEvent<import("./order.js").Sort>} */ { detail }) => this.show({ sort: detail })}
          @choose=${(/** @type {CustomEvent<Row | null>} */ { detail }) => this.choose(detail)}
        ></pm-records>
        ${
          this.chosen
            ? html`<aside class="chosen sheet stack" aria-label=${words.record}>
                <div class="row ends">
                  <h3>${words.record}</h3>
                  <button class="quiet" @click=${this.dismiss}>${text.close}</button>
                </div>
                <p class="soft small">${text.run.legend}</p>
                <pm-evidence
                  .record=${this.chosen.record}
                  .question=${this.chosen.question}
                  line=${this.chosen.line}
                ></pm-evidence>
              </aside>`
            : ""
        }
      </div>
    </section>`;
  }

  comparing() {
    return html`<section class="stack" aria-label=${words.compare}>
      <h2>${words.compare}</h2>
      <p class="soft">${words.compareAbout}</p>
      <pm-drop
        about=${words.compareDrop}
        @files=${(/** @type {CustomEvent<File[]>} */ { detail: [file] }) =>
          file && this.compareWith({ name: file.name, blob: file })}
      ></pm-drop>
      ${this.busy ? html`<p class="soft" role="status">${words.comparing}</p>` : ""}
      ${refusal(words.notCompared(middle(this.other?.name ?? "", 80)), this.refused.compare)}
    </section>`;
  }

  /** @param {Format[]} formats */
  exports(formats) {
    const name = fileNameOf(this.file?.name ?? "");
    return html`<section class="stack" aria-label=${words.export}>
      <h2>${words.export}</h2>
      <p class="soft">
        ${words.exportAbout} ${formats.includes("csv") ? words.exportFiltered : ""}
      </p>
      <div class="row">
        ${formats.map(
          (format) =>
            html`<button
              aria-disabled=${this.writing !== ""}
              @click=${() => this.writing || this.write(format, name)}
            >
              ${this.writing === format ? words.exporting : words.exports[format]}
            </button>`,
        )}
      </div>
      ${refusal(words.notWritten, this.refused.export)}
    </section>`;
  }

  /** @param {Format} format @param {string} name */
  async write(format, name) {
    this.allow("export");
    this.writing = format;
    try {
      save(await EXPORTS[format].blob(), `${name}.${EXPORTS[format].end}`);
    } catch (error) {
      this.refuse("export", error);
    }
    this.writing = "";
  }
}

/** What a file is written as, and how the name of that ends. */
const EXPORTS = {
  ndjson: { blob: () => desk.file(), end: "ndjson" },
  scorecard: { blob: () => desk.file(), end: "json" },
  csv: { blob: () => desk.table(), end: "csv" },
  json: { blob: () => desk.report("json"), end: "report.json" },
  html: { blob: () => desk.report("html"), end: "html" },
};
/** @typedef {keyof typeof EXPORTS} Format */

/** What is shown of records, from above. */
const PARTS =
  /** @type {((view: OpenFile, of: RecordsOverview, figures: Figures) => unknown)[]} */ ([
    (view, of) =>
      html`<pm-filters
        .overview=${of}
        .filter=${view.filter}
        shown=${view.shown}
        @filter=${(/** @type {CustomEvent<Filter>} */ { detail }) => view.show({ filter: detail })}
      ></pm-filters>`,
    (view, _, figures) => overview(figures, !asksNothing(view.filter)),
    (_view, _, figures) => (nothing(figures) ? "" : strata(figures)),
    (_view, _, figures) => (nothing(figures) ? "" : charts(figures)),
    (view, { families }, { grid, more }) =>
      grid.length === 0
        ? ""
        : html`<pm-grid
            .subjects=${grid}
            .families=${families}
            more=${more}
            @choose=${(/** @type {CustomEvent<Partial<Filter>>} */ { detail }) => view.jump({ ...EVERYTHING, ...detail })}
          ></pm-grid>`,
    (view) => view.records(),
    (view) =>
      html`<pm-trust .compute=${(/** @type {string} */ config) => desk.trust(config)}></pm-trust>`,
    (view) => view.comparing(),
    (view) => view.exports(["ndjson", "csv", "json", "html"]),
  ]);

/** @param {Refused} refused */
const lacking = ({ code }) => code.startsWith("host.");

/** Those that cannot be read by themselves, and why. @param {Opened[]} parts @param {() => boolean} wanted */
async function unreadable(parts, wanted) {
  /** @type {{ part: Opened, refused: Refused }[]} */
  const found = [];
  for (const part of parts) {
    // Another file may be open by now.
    if (!wanted()) break;
    try {
      await desk.open(part.blob);
    } catch (error) {
      const refused = refusedBy(error);
      if (!lacking(refused)) found.push({ part, refused });
    }
  }
  return found;
}

/** @param {Opened} file */
const asFile = ({ name, blob }) => (blob instanceof File ? blob : new File([blob], name));

define("pm-file", OpenFile);
