// The Agents view: the agents of the registry that serves this page, or one of them.

import "../style/table.css";
import "../style/results.css";
import "../style/registry.css";
import "../parts/virtual-table.js";
import "./agent.js";
import "./verdict.js";

import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { formatDuration, formatInterval, formatScore, formatShare, formatTime } from "../format.js";
import { toErrorInfo } from "../parts/error-info.js";
import { errorNotice } from "../parts/error-notice.js";
import { tooltipText, shortenAgentId } from "../parts/truncate.js";
import { replaceRoute, routeTo } from "../route.js";
import { text } from "../text.js";
import { BEST_FIRST, loadAgents, agentPageUrl, filterAndSort } from "./agents.js";
import { availabilityText, scoreRangeText, rightAnswersText } from "./figures.js";

const labels = text.registry;

/** @typedef {import("./agents.js").Agent} Agent */

/** @type {import("../parts/virtual-table.js").Column[]} */
const COLUMNS = [
  {
    name: "agent",
    title: labels.agent,
    cell: (/** @type {Agent} */ { id, state, since }) =>
      html`<bdi>${shortenAgentId(id, 60, 0)}</bdi>
        ${state === "current" ? "" : html`<span class="soft block">${stateText(state, since)}</span>`}`,
    tooltip: ({ id }) => tooltipText(id),
  },
  {
    name: "points",
    title: labels.score,
    cell: (/** @type {Agent} */ { score: points, interval: [low, high] = [0, 100] }) =>
      points === undefined
        ? noValue()
        : html`<span class="share">${formatScore(points)}</span>
            <span class="soft block">${text.interval(formatScore(low), formatScore(high))}</span>`,
    tooltip: (agent) =>
      agent.score === undefined ? "" : `${scoreRangeText(agent)}, ${rightAnswersText(agent)}`,
  },
  {
    name: "available",
    title: labels.available,
    cell: ({ asked = 0, answered = 0, available = [0, 1] }) =>
      asked === 0
        ? noValue()
        : html`${formatShare({ passed: answered, total: asked })}
            <span class="soft block">${formatInterval(available)}</span>`,
    tooltip: availabilityText,
  },
  {
    name: "medianMs",
    title: labels.latency,
    cell: ({ medianMs }) => (medianMs == null ? noValue() : formatDuration(medianMs)),
  },
  {
    name: "newest",
    title: labels.newest,
    cell: ({ at }) => (at === null ? noValue() : formatTime(at)),
  },
  {
    name: "checked",
    title: labels.verdict,
    isFixed: true,
    cell: (agent) => html`<pm-agent-verdict .agent=${agent}></pm-agent-verdict>`,
  },
];

const noValue = () => html`<span class="soft">${text.none}</span>`;

/** Describes a state that is not current. @param {Agent["state"]} state @param {string | null} since */
const stateText = (state, since) => labels.states[state](since === null ? "" : formatTime(since));

class Registry extends Element {
  static properties = {
    item: { attribute: false },
    query: { attribute: false },
    agents: { state: true },
    error: { state: true },
  };

  constructor() {
    super();
    /** The id of the agent in the address. */
    this.item = "";
    /** The parameters in the address: `search`, `by` and `down`. */
    this.query = "";
    /** @type {Agent[] | undefined} */
    this.agents = undefined;
    /** @type {unknown} */
    this.error = undefined;
    /** The agents as shown. @type {Agent[]} */
    this.shown = [];
    this.version = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    loadAgents().then(
      (agents) => (this.agents = agents),
      (error) => (this.error = error),
    );
  }

  get search() {
    return new URLSearchParams(this.query).get("search") ?? "";
  }

  /** @returns {import("./agents.js").Sort} */
  get sort() {
    const params = new URLSearchParams(this.query);
    const by = params.get("by");
    return by === null ? BEST_FIRST : { by, down: params.has("down") };
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("agents") && !changed.has("query")) return;
    this.shown = filterAndSort(this.agents ?? [], this.search, this.sort);
    this.version += 1;
  }

  render() {
    if (this.item !== "") return this.agentView();
    return html`<div class="stack">
      <h1>${labels.title}</h1>
      <p class="soft">${labels.about}</p>
      ${this.agents === undefined ? this.loadingView() : this.tableView(this.agents)}
    </div>`;
  }

  /** Shows that the agents are being loaded, or could not be. */
  loadingView() {
    return this.error === undefined
      ? html`<p class="soft">${text.table.loading}</p>`
      : errorNotice(labels.notLoaded, toErrorInfo(this.error));
  }

  agentView() {
    if (this.agents === undefined) return this.loadingView();
    const agent = this.agents.find(({ id }) => id === this.item);
    if (agent !== undefined)
      return html`<pm-registered-agent .agent=${agent}></pm-registered-agent>`;
    return html`<p class="notice">${labels.unknown}</p>
      <p><a href=${routeTo("agents")}>${labels.all}</a></p>`;
  }

  /** @param {Agent[]} agents */
  tableView(agents) {
    return html`<label class="field"
        >${labels.search}<input
          type="search"
          .value=${this.search}
          @input=${(/** @type {any} */ { target }) => this.changeAddress({ search: target.value })}
      /></label>
      <p class="soft" role="status">${labels.shown(this.shown.length, agents.length)}</p>
      <pm-table
        name="registry"
        title=${labels.title}
        .columns=${COLUMNS}
        count=${this.shown.length}
        version=${this.version}
        .sort=${this.sort}
        .fetch=${async (/** @type {number} */ from, /** @type {number} */ to) =>
          this.shown.slice(from, to)}
        @sort=${(/** @type {CustomEvent<import("./agents.js").Sort>} */ { detail }) =>
          this.changeAddress({ sort: detail })}
        @choose=${(/** @type {CustomEvent<Agent | null>} */ { detail }) => {
          if (detail) location.hash = agentPageUrl(detail.id);
        }}
      ></pm-table> `;
  }

  /**
   * Filters or sorts the agents, by changing the address.
   *
   * @param {{ search?: string, sort?: import("./agents.js").Sort }} changes
   */
  changeAddress({ search = this.search, sort = this.sort }) {
    const { by, down } = sort;
    replaceRoute(routeTo("agents", "", { search, by, down: down ? "1" : "" }));
  }
}

defineElement("pm-registry", Registry);
