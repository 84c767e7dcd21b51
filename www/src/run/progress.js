// Shows the progress of a run, in total and by agent.

import { html } from "lit";

import { count, duration, shareOf } from "../format.js";
import { truncateMiddle } from "../parts/truncate.js";
import { text } from "../text.js";

const words = text.run;

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Progress} Progress */

/** @param {Session} session */
export function overall({ state, done, all }) {
  const titles = {
    starting: words.starting,
    running: words.running,
    stopped: words.stopped,
    done: words.done,
    failed: words.failed,
  };
  return html`<div class="stack">
    <div class="row ends">
      <h2>${titles[state]}</h2>
      <span class="unseen" role="status">${titles[state]}</span>
      <span class="soft">${words.progress(done, all)}</span>
    </div>
    <progress aria-label=${words.progressLabel} max=${all} value=${done}></progress>
  </div>`;
}

/** @param {Session} session */
export function agents({ subjects, entry }) {
  const each = entry.plan.options.families.length * entry.plan.options.questions;
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.agents}>
    <table class="agent-rows">
      <caption class="unseen">
        ${words.agents}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.agent}</th>
          <th scope="col" class="figure">${words.asked}</th>
          <th scope="col" class="figure">${words.right}</th>
          <th scope="col">${words.outcomesTitle}</th>
        </tr>
      </thead>
      <tbody>
        ${[...subjects.values()].map((progress) => agent(progress, each))}
      </tbody>
    </table>
  </div>`;
}

/** @param {Progress} progress @param {number} each */
function agent({ subject, done, literal, committed, outcomes }, each) {
  const skipped = outcomes.skipped ?? 0;
  const share = (/** @type {number} */ right) =>
    done > skipped ? shareOf({ passed: right, total: done - skipped }) : text.none;
  const outcomesSaid = Object.entries(outcomes)
    .map(
      ([name, n]) =>
        `${/** @type {Record<string, string>} */ (text.outcomes)[name] ?? name} ${count(n)}`,
    )
    .join(" · ");
  return html`<tr>
    <th scope="row"><bdi>${truncateMiddle(subject, 60)}</bdi></th>
    <td class="figure">${text.outOf(count(done), count(each))}</td>
    <td class="figure ${literal === committed ? "" : "words"}">
      ${literal === committed ? share(literal) : words.rightBy(share(literal), share(committed))}
    </td>
    <td class="soft">${outcomesSaid}</td>
  </tr>`;
}

/** Shows the questions in progress. @param {Session} session */
export function questionsInProgress({ subjects, state, entry }) {
  if (state !== "running") return "";
  const open = [...subjects.values()].filter(({ asking }) => asking !== undefined);
  return html`<section class="stack">
    <div class="row ends">
      <h2>${words.now}</h2>
      <span class="soft small">${words.patience(duration(entry.plan.options.budget))}</span>
    </div>
    ${
      open.length === 0
        ? html`<p class="soft">${words.waiting}</p>`
        : html`<ul class="asking">
            ${open.slice(0, 12).map(
              ({ subject, asking }) =>
                html`<li>
                  <bdi class="soft small">${truncateMiddle(subject, 60)}</bdi>
                  <span class="asked">${asking?.prompt}</span>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}
