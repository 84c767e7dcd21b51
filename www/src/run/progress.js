// Shows the progress of a run, in total and by agent.

import { html } from "lit";
import { explainCause } from "proofmark";

import { count, formatDuration, formatShare } from "../format.js";
import { toOneLine } from "../parts/excerpt.js";
import { shortenAgentId } from "../parts/truncate.js";
import { text } from "../text.js";

const labels = text.run;

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Progress} Progress */

/** Returns the title of a run. @param {Session} session */
function runTitle({ state, done, refused, entry, subjects }) {
  const { [state]: usual } = {
    starting: labels.starting,
    running: labels.running,
    stopped: labels.stopped,
    done: labels.done,
    failed: labels.failed,
  };
  if (state !== "done") return { title: usual, isBad: state === "failed" };
  if (refused.size === entry.plan.targets.length) return { title: labels.refused, isBad: true };
  const replies = [...subjects.values()].some(({ outcomes }) =>
    REPLIED.some((outcome) => outcome in outcomes),
  );
  return done > 0 && !replies
    ? { title: labels.noAnswers, isBad: true }
    : { title: usual, isBad: false };
}

/** The outcomes of questions with a reply. */
const REPLIED = ["correct", "wrong", "unparseable", "empty"];

/** @param {Session} session */
export function overallProgress(session) {
  const { done, all } = session;
  const { title: said, isBad } = runTitle(session);
  return html`<div class="stack">
    <div class="row ends">
      <h2 class=${isBad ? "alarm" : ""}>${said}</h2>
      <span class="unseen" role="status">${said}</span>
      <span class="soft">${labels.progress(done, all)}</span>
    </div>
    <progress aria-label=${labels.progressLabel} max=${all} value=${done}></progress>
  </div>`;
}

/** @param {Session} session */
export function agentsProgress(session) {
  const { subjects, entry, refused } = session;
  const each = entry.plan.options.families.length * entry.plan.options.questions;
  const names = new Set([...subjects.keys(), ...refused.keys()]);
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${labels.agents}>
    <table class="agent-rows">
      <caption class="unseen">
        ${labels.agents}
      </caption>
      <thead>
        <tr>
          <th scope="col">${labels.agent}</th>
          <th scope="col" class="figure">${labels.asked}</th>
          <th scope="col" class="figure">${labels.right}</th>
          <th scope="col">${labels.outcomesTitle}</th>
        </tr>
      </thead>
      <tbody>
        ${[...names].map((name) => {
          const why = refused.get(name);
          if (why) return unaskedAgentView(session, name, why);
          const progress = subjects.get(name);
          return progress ? agentProgress(progress, each) : "";
        })}
      </tbody>
    </table>
  </div>`;
}

/** The codes of errors that a browser does not explain, with their causes. @type {Record<string, string>} */
const OPAQUE_CODES = {
  "contact.unreachable": "network.unreachable",
  "contact.redirect": "redirect.refused",
};

/**
 * Shows an agent that could not be asked, why, and what to do.
 *
 * @param {Session} session
 * @param {string} name
 * @param {import("./session.js").Refused} why
 */
function unaskedAgentView({ entry, secrets }, name, { target, code, message }) {
  const { [code]: cause } = OPAQUE_CODES;
  return html`<tr class="unasked">
      <th scope="row"><bdi>${shortenAgentId(name, 60)}</bdi></th>
      <td class="figure soft">${text.none}</td>
      <td class="figure soft">${text.noScore}</td>
      <td class="alarm">${labels.refused}</td>
    </tr>
    <tr>
      <td class="why" colspan="4">
        ${
          cause === undefined || target === undefined
            ? html`<bdi>${toOneLine(text.refusal(code, message), 1000)}</bdi>`
            : html`<pm-advice
                .target=${target}
                .options=${entry.plan.options}
                .secrets=${secrets}
                cause=${cause}
              ></pm-advice>`
        }
      </td>
    </tr>`;
}

/** @param {Progress} progress @param {number} each */
function agentProgress({ subject, done, literal, committed, outcomes, cause }, each) {
  const skipped = outcomes.skipped ?? 0;
  const share = (/** @type {number} */ right) =>
    done > skipped ? formatShare({ passed: right, total: done - skipped }) : text.none;
  const outcomesSaid = Object.entries(outcomes)
    .map(
      ([name, n]) =>
        `${/** @type {Record<string, string>} */ (text.outcomeNames)[name] ?? name} ${count(n)}`,
    )
    .join(" · ");
  return html`<tr>
    <th scope="row"><bdi>${shortenAgentId(subject, 60)}</bdi></th>
    <td class="figure">${text.outOf(count(done), count(each))}</td>
    <td class="figure ${literal === committed ? "" : "words"}">
      ${literal === committed ? share(literal) : labels.rightBy(share(literal), share(committed))}
    </td>
    <td class="soft">
      ${outcomesSaid}
      ${cause === undefined ? "" : html`<bdi class="block small">${toOneLine(explainCause(cause.name, cause.endpoint)?.message ?? cause.name, 500)}</bdi>`}
    </td>
  </tr>`;
}

/** Shows the questions in progress. @param {Session} session */
export function questionsInProgress({ subjects, state, entry }) {
  if (state !== "running") return "";
  const open = [...subjects.values()].filter(({ asking }) => asking !== undefined);
  return html`<section class="stack">
    <div class="row ends">
      <h2>${labels.now}</h2>
      <span class="soft small">${labels.patience(formatDuration(entry.plan.options.budget))}</span>
    </div>
    ${
      open.length === 0
        ? html`<p class="soft">${labels.waiting}</p>`
        : html`<ul class="asking">
            ${open.slice(0, 12).map(
              ({ subject, asking }) =>
                html`<li>
                  <bdi class="soft small">${shortenAgentId(subject, 60)}</bdi>
                  <span class="asked">${asking?.prompt}</span>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}
