// Shows a run in progress or at its end.

import { html } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { explainCause } from "proofmark";

import { isDoubleClick, ignoreKeyRepeat } from "../parts/double-click.js";
import { toErrorInfo } from "../parts/error-info.js";
import { errorNotice } from "../parts/error-notice.js";
import { toOneLine } from "../parts/excerpt.js";
import { outcomeBadge } from "../parts/outcome-badge.js";
import { redrawQuestion } from "../parts/redraw-question.js";
import { shortenAgentId, truncateMiddle } from "../parts/truncate.js";
import { routeTo } from "../route.js";
import { text } from "../text.js";
import { agentsProgress, overallProgress, questionsInProgress } from "./progress.js";

const labels = text.run;

/** @typedef {import("./view.js").Run} Run */
/** @typedef {import("./session.js").Session} Session */

/** Shows a run. @param {Run} view @param {Session} session */
export function runView(view, session) {
  const { state, entry } = session;
  const over = state === "done" || state === "stopped" || state === "failed";
  return html`<div class="stack-xl">
    <header class="stack">
      <h1 tabindex="-1"><bdi>${truncateMiddle(entry.name, 80)}</bdi></h1>
      ${overallProgress(session)}
      <div class="row controls" @keydown=${ignoreKeyRepeat}>
        ${over ? "" : html`<button @click=${() => session.stopRun()}>${labels.stop}</button>`}
        ${
          state === "stopped" || state === "failed"
            ? html`<button
                class="main"
                @click=${(/** @type {MouseEvent} */ event) => isDoubleClick(event) || view.startSession(entry, session.secrets)}
              >
                ${labels.resume}
              </button>`
            : ""
        }
        ${
          over && session.done > 0
            ? html`<a
                  class="button ${state === "done" ? "first" : ""}"
                  href=${`#/results/${entry.id}`}
                  @click=${(/** @type {Event} */ event) => view.openResults(event, session)}
                  >${labels.open}</a
                >
                <button @click=${() => view.downloadRecords(session)}>${labels.download}</button>`
            : ""
        }
        ${
          state === "done"
            ? html`<button @click=${() => view.runAgain(entry, session.secrets)}>
                ${labels.again}
              </button>`
            : ""
        }
        ${
          state === "done" && entry.previous
            ? html`<a class="button" href=${routeTo("results", `${entry.previous}:${entry.id}`)}
                >${labels.comparePrevious}</a
              >`
            : ""
        }
        ${over ? html`<button class="quiet" @click=${() => view.leaveRun()}>${labels.another}</button>` : ""}
      </div>
      ${storageNotice(session, over)}
      ${errorNotice(labels.failed, session.error === undefined ? null : toErrorInfo(session.error))}
      ${lostAgentView(session)}
    </header>
    ${agentsProgress(session)} ${questionsInProgress(session)} ${replyFeed(view, session)}
  </div>`;
}

/** Explains why the browser could no longer reach an agent in the middle of a run. @param {Session} session */
const lostAgentView = ({ lost, entry, secrets }) =>
  lost === undefined
    ? ""
    : html`<p class="notice" role="status">${labels.lost}</p>
        <pm-advice .target=${lost} .options=${entry.plan.options} .secrets=${secrets}></pm-advice>`;

/** Explains why there is no reply. @param {import("proofmark").SignalRecord} record */
const causeText = ({ data: { cause = "" }, subject }) =>
  explainCause(cause, subject.endpoint)?.message ?? cause;

/** @param {Run} view @param {Session} session */
function replyFeed(view, { replies }) {
  if (replies.length === 0) return "";
  return html`<section class="stack">
    <div class="row ends">
      <h2>${labels.feed}</h2>
      <span class="soft small">${labels.feedAbout(Math.min(view.most, replies.length))}</span>
    </div>
    <p class="soft small">${labels.legend}</p>
    <ol class="feed">
      ${repeat(
        replies.slice(0, view.most),
        ({ key }) => key,
        ({ key, record, question }, index) =>
          html`<li>
            <details ?open=${index === 0 && replies.length === 1}>
              <summary class="opens">
                ${outcomeBadge(record.data.outcome)}
                <span class="what"
                  ><bdi class="soft">${truncateMiddle(record.subject.id, 40)}</bdi>
                  <bdi>${toOneLine(record.data.questionId, 80)}</bdi></span
                >
                <bdi class="heard"
                  >${toOneLine(typeof record.data.response === "string" ? record.data.response : causeText(record), 120)}</bdi
                >
              </summary>
              ${keyed(key, html`<pm-evidence .record=${record} .question=${question ?? redrawQuestion(record)}></pm-evidence>`)}
            </details>
          </li>`,
      )}
    </ol>
    ${
      replies.length > view.most
        ? html`<div class="row">
            <button @click=${() => (view.most = Infinity)}>
              ${labels.feedMore(replies.length)}
            </button>
          </div>`
        : ""
    }
  </section>`;
}

/** Says where the run is stored. @param {Session} session @param {boolean} over */
function storageNotice({ otherTab, done, stored }, over) {
  if (otherTab) return html`<p class="notice" role="status">${labels.elsewhere}</p>`;
  if (done === 0) return "";
  if (!stored) return html`<p class="notice" role="status">${labels.notKept}</p>`;
  return over ? html`<p class="soft small">${labels.kept}</p>` : "";
}
