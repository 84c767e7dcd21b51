// The panel of the open record, beside the table.

import { html } from "lit";

import { text } from "../text.js";

const words = text.results;

/**
 * @param {{ line: number, record: import("proofmark").SignalRecord, question: import("proofmark").DrawnQuestion | undefined }} open
 * @param {{ close: () => void, step: (distance: number) => void }} actions
 */
export const recordPanel = ({ line, record, question }, { close, step }) =>
  html`<aside class="chosen sheet stack" aria-label=${words.record}>
    <div class="row ends">
      <h3>${words.record}</h3>
      <div class="row">
        <button class="quiet" @click=${() => step(-1)}>${words.previous}</button>
        <button class="quiet" @click=${() => step(1)}>${words.next}</button>
        <button class="quiet" @click=${close}>${text.close}</button>
      </div>
    </div>
    <p class="soft small">${text.run.legend}</p>
    <pm-evidence .record=${record} .question=${question} line=${line}></pm-evidence>
  </aside>`;
