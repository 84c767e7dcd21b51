// One agent of the registry: its score and how it comes about, its runs, and what to link to.

import { Task } from "@lit/task";
import { html } from "lit";

import "../parts/copy-code.js";
import { Element, define } from "../element.js";
import { count, duration, score, shareOf, when } from "../format.js";
import { toErrorInfo } from "../parts/error-info.js";
import { errorNotice } from "../parts/error-notice.js";
import { plain } from "../parts/excerpt.js";
import { scoreTable } from "../results/score-table.js";
import { routeTo } from "../route.js";
import { text } from "../text.js";
import { pageOf, pathOf } from "./agents.js";
import { availabilityOf, rangeOf, rightOf } from "./figures.js";
import { servedChanges } from "./served.js";

const words = text.registry;

/** @typedef {import("./agents.js").Agent} Agent */
/** @typedef {{ runId: string, at: string, requested: boolean, questions: number, answered: number, right: number }} Run */

class RegisteredAgent extends Element {
  static properties = { agent: { attribute: false } };

  #details = new Task(this, {
    args: () => [this.agent?.id],
    task: async ([id = ""], { signal }) => {
      const [{ runs }, trust, file] = await Promise.all([
        read(pathOf(id, "runs"), signal),
        read(`/scores/${encodeURIComponent(id)}`, signal),
        fetch(pathOf(id, "records.ndjson"), { signal }),
      ]);
      return { runs, trust, served: servedChanges(file.ok ? await file.text() : "") };
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
    const src = pathOf(agent.id, "records.ndjson");
    return html`<article class="stack-l">
      <p><a href=${routeTo("agents")}>${words.all}</a></p>
      <h1><bdi>${plain(agent.id)}</bdi></h1>
      <p class="standing">
        <span class="points">${agent.score === undefined ? text.noScore : score(agent.score)}</span>
        ${agent.score === undefined ? "" : html`<span>${rangeOf(agent)}</span>`}
        <pm-agent-verdict .agent=${agent}></pm-agent-verdict>
      </p>
      <ul>
        <li>${rightOf(agent)}</li>
        <li>${availabilityOf(agent)}</li>
        ${agent.medianMs == null ? "" : html`<li>${words.median(duration(agent.medianMs))}</li>`}
      </ul>
      <p>
        <a href=${routeTo("results", "", { src })}>${words.records}</a> ·
        <a href=${routeTo("verify", "", { src, trust: "/trust.json", subject: agent.id })}
          >${words.verify}</a
        >
        · <a href=${src} download>${words.file}</a> ·
        <a href="/trust.json" download>${words.trust}</a>
      </p>
      ${this.#details.render({
        pending: () => html`<p class="soft">${text.table.loading}</p>`,
        error: (error) => errorNotice(words.notRead, toErrorInfo(error)),
        complete: ({ runs, trust, served }) =>
          html`<section class="stack" aria-label=${words.how}>
              <h2>${words.how}</h2>
              <p class="soft">${words.howAbout}</p>
              ${scoreTable(trust.explanation)}
            </section>
            ${runTable(runs)} ${servedList(served)}`,
      })}
      <section class="stack" aria-label=${words.badge}>
        <h2>${words.badge}</h2>
        <p class="soft">${words.badgeAbout}</p>
        <pm-copy .code=${badgeCode(agent.id)}></pm-copy>
        <pm-copy .code=${imageCode(agent.id)}></pm-copy>
      </section>
    </article>`;
  }
}

/** Reads JSON. @param {string} path @param {AbortSignal} signal */
async function read(path, signal) {
  const answer = await fetch(path, { signal });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.message);
  return value;
}

/** @param {Run[]} runs */
const runTable = (runs) =>
  html`<section class="stack" aria-label=${words.runs}>
    <h2>${words.runs}</h2>
    <p class="soft">${words.runsAbout}</p>
    <table>
      <thead>
        <tr>
          ${[words.when, words.kind, words.answered, words.right].map(
            (title) => html`<th scope="col">${title}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${runs.map(
          ({ at, requested, questions, answered, right }) =>
            html`<tr>
              <th scope="row">${when(at)}</th>
              <td>${requested ? words.requested : words.scheduled}</td>
              <td>${text.outOf(count(answered), count(questions))}</td>
              <td>
                ${text.outOf(count(right), count(questions))}
                <span class="soft">${shareOf({ passed: right, total: questions })}</span>
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
    : html`<section class="stack" aria-label=${words.served}>
        <h2>${words.served}</h2>
        <ul>
          ${changes.map(({ at, name }) => html`<li>${when(at)}: <bdi>${plain(name)}</bdi></li>`)}
        </ul>
      </section>`;

/** Returns the HTML of a badge that verifies itself. @param {string} id */
function badgeCode(id) {
  const { origin } = location;
  return `<proofmark-badge src="${origin}${pathOf(id, "records.ndjson?runs=1")}" trust="${origin}/trust.json" subject="${attribute(id)}"></proofmark-badge>`;
}

/** Returns the Markdown of an image that links to the agent's page. @param {string} id */
function imageCode(id) {
  const { origin } = location;
  return `[![trust score](${origin}${pathOf(id, "badge.svg")})](${origin}/${pageOf(id)})`;
}

/** @param {string} value */
const attribute = (value) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

define("pm-registered-agent", RegisteredAgent);
