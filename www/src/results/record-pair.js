// The records of two compared files that answer one question, side by side.

import "../parts/evidence.js";

import { Task } from "@lit/task";
import { html } from "lit";
import { ready } from "proofmark";

import { Element, defineElement } from "../element.js";
import { toErrorInfo } from "../parts/error-info.js";
import { errorNotice } from "../parts/error-notice.js";
import { toOneLine } from "../parts/excerpt.js";
import { redrawQuestion } from "../parts/redraw-question.js";
import { text } from "../text.js";
import { service } from "./service.js";

const labels = text.results;

class RecordPair extends Element {
  static properties = { key: { attribute: false } };

  /** Reads the records when they are first shown. */
  #pair = new Task(this, {
    autoRun: false,
    task: async (/** @type {[string]} */ [key]) => {
      const [records] = await Promise.all([service.readPair(key), ready()]);
      return records;
    },
  });

  constructor() {
    super();
    /** The key of the question in the comparison. */
    this.key = "";
  }

  render() {
    return html`<details
      @toggle=${(/** @type {Event} */ { target }) =>
        /** @type {HTMLDetailsElement} */ (target).open && void this.#pair.run([this.key])}
    >
      <summary><bdi>${toOneLine(this.key, 160)}</bdi></summary>
      ${this.#pair.render({
        pending: () => html`<p class="soft">${text.table.loading}</p>`,
        error: (error) => errorNotice(labels.recordRefused, toErrorInfo(error)),
        complete: (records) =>
          html`<div class="halves">
            ${records.map((record, at) => this.recordView(record, at === 0 ? "first" : "second"))}
          </div>`,
      })}
    </details>`;
  }

  /** @param {import("proofmark").SignalRecord | undefined} record @param {"first" | "second"} which */
  recordView(record, which) {
    if (record === undefined) return "";
    return html`<section aria-label=${labels.latencyOf[which]}>
      <h3>${labels.latencyOf[which]}</h3>
      <pm-evidence .record=${record} .question=${redrawQuestion(record)}></pm-evidence>
    </section>`;
  }
}

defineElement("pm-pair", RecordPair);
