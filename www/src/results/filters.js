// The filters of a file, which apply to all sections below.

import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { count } from "../format.js";
import { text } from "../text.js";
import { NO_FILTER, isEmptyFilter } from "./worker/filter-sort.js";

const labels = text.results;
/** The delay after typing, in milliseconds. */
const PATIENCE = 150;

/** @typedef {import("./worker/filter-sort.js").Filter} Filter */

class Filters extends Element {
  static properties = {
    overview: { attribute: false },
    filter: { attribute: false },
    shown: { type: Number },
  };

  constructor() {
    super();
    /** @type {import("./worker/file-service.js").RecordsOverview | undefined} */
    this.overview = undefined;
    /** @type {Filter} */
    this.filter = NO_FILTER;
    this.shown = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typing = undefined;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.typing);
  }

  /** @param {Partial<Filter>} change */
  emitFilter(change) {
    this.emit("filter", { ...this.filter, ...change });
  }

  /** Clears the filters and moves the focus, because the button disappears. */
  clearFilters() {
    clearTimeout(this.typing);
    const search = /** @type {HTMLInputElement} */ (this.querySelector("#search"));
    search.value = "";
    search.focus();
    this.emitFilter(NO_FILTER);
  }

  render() {
    if (this.overview === undefined) return "";
    const { families, strata, outcomes, records } = this.overview;
    const { family, stratum, outcomes: wanted, differ, search, subject, run } = this.filter;
    const names = /** @type {Record<string, string>} */ ({
      ...text.familyNames,
      ...text.stratumNames,
    });
    return html`<form
      class="filters"
      aria-label=${labels.filter}
      @submit=${(/** @type {Event} */ event) => event.preventDefault()}
    >
      <div class="field find">
        <label for="search">${labels.search}</label>
        <input
          id="search"
          type="search"
          autocomplete="off"
          spellcheck="false"
          .value=${subject || search}
          @input=${(/** @type {Event} */ event) => {
            const { value } = /** @type {HTMLInputElement} */ (event.target);
            clearTimeout(this.typing);
            this.typing = setTimeout(
              () => this.emitFilter({ search: value, subject: "" }),
              PATIENCE,
            );
          }}
        />
      </div>
      ${this.choiceField("family", labels.family, families, family, (value) => this.emitFilter({ family: value, stratum: "" }), names)}
      ${this.choiceField(
        "stratum",
        labels.stratum,
        strata.filter((name) => family === "" || name.startsWith(`${family}.`)),
        stratum,
        (value) => this.emitFilter({ stratum: value }),
        Object.fromEntries(strata.map((name) => [name, names[name.split(".")[1] ?? ""] ?? name])),
      )}
      <div class="row chips" role="group" aria-label=${labels.outcomes}>
        ${outcomes.map(
          (outcome) =>
            html`<button
              type="button"
              class="chip"
              aria-pressed=${wanted.includes(outcome)}
              @click=${() =>
                this.emitFilter({
                  outcomes: wanted.includes(outcome)
                    ? wanted.filter((name) => name !== outcome)
                    : [...wanted, outcome],
                })}
            >
              ${/** @type {Record<string, string>} */ (text.outcomeNames)[outcome] ?? outcome}
            </button>`,
        )}
        ${run === "" ? "" : html`<button type="button" class="chip" aria-pressed="true" @click=${() => this.emitFilter({ run: "" })}>${labels.runNumber(run)}</button>`}
        <button
          type="button"
          class="chip"
          aria-pressed=${differ}
          @click=${() => this.emitFilter({ differ: !differ })}
        >
          ${labels.differ}
        </button>
        <span class="soft" role="status">${labels.shown(count(this.shown), count(records))}</span>
        ${isEmptyFilter(this.filter) ? "" : html`<button type="button" class="quiet" @click=${this.clearFilters}>${labels.reset}</button>`}
      </div>
    </form>`;
  }

  /**
   * @param {string} id
   * @param {string} label
   * @param {string[]} names
   * @param {string} chosen
   * @param {(value: string) => void} choose
   * @param {Record<string, string>} titles
   */
  choiceField(id, label, names, chosen, choose, titles) {
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <select
        id=${id}
        .value=${chosen}
        @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}
      >
        <option value="">${labels.any}</option>
        ${names.map((name) => html`<option value=${name} ?selected=${name === chosen}>${titles[name] ?? name}</option>`)}
      </select>
    </div>`;
  }
}

defineElement("pm-filters", Filters);
