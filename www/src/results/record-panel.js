// The panel of the open record, beside the table.

import { html } from "lit";

import { text } from "../text.js";

/**
 * @param {{ line: number, record: import("proofmark").SignalRecord, question: import("proofmark").DrawnQuestion | undefined }} open
 * @param {() => void} close
 */
export const recordPanel = ({ line, record, question }, close) =>
  html`<aside class="chosen sheet stack" aria-label=${text.results.record}>
    <div class="row ends">
      <h3>${text.results.record}</h3>
      <button class="quiet" @click=${close}>${text.close}</button>
    </div>
    <p class="soft small">${text.run.legend}</p>
    <pm-evidence .record=${record} .question=${question} line=${line}></pm-evidence>
  </aside>`;
