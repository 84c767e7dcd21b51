// The panel of the open record, beside the table.

import "../parts/copy-code.js";

import { html } from "lit";

import { outcomeBadge } from "../parts/outcome-badge.js";
import { text } from "../text.js";

const labels = text.results;

/**
 * @param {{ line: number, record: import("proofmark").SignalRecord, question: import("proofmark").DrawnQuestion | undefined }} open
 * @param {{ route: string, isPublic: boolean }} link The address of the record, and whether its file is on the web.
 * @param {{ close: () => void, step: (distance: number) => void }} actions
 */
export const recordPanel = ({ line, record, question }, { route, isPublic }, { close, step }) =>
  html`<aside class="chosen sheet stack" aria-label=${labels.record}>
    <div class="row ends">
      <h3>${labels.record}</h3>
      <div class="row">
        <button class="quiet" @click=${() => step(-1)}>${labels.previous}</button>
        <button class="quiet" @click=${() => step(1)}>${labels.next}</button>
        <button class="quiet" @click=${close}>${text.close}</button>
      </div>
    </div>
    <div class="row ends">
      ${outcomeBadge(record.data.outcome)}
      <pm-copy
        .code=${new URL(route, location.href).href}
        label=${labels.copyLink}
        note=${isPublic ? "" : labels.localLink(`${location.origin}${location.pathname}`)}
      ></pm-copy>
    </div>
    ${record.data.cause === undefined ? html`<p class="soft small">${text.run.legend}</p>` : ""}
    <pm-evidence .record=${record} .question=${question} line=${line}></pm-evidence>
  </aside>`;
