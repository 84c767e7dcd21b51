// The trust score of each subject, by a configuration, and what it is made of.

import config from "../../../examples/score-config.json?raw";

import { html } from "lit";

import { textOf } from "../chunks.js";
import { Element, define } from "../element.js";
import { score as two } from "../format.js";
import { plain } from "../parts/excerpt.js";
import { entire, middle } from "../parts/middle.js";
import { refusal } from "../parts/refusal.js";
import { refusedBy } from "../parts/refused.js";
import { text } from "../text.js";

const words = text.results;

/** @typedef {import("./desk.js").TrustOf} TrustOf */

class Trust extends Element {
  static properties = {
    config: { state: true },
    name: { state: true },
    found: { state: true },
    refused: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** Computes the scores. @type {(config: string) => Promise<{ scores: TrustOf[], more: boolean }>} */
    this.compute = async () => ({ scores: [], more: false });
    this.config = config;
    this.name = words.configBuiltIn;
    /** @type {{ scores: TrustOf[], more: boolean } | undefined} */
    this.found = undefined;
    /** @type {import("../parts/refused.js").Refused | undefined} */
    this.refused = undefined;
    this.busy = false;
  }

  /** @param {File} file a configuration */
  async use(file) {
    try {
      this.config = await textOf(file);
      this.name = file.name;
    } catch (error) {
      this.refused = refusedBy(error);
      return;
    }
    await this.run();
  }

  async run() {
    const { config } = this;
    this.busy = true;
    this.refused = undefined;
    // Scores by another configuration than the one that is named would be somebody else's.
    const late = () => this.config !== config;
    try {
      const found = await this.compute(config);
      if (late()) return;
      this.found = found;
    } catch (error) {
      if (late()) return;
      this.found = undefined;
      this.refused = refusedBy(error);
    }
    this.busy = false;
  }

  render() {
    return html`<section class="stack" aria-label=${words.trust}>
      <h2>${words.trust}</h2>
      <p class="soft">${words.trustAbout}</p>
      <div class="row">
        <button aria-disabled=${this.busy} @click=${() => this.busy || this.run()}>
          ${this.busy ? words.computing : words.trustRun}
        </button>
        <span class="soft">${words.config}: <bdi>${plain(this.name, 60)}</bdi></span>
        <label class="button small"
          >${words.configOther}<input
            class="unseen"
            type="file"
            @change=${async (/** @type {Event} */ event) => {
              const input = /** @type {HTMLInputElement} */ (event.target);
              const [file] = input.files ?? [];
              // The same file may be chosen again.
              input.value = "";
              if (file) await this.use(file);
            }}
        /></label>
      </div>
      ${refusal(words.refused, this.refused)}
      ${
        this.found
          ? html`<div class="scroll long" tabindex="0" role="group" aria-label=${words.trust}>
              ${this.found.scores.map((found) => this.one(found))}
            </div>`
          : ""
      }
      ${this.found?.more ? html`<p class="soft">${words.trustMost(this.found.scores.length)}</p>` : ""}
    </section>`;
  }

  /** @param {TrustOf} found */
  one({ score, explanation }) {
    const { adapters } = score.breakdown;
    const moved = new Map(explanation.adapters.map(({ adapterId, moved }) => [adapterId, moved]));
    return html`<details class="trust" ?open=${this.found?.scores.length === 1}>
      <summary class="opens">
        <span class="total">${two(score.trustScore)}</span>
        <bdi title=${entire(score.subject.id)}>${middle(score.subject.id, 80)}</bdi>
        <span class="soft small">${words.trustOf(String(score.trustScoreConfigVersion))}</span>
      </summary>
      ${(score.subject.who ?? []).map((who) => html`<p class="soft small"><bdi>${plain(who, 500)}</bdi></p>`)}
      <div class="scroll" tabindex="0" role="group" aria-label=${words.trustParts}>
        <table>
          <thead>
            <tr>
              <th scope="col">${words.adapter}</th>
              <th scope="col">${words.component}</th>
              <th scope="col" class="figure">${words.value}</th>
              <th scope="col" class="figure">${words.weight}</th>
              <th scope="col" class="figure">${words.moves}</th>
            </tr>
          </thead>
          <tbody>
            ${adapters.map(
              ({ adapterId, total, weight, inDenominator, components, unavailable }) =>
                html`<tr>
                    <th scope="row">${adapterId}</th>
                    <td class="soft">${inDenominator ? "" : words.notInScore}</td>
                    <td class="figure">${two(total)}</td>
                    <td class="figure">${weight}</td>
                    <td class="figure">${two(moved.get(adapterId) ?? 0)}</td>
                  </tr>
                  ${components.map(
                    ({ key, value, weight, window }) =>
                      html`<tr class="stratum">
                        <td></td>
                        <td>
                          ${key}
                          ${window ? html`<span class="soft">${words.window(window.correct, window.runs)}</span>` : ""}
                        </td>
                        <td class="figure">${two(value)}</td>
                        <td class="figure">${weight}</td>
                        <td></td>
                      </tr>`,
                  )}
                  ${unavailable.map(
                    ({ key, status }) =>
                      html`<tr class="stratum">
                        <td></td>
                        <td>${key} <span class="soft">${words.notInScore}: ${status}</span></td>
                        <td></td>
                        <td></td>
                        <td></td>
                      </tr>`,
                  )}`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
  }
}

define("pm-trust", Trust);
