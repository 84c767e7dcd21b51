// One agent of the registry: its score and how it comes about, its runs, and what to link to.

import { Task } from "@lit/task";
import { html } from "lit";

import "../parts/copy-code.js";
import { Element, defineElement } from "../element.js";
import { count, formatDuration, formatScore, formatShare, formatTime } from "../format.js";
import { toErrorInfo } from "../parts/error-info.js";
import { errorNotice } from "../parts/error-notice.js";
import { toOneLine } from "../parts/excerpt.js";
import { scoreTable } from "../results/score-table.js";
import { routeTo } from "../route.js";
import { text } from "../text.js";
import { agentPageUrl, agentDataPath } from "./agents.js";
import { availabilityText, scoreRangeText, rightAnswersText } from "./figures.js";
import { identityChanges } from "./served.js";

const labels = text.registry;

/** @typedef {import("./agents.js").Agent} Agent */
/** @typedef {{ runId: string, at: string, requested: boolean, questions: number, answered: number, right: number }} Run */

class RegisteredAgent extends Element {
  static properties = { agent: { attribute: false } };

  #details = new Task(this, {
    args: () => [this.agent?.id],
    task: async ([id = ""], { signal }) => {
      const [{ runs }, trust, file] = await Promise.all([
        readJson(agentDataPath(id, "runs"), signal),
        readJson(`/scores/${encodeURIComponent(id)}`, signal),
        fetch(agentDataPath(id, "records.ndjson"), { signal }),
      ]);
      return { runs, trust, served: identityChanges(file.ok ? await file.text() : "") };
    },
  });

  constructor() {
    super();
    /** @type {Agent | undefined} */
    this.agent = undefined;
  }

  render() {
    const { agent } = this;
    if (agent === undefined) return "";
    const src = agentDataPath(agent.id, "records.ndjson");
    return html`<article class="stack-l">
      <p><a href=${routeTo("agents")}>${labels.all}</a></p>
      <h1><bdi>${toOneLine(agent.id)}</bdi></h1>
      <p class="standing">
        <span class="points"
          >${agent.score === undefined ? text.noScore : formatScore(agent.score)}</span
        >
        ${agent.score === undefined ? "" : html`<span>${scoreRangeText(agent)}</span>`}
        <pm-agent-verdict .agent=${agent}></pm-agent-verdict>
      </p>
      <ul>
        <li>${rightAnswersText(agent)}</li>
        <li>${availabilityText(agent)}</li>
        ${agent.medianMs == null ? "" : html`<li>${labels.median(formatDuration(agent.medianMs))}</li>`}
      </ul>
      <p>
        <a href=${routeTo("results", "", { src })}>${labels.records}</a> ·
        <a href=${routeTo("verify", "", { src, trust: "/trust.json", subject: agent.id })}
          >${labels.verify}</a
        >
        · <a href=${src} download>${labels.file}</a> ·
        <a href="/trust.json" download>${labels.trust}</a>
      </p>
      ${this.#details.render({
        pending: () => html`<p class="soft">${text.table.loading}</p>`,
        error: (error) => errorNotice(labels.notRead, toErrorInfo(error)),
        complete: ({ runs, trust, served }) =>
          html`<section class="stack" aria-label=${labels.how}>
              <h2>${labels.how}</h2>
              <p class="soft">${labels.howAbout}</p>
              ${scoreTable(trust.explanation)}
            </section>
            ${runTableView(runs)} ${servedList(served)}`,
      })}
      <section class="stack" aria-label=${labels.badge}>
        <h2>${labels.badge}</h2>
        <p class="soft">${labels.badgeAbout}</p>
        <pm-copy .code=${badgeCode(agent.id)}></pm-copy>
        <pm-copy .code=${imageCode(agent.id)}></pm-copy>
      </section>
    </article>`;
  }
}

/** Reads JSON. @param {string} path @param {AbortSignal} signal */
async function readJson(path, signal) {
  const answer = await fetch(path, { signal });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.message);
  return value;
}

/** @param {Run[]} runs */
const runTableView = (runs) =>
  html`<section class="stack" aria-label=${labels.runs}>
    <h2>${labels.runs}</h2>
    <p class="soft">${labels.runsAbout}</p>
    <table>
      <thead>
        <tr>
          ${[labels.when, labels.kind, labels.answered, labels.right].map(
            (title) => html`<th scope="col">${title}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${runs.map(
          ({ at, requested, questions, answered, right }) =>
            html`<tr>
              <th scope="row">${formatTime(at)}</th>
              <td>${requested ? labels.requested : labels.scheduled}</td>
              <td>${text.outOf(count(answered), count(questions))}</td>
              <td>
                ${text.outOf(count(right), count(questions))}
                <span class="soft">${formatShare({ passed: right, total: questions })}</span>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;

/** @param {import("./served.js").Change[]} changes */
const servedList = (changes) =>
  changes.length === 0
    ? ""
    : html`<section class="stack" aria-label=${labels.served}>
        <h2>${labels.served}</h2>
        <ul>
          ${changes.map(({ at, name }) => html`<li>${formatTime(at)}: <bdi>${toOneLine(name)}</bdi></li>`)}
        </ul>
      </section>`;

/** Returns the HTML of a badge that verifies itself. @param {string} id */
function badgeCode(id) {
  const { origin } = location;
  return `<proofmark-badge src="${origin}${agentDataPath(id, "records.ndjson?runs=1")}" trust="${origin}/trust.json" subject="${escapeAttribute(id)}"></proofmark-badge>`;
}

/** Returns the Markdown of an image that links to the agent's page. @param {string} id */
function imageCode(id) {
  const { origin } = location;
  return `[![trust score](${origin}${agentDataPath(id, "badge.svg")})](${origin}/${agentPageUrl(id)})`;
}

/** @param {string} value */
const escapeAttribute = (value) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

defineElement("pm-registered-agent", RegisteredAgent);
