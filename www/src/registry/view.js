// The Agents view: the agents of the registry that serves this page, or one of them.

import "../style/table.css";
import "../style/results.css";
import "../style/registry.css";
import "../parts/virtual-table.js";
import "./agent.js";
import "./verdict.js";

import { html } from "lit";

import { Element, define } from "../element.js";
import { duration, interval, score, shareOf, when } from "../format.js";
import { toErrorInfo } from "../parts/error-info.js";
import { errorNotice } from "../parts/error-notice.js";
import { fullText, shortAgent } from "../parts/truncate.js";
import { replaceRoute, routeTo } from "../route.js";
import { text } from "../text.js";
import { BEST_FIRST, loadAgents, pageOf, select } from "./agents.js";
import { availabilityOf, rangeOf, rightOf } from "./figures.js";

const words = text.registry;

/** @typedef {import("./agents.js").Agent} Agent */

/** @type {import("../parts/virtual-table.js").Column[]} */
const COLUMNS = [
  {
    name: "agent",
    title: words.agent,
    cell: (/** @type {Agent} */ { id, state, since }) =>
      html`<bdi>${shortAgent(id, 60, 0)}</bdi>
        ${state === "current" ? "" : html`<span class="soft block">${stateOf(state, since)}</span>`}`,
    tooltip: ({ id }) => fullText(id),
  },
  {
    name: "points",
    title: words.score,
    cell: (/** @type {Agent} */ { score: points, interval: [low, high] = [0, 100] }) =>
      points === undefined
        ? none()
        : html`<span class="share">${score(points)}</span>
            <span class="soft block">${text.interval(score(low), score(high))}</span>`,
    tooltip: (agent) => (agent.score === undefined ? "" : `${rangeOf(agent)}, ${rightOf(agent)}`),
  },
  {
    name: "available",
    title: words.available,
    cell: ({ asked = 0, answered = 0, available = [0, 1] }) =>
      asked === 0
        ? none()
        : html`${shareOf({ passed: answered, total: asked })}
            <span class="soft block">${interval(available)}</span>`,
    tooltip: availabilityOf,
  },
  {
    name: "medianMs",
    title: words.latency,
    cell: ({ medianMs }) => (medianMs == null ? none() : duration(medianMs)),
  },
  { name: "newest", title: words.newest, cell: ({ at }) => (at === null ? none() : when(at)) },
  {
    name: "checked",
    title: words.verdict,
    isFixed: true,
    cell: (agent) => html`<pm-agent-verdict .agent=${agent}></pm-agent-verdict>`,
  },
];

const none = () => html`<span class="soft">${text.none}</span>`;

/** Describes a state that is not current. @param {Agent["state"]} state @param {string | null} since */
const stateOf = (state, since) => words.states[state](since === null ? "" : when(since));

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
    this.shown = select(this.agents ?? [], this.search, this.sort);
    this.version += 1;
  }

  render() {
    if (this.item !== "") return this.one();
    return html`<div class="stack">
      <h1>${words.title}</h1>
      <p class="soft">${words.about}</p>
      ${this.agents === undefined ? this.waiting() : this.table(this.agents)}
    </div>`;
  }

  /** Shows that the agents are being loaded, or could not be. */
  waiting() {
    return this.error === undefined
      ? html`<p class="soft">${text.table.loading}</p>`
      : errorNotice(words.notLoaded, toErrorInfo(this.error));
  }

  one() {
    if (this.agents === undefined) return this.waiting();
    const agent = this.agents.find(({ id }) => id === this.item);
    if (agent !== undefined)
      return html`<pm-registered-agent .agent=${agent}></pm-registered-agent>`;
    return html`<p class="notice">${words.unknown}</p>
      <p><a href=${routeTo("agents")}>${words.all}</a></p>`;
  }

  /** @param {Agent[]} agents */
  table(agents) {
    return html`<label class="field"
        >${words.search}<input
          type="search"
          .value=${this.search}
          @input=${(/** @type {any} */ { target }) => this.show({ search: target.value })}
      /></label>
      <p class="soft" role="status">${words.shown(this.shown.length, agents.length)}</p>
      <pm-table
        name="registry"
        title=${words.title}
        .columns=${COLUMNS}
        count=${this.shown.length}
        version=${this.version}
        .sort=${this.sort}
        .fetch=${async (/** @type {number} */ from, /** @type {number} */ to) =>
          this.shown.slice(from, to)}
        @sort=${(/** @type {CustomEvent<import("./agents.js").Sort>} */ { detail }) =>
          this.show({ sort: detail })}
        @choose=${(/** @type {CustomEvent<Agent | null>} */ { detail }) => {
          if (detail) location.hash = pageOf(detail.id);
        }}
      ></pm-table> `;
  }

  /**
   * Shows other agents, or in another order.
   *
   * @param {{ search?: string, sort?: import("./agents.js").Sort }} changes
   */
  show({ search = this.search, sort = this.sort }) {
    const { by, down } = sort;
    replaceRoute(routeTo("agents", "", { search, by, down: down ? "1" : "" }));
  }
}

define("pm-registry", Registry);
