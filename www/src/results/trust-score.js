// The trust score of each subject, with its breakdown.

import config from "../../../examples/score-config.json?raw";

import { Task, TaskStatus, initialState } from "@lit/task";
import { html } from "lit";

import { readText } from "../file-chunks.js";
import { Element, defineElement } from "../element.js";
import { formatScore as two } from "../format.js";
import { toOneLine } from "../parts/excerpt.js";
import { tooltipText, truncateMiddle } from "../parts/truncate.js";
import { errorNotice } from "../parts/error-notice.js";
import { toErrorInfo } from "../parts/error-info.js";
import { text } from "../text.js";
import { scoreTable } from "./score-table.js";

const labels = text.results;

/** @typedef {import("./worker/file-service.js").TrustOf} TrustOf */

class Trust extends Element {
  static properties = { config: { state: true } };

  /** Computes the scores, by the current configuration or by a file. */
  #scores = new Task(this, {
    autoRun: false,
    task: async (/** @type {[File | undefined]} */ [file], { signal }) => {
      if (file !== undefined) {
        const text = await readText(file);
        if (signal.aborted) return initialState;
        this.useConfig(text, file.name);
      }
      return this.compute(this.config.text);
    },
  });

  constructor() {
    super();
    /** Computes the scores. @type {(config: string) => Promise<{ scores: TrustOf[], more: boolean }>} */
    this.compute = async () => ({ scores: [], more: false });
    this.config = { text: config, name: labels.configBuiltIn };
  }

  /** @param {string} text @param {string} name */
  useConfig(text, name) {
    this.config = { text, name };
  }

  render() {
    const { status, value: found, error } = this.#scores;
    const isBusy = status === TaskStatus.PENDING;
    return html`<section class="stack" aria-label=${labels.trust}>
      <h2>${labels.trust}</h2>
      <p class="soft">${labels.trustAbout}</p>
      <div class="row">
        <button aria-disabled=${isBusy} @click=${() => isBusy || this.#scores.run([undefined])}>
          ${isBusy ? labels.computing : labels.trustRun}
        </button>
        <span class="soft">${labels.config}: <bdi>${toOneLine(this.config.name, 60)}</bdi></span>
        <label class="button"
          >${labels.configOther}<input
            class="unseen"
            type="file"
            @change=${async (/** @type {Event} */ event) => {
              const input = /** @type {HTMLInputElement} */ (event.target);
              const [file] = input.files ?? [];
              // Lets the user choose the same file again.
              input.value = "";
              if (file) await this.#scores.run([file]);
            }}
        /></label>
      </div>
      ${status === TaskStatus.ERROR ? errorNotice(labels.refused, toErrorInfo(error)) : ""}
      ${
        found
          ? html`<div class="scroll long" tabindex="0" role="group" aria-label=${labels.trust}>
              ${found.scores.map((one) => this.subjectScore(one, found.scores.length === 1))}
            </div>`
          : ""
      }
      ${found?.more ? html`<p class="soft">${labels.trustMost(found.scores.length)}</p>` : ""}
    </section>`;
  }

  /** @param {TrustOf} found @param {boolean} isOnly */
  subjectScore({ score, explanation }, isOnly) {
    return html`<details class="trust" ?open=${isOnly}>
      <summary class="opens">
        <span class="total">${two(score.trustScore)}</span>
        <bdi title=${tooltipText(score.subject.id)}>${truncateMiddle(score.subject.id, 80)}</bdi>
        <span class="soft small">${labels.trustOf(String(score.trustScoreConfigVersion))}</span>
      </summary>
      ${(score.subject.who ?? []).map((who) => html`<p class="soft small"><bdi>${toOneLine(who, 500)}</bdi></p>`)}
      ${scoreTable(explanation)}
    </details>`;
  }
}

defineElement("pm-trust", Trust);
