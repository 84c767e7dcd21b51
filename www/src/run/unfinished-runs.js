// The unfinished runs, each with a form for the secrets that resuming it needs.

import { html } from "lit";

import { Element, defineElement } from "../element.js";
import { formatTime } from "../format.js";
import { truncateMiddle } from "../parts/truncate.js";
import { text } from "../text.js";
import { parseHeaders } from "./parse-headers.js";
import { parseQuery } from "./plan.js";

const labels = text.run;

/** @typedef {import("../store/store.js").Entry} Entry */

class UnfinishedRuns extends Element {
  static properties = {
    entries: { attribute: false },
    first: { type: String },
    wrong: { state: true },
  };

  constructor() {
    super();
    /** @type {Entry[]} */
    this.entries = [];
    /** The id of the run to list first. */
    this.first = "";
    /** The error in the entered secrets. */
    this.wrong = "";
  }

  render() {
    if (this.entries.length === 0) return "";
    // The run in the address comes first.
    const listed = [...this.entries].sort(
      (a, b) => Number(b.id === this.first) - Number(a.id === this.first),
    );
    return html`<section class="stack">
      <h2>${labels.unfinished}</h2>
      <p class="soft">${labels.unfinishedAbout}</p>
      ${this.wrong ? html`<p class="alarm" role="alert">${this.wrong}</p>` : ""}
      <ul class="stack">
        ${listed.map(
          (entry) =>
            html`<li class="sheet">
              <form
                class="row ends"
                @submit=${(/** @type {SubmitEvent} */ event) => this.emitResume(event, entry)}
              >
                <span
                  ><strong><bdi>${truncateMiddle(entry.name, 80)}</bdi></strong>
                  <span class="soft block">
                    ${labels.progress(entry.progress?.done ?? 0, entry.progress?.all ?? 0)} ·
                    ${formatTime(entry.changed)}
                  </span></span
                >
                ${
                  entry.plan?.headers
                    ? html`<label class="field grow"
                        ><span class="hint">${labels.headersAgain}</span
                        ><textarea
                          name="headers"
                          rows="2"
                          required
                          autocomplete="off"
                          spellcheck="false"
                        ></textarea>
                      </label>`
                    : ""
                }
                ${(entry.plan?.queries ?? []).map(
                  (address) =>
                    html`<label class="field grow"
                      ><span class="hint">${labels.queryAgain[address]}</span
                      ><input
                        name=${address}
                        type="password"
                        required
                        autocomplete="off"
                        spellcheck="false"
                      />
                    </label>`,
                )}
                <button type="submit">${labels.resume}</button>
              </form>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** Emits the run to resume, with its secrets. @param {SubmitEvent} event @param {Entry} entry */
  emitResume(event, entry) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const value = (/** @type {string} */ name) => String(form.get(name) ?? "");
    const { headers, wrong } = parseHeaders(value("headers"));
    /** @type {import("./plan.js").Queries} */
    const queries = {};
    const { plan } = entry;
    const isMissing = plan?.headers && Object.keys(headers).length === 0;
    this.wrong = wrong ?? (isMissing ? labels.headersMissing : "");
    for (const address of plan?.queries ?? []) {
      const query = parseQuery(value(address));
      if (query === undefined) this.wrong ||= labels.queryWrong;
      else queries[address] = query;
    }
    const secrets = { headers: plan?.headers ? headers : undefined, queries };
    if (this.wrong === "") this.emit("resume", { entry, secrets });
  }
}

defineElement("pm-unfinished", UnfinishedRuns);
