// The table of agents, with their scores in total and by topic.

import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { count, formatInterval, formatShare } from "../format.js";
import { outcomeBadge } from "../parts/outcome-badge.js";
import { rateBar } from "../parts/rate-bar.js";
import { tooltipText, shortenAgentId } from "../parts/truncate.js";
import { text } from "../text.js";
import { service } from "./service.js";
import { WORST_FIRST } from "./worker/filter-sort.js";

const labels = text.results;

/** @typedef {import("./worker/file-service.js").Agent} Agent */
/** @typedef {import("../parts/virtual-table.js").Column} Column */

class AgentTable extends Element {
  static properties = {
    families: { attribute: false },
    common: { type: Number },
    reading: { attribute: false },
    figures: { attribute: false },
    sort: { attribute: false },
  };

  constructor() {
    super();
    /** @type {string[]} */
    this.families = [];
    /** The length of the common start of the ids. */
    this.common = 0;
    /** The reading that scores. @type {import("./worker/file-service.js").Reading | undefined} */
    this.reading = undefined;
    /** @type {import("./worker/file-service.js").Figures | undefined} */
    this.figures = undefined;
    this.sort = WORST_FIRST;
    /** @type {Column[]} */
    this.columns = [];
    this.version = 0;
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    if (changed.has("families") || changed.has("common"))
      this.columns = agentColumns(this.families, this.common);
    const { by, down } = changed.get("sort") ?? this.sort;
    if (changed.has("figures") || by !== this.sort.by || down !== this.sort.down) this.version += 1;
  }

  render() {
    const { sort } = this;
    return html`<section class="stack" aria-label=${labels.tabs.agents}>
      <p class="soft">${labels.agentsAbout(labels.by[this.reading ?? "none"])}</p>
      <pm-table
        name="agents"
        title=${labels.tabs.agents}
        .columns=${this.columns}
        count=${this.figures?.agents ?? 0}
        version=${this.version}
        .sort=${sort}
        .fetch=${(/** @type {number} */ from, /** @type {number} */ to) => service.listAgents(sort, from, to)}
      ></pm-table>
    </section>`;
  }
}

/** Returns the columns for the families of a file. @param {string[]} families @param {number} common @returns {Column[]} */
const agentColumns = (families, common) => [
  {
    name: "subject",
    title: labels.subject,
    cell: ({ subject }) => html`<bdi>${shortenAgentId(subject, 60, common)}</bdi>`,
    tooltip: ({ subject }) => tooltipText(subject),
  },
  {
    name: "all",
    title: labels.score,
    cell: ({ all }) => shareCell(all),
    tooltip: ({ all }) => rangeText(all),
  },
  ...(families.length > 1 ? families : []).map((family) => ({
    name: family,
    title: /** @type {Record<string, string>} */ (text.familyNames)[family] ?? family,
    cell: (/** @type {Agent} */ { families }) => shareCell(families[family]),
    tooltip: (/** @type {Agent} */ { families }) => rangeText(families[family]),
  })),
  { name: "records", title: labels.right, cell: ({ all }) => ratioText(all) },
  {
    name: "failure",
    title: labels.failure,
    isFixed: true,
    cell: ({ failure }) =>
      failure && html`${outcomeBadge(failure.outcome)} ${count(failure.records)}`,
  },
];

/** @param {import("proofmark/suite").Tally | undefined} tally */
const shareCell = (tally) =>
  tally === undefined || tally.total === 0
    ? html`<span class="soft">${text.none}</span>`
    : html`<span class="share">${formatShare(tally)}</span>${rateBar(tally)}`;

/** @param {import("proofmark/suite").Tally | undefined} tally */
const rangeText = (tally) =>
  tally === undefined || tally.total === 0
    ? ""
    : `${ratioText(tally)}, ${formatInterval(tally.interval)}`;

/** @param {import("proofmark/suite").Tally} tally */
const ratioText = ({ passed, total }) => text.outOf(count(passed), count(total));

defineElement("pm-agents", AgentTable);
