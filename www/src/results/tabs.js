// The contents of an open file, as tabs.

import "../parts/chart.js";
import "./agent-table.js";
import "./export-panel.js";
import "./filters.js";
import "./sign-panel.js";
import "./trust-score.js";

import { html } from "lit";
import { guard } from "lit/directives/guard.js";

import { count } from "../format.js";
import { errorNotice } from "../parts/error-notice.js";
import { truncateMiddle } from "../parts/truncate.js";
import { verdictChip } from "../parts/verdict-chip.js";
import { fileLink } from "../route.js";
import { text } from "../text.js";
import { comparisonView } from "./comparison.js";
import { breakdownView, scoreSummary } from "./overview.js";
import { recordColumns } from "./record-columns.js";
import { recordPanel } from "./record-panel.js";
import { scorecardView } from "./scorecard.js";
import { service } from "./service.js";
import { isEmptyFilter } from "./worker/filter-sort.js";

const labels = text.results;

/** @typedef {import("./file-view.js").OpenFile} OpenFile */
/** @typedef {import("./worker/file-service.js").Agent} Agent */
/** @typedef {import("./worker/file-service.js").Figures} Figures */
/** @typedef {import("./worker/file-service.js").RecordsOverview} RecordsOverview */
/** @typedef {import("./worker/filter-sort.js").Filter} Filter */
/** @typedef {import("../parts/virtual-table.js").Sort} Sort */

/** Shows a record file or a scorecard. @param {OpenFile} view */
export function tabContent(view) {
  const { overview, figures } = view;
  if (overview?.kind === "scorecard")
    return html`<p>${verdictChip(view.check)}</p>
      ${view.verdict} ${scorecardView(overview.report)} ${compareTab(view)}
      <pm-export
        .formats=${["scorecard", "json", "html"]}
        .name=${view.file?.name ?? ""}
      ></pm-export>`;
  if (overview?.kind !== "records" || figures === undefined) return "";
  const tab = TABS.find(({ name }) => name === view.tab) ?? TABS[0];
  return html`${scoreSummary(figures, overview.reading, !isEmptyFilter(view.filter), view)}
    <nav class="tabs" aria-label=${labels.sections}>
      <ul>
        ${TABS.map(
          ({ name, size }) =>
            html`<li>
              <a
                href=${view.routeWith({ tab: name })}
                aria-current=${name === tab?.name ? "page" : "false"}
                >${labels.tabs[name]}${size ? html` <span class="soft">${shownCountText(size(view, overview, figures))}</span>` : ""}</a
              >
            </li>`,
        )}
      </ul>
    </nav>
    ${
      tab?.isFiltered
        ? html`<pm-filters
            .overview=${overview}
            .filter=${view.filter}
            shown=${view.shown}
            @filter=${(/** @type {CustomEvent<Filter>} */ { detail }) => view.filterAndSort({ filter: detail })}
          ></pm-filters>`
        : ""
    }
    ${tab?.show(view, overview, figures)}`;
}

/**
 * @typedef {object} Tab
 * @property {keyof typeof labels.tabs} name
 * @property {boolean} isFiltered True if the filters apply.
 * @property {(view: OpenFile, overview: RecordsOverview, figures: Figures) => [shown: number, all: number]} [size]
 * @property {(view: OpenFile, overview: RecordsOverview, figures: Figures) => unknown} show
 */

/** @type {Tab[]} */
const TABS = [
  {
    name: "agents",
    isFiltered: true,
    size: (_, { subjects }, { agents }) => [agents, subjects.length],
    show: agentsTab,
  },
  {
    name: "records",
    isFiltered: true,
    size: ({ shown }, { records }) => [shown, records],
    show: recordsTab,
  },
  {
    name: "breakdown",
    isFiltered: true,
    // Charts are redrawn only if the figures have changed.
    show: (view, _, figures) =>
      guard([figures], () =>
        breakdownView(figures, (run) => view.showFiltered({ run: String(run) })),
      ),
  },
  { name: "compare", isFiltered: false, show: compareTab },
  {
    name: "export",
    isFiltered: false,
    show: ({ file }) =>
      html`<pm-export
          .formats=${["ndjson", "csv", "json", "html"]}
          .name=${file?.name ?? ""}
        ></pm-export>
        <pm-sign .name=${file?.name ?? ""}></pm-sign>`,
  },
];

/** Formats a number of rows: `12 of 30`, or `30` if all are shown. @param {[shown: number, all: number]} numbers */
const shownCountText = ([shown, all]) =>
  shown === all ? count(all) : text.outOf(count(shown), count(all));

/** @param {OpenFile} view @param {RecordsOverview} overview @param {Figures} figures */
function agentsTab(view, { families, common, reading }, figures) {
  return html`<pm-agents
      .families=${families}
      .common=${common}
      .reading=${reading}
      .figures=${figures}
      .sort=${view.agentSort}
      @sort=${(/** @type {CustomEvent<Sort>} */ { detail }) => view.updateRoute({ agents: detail })}
      @choose=${(/** @type {CustomEvent<Agent | null>} */ { detail }) => detail && view.showFiltered({ subject: detail.subject, search: "" })}
    ></pm-agents>
    <pm-trust
      .compute=${(/** @type {string} */ config) => service.computeTrustScores(config)}
    ></pm-trust>`;
}

/** @param {OpenFile} view @param {RecordsOverview} overview */
function recordsTab(view, { common }) {
  const { record, filter } = view;
  const isOne = filter.subject !== "" || view.agentCount === 1;
  return html`<section class="stack" aria-label=${labels.records}>
    ${errorNotice(labels.recordRefused, view.recordError)}
    <div class="desk ${record ? "with" : ""}">
      <pm-table
        name="records ${isOne ? "one" : ""}"
        title=${labels.records}
        .columns=${recordColumns(isOne, common)}
        count=${view.shown}
        version=${view.version}
        .isOpen=${(/** @type {{ line: number }} */ { line }) => line === view.record?.line}
        .sort=${view.sort}
        .fetch=${(/** @type {number} */ from, /** @type {number} */ to) => view.loadRows(from, to)}
        @sort=${(/** @type {CustomEvent<Sort>} */ { detail }) => view.filterAndSort({ sort: detail })}
        @choose=${(/** @type {CustomEvent<{ line: number } | null>} */ { detail }) => view.chooseRecord(detail)}
      ></pm-table>
      ${
        record
          ? recordPanel(
              record,
              { route: view.routeWith({}), isPublic: fileLink().src !== "" },
              {
                close: () => view.closeRecord(),
                step: (distance) => void view.stepToRecord(distance),
              },
            )
          : ""
      }
    </div>
  </section>`;
}

/** @param {OpenFile} view */
function compareTab(view) {
  const { comparison, comparing } = view;
  const other = truncateMiddle(view.other?.name ?? "", 80);
  return html`${
      comparison
        ? html`<div class="comparison">
            ${comparisonView(
              comparison,
              { name: view.file?.name ?? "", check: view.check },
              { name: comparison.other.name, check: view.otherCheck },
            )}
          </div>`
        : ""
    }
    <section class="stack" aria-label=${labels.compare}>
      <h2>${labels.compare}</h2>
      <p class="soft">${labels.compareAbout}</p>
      <pm-drop
        about=${labels.compareDrop}
        @files=${(/** @type {CustomEvent<File[]>} */ { detail: [file] }) =>
          file && view.compareWith({ name: file.name, blob: file })}
      ></pm-drop>
      ${comparing.isPending ? html`<p class="soft" role="status">${labels.comparing}</p>` : ""}
      ${errorNotice(labels.notCompared(other), comparing.error)}
    </section>`;
}
