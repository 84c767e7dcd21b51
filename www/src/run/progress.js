// Shows the progress of a run, in total and by agent.

import { html } from "lit";
import { explainCause } from "proofmark";

import { count, duration, shareOf } from "../format.js";
import { plain } from "../parts/excerpt.js";
import { shortAgent } from "../parts/truncate.js";
import { text } from "../text.js";

const words = text.run;

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Progress} Progress */

/** Returns the title of a run. @param {Session} session */
function title({ state, done, refused, entry, subjects }) {
  const { [state]: usual } = {
    starting: words.starting,
    running: words.running,
    stopped: words.stopped,
    done: words.done,
    failed: words.failed,
  };
  if (state !== "done") return { title: usual, isBad: state === "failed" };
  if (refused.size === entry.plan.targets.length) return { title: words.refused, isBad: true };
  const replies = [...subjects.values()].some(({ outcomes }) =>
    REPLIED.some((outcome) => outcome in outcomes),
  );
  return done > 0 && !replies
    ? { title: words.noAnswers, isBad: true }
    : { title: usual, isBad: false };
}

/** The outcomes of questions with a reply. */
const REPLIED = ["correct", "wrong", "unparseable", "empty"];

/** @param {Session} session */
export function overall(session) {
  const { done, all } = session;
  const { title: said, isBad } = title(session);
  return html`<div class="stack">
    <div class="row ends">
      <h2 class=${isBad ? "alarm" : ""}>${said}</h2>
      <span class="unseen" role="status">${said}</span>
      <span class="soft">${words.progress(done, all)}</span>
    </div>
    <progress aria-label=${words.progressLabel} max=${all} value=${done}></progress>
  </div>`;
}

/** @param {Session} session */
export function agents(session) {
  const { subjects, entry, refused } = session;
  const each = entry.plan.options.families.length * entry.plan.options.questions;
  const names = new Set([...subjects.keys(), ...refused.keys()]);
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
        ${[...names].map((name) => {
          const why = refused.get(name);
          if (why) return unasked(session, name, why);
          const progress = subjects.get(name);
          return progress ? agent(progress, each) : "";
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
function unasked({ entry, secrets }, name, { target, code, message }) {
  const { [code]: cause } = OPAQUE_CODES;
  return html`<tr class="unasked">
      <th scope="row"><bdi>${shortAgent(name, 60)}</bdi></th>
      <td class="figure soft">${text.none}</td>
      <td class="figure soft">${text.noScore}</td>
      <td class="alarm">${words.refused}</td>
    </tr>
    <tr>
      <td class="why" colspan="4">
        ${
          cause === undefined || target === undefined
            ? html`<bdi>${plain(text.refusal(code, message), 1000)}</bdi>`
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
function agent({ subject, done, literal, committed, outcomes, cause }, each) {
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
    <th scope="row"><bdi>${shortAgent(subject, 60)}</bdi></th>
    <td class="figure">${text.outOf(count(done), count(each))}</td>
    <td class="figure ${literal === committed ? "" : "words"}">
      ${literal === committed ? share(literal) : words.rightBy(share(literal), share(committed))}
    </td>
    <td class="soft">
      ${outcomesSaid}
      ${cause === undefined ? "" : html`<bdi class="block small">${plain(explainCause(cause.name, cause.endpoint)?.message ?? cause.name, 500)}</bdi>`}
    </td>
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
                  <bdi class="soft small">${shortAgent(subject, 60)}</bdi>
                  <span class="asked">${asking?.prompt}</span>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}
