// Shows a verification report: what was checked, and what was not.

import { html } from "lit";

import {
  coversScore,
  exemptCount,
  uncheckedReasons,
  uncheckedCount,
  unmetSteps,
} from "../../../pkg/verify/verdict.js";
import { isKey } from "../../../pkg/verify/trust.js";
import { summary } from "../../../pkg/verify/words.js";
import { count, formatDuration, formatShare } from "../format.js";
import { handOver } from "../handover.js";
import { fileLink, routeTo } from "../route.js";
import { toOneLine } from "../parts/excerpt.js";
import { tooltipText, truncateMiddle } from "../parts/truncate.js";
import { text } from "../text.js";

const labels = text.verify;
const MAX_FAILURES = 200;

/** @typedef {import("proofmark").VerifyReport} VerifyReport */
/** @typedef {import("./view.js").Found} Found */

/**
 * The sections, from top to bottom. Each is rendered in its own task, to keep tasks short.
 *
 * @type {((found: Found, file: File) => unknown)[]}
 */
export const SECTIONS = [
  verdict,
  factsSection,
  ({ report }) => failuresSection(report),
  ({ report }) => stepsSection(report),
  ({ report }) => html`<div class="halves">${uncheckedView(report)} ${unprovenView()}</div>`,
];

/** The number of sections above the settings. */
export const ABOVE_FORM = 3;

/** Opens a file in the Results view, by its link if it has one. @param {File} file @param {Found} found */
function openInResults(file, { trust, subject }) {
  const link = fileLink();
  // A trust file stays an address.
  const signer = trust === "" || isKey(trust) ? trust : (link.trust ?? "");
  if (link.src) location.hash = routeTo("results", "", { ...link, trust: signer, subject });
  else handOver(file, "results");
}

/**
 * The verdict with its name, the file and one sentence.
 *
 * @param {import("proofmark").Conclusion} verdict
 * @param {File} file
 * @param {unknown} sentences
 */
const verdictBanner = (verdict, file, sentences) =>
  html`<section
    class="verdict ${verdict}"
    tabindex="-1"
    role="status"
    aria-label=${labels.verdicts[verdict]}
  >
    <h2>${labels.verdicts[verdict]}</h2>
    <p class="of"><bdi>${toOneLine(file.name, 120)}</bdi></p>
    ${sentences}
  </section>`;

/** @param {Found} found @param {File} file */
function verdict({ report }, file) {
  const { verdict, passed, required } = report;
  const unmet = unmetSteps(report).map(({ step }) => step);
  return verdictBanner(
    verdict,
    file,
    html`<p><bdi>${summary(report, (text) => toOneLine(text, 200))}</bdi></p>
      ${verdict === "not-checked" && passed && required.length > 0 ? html`<p>${labels.passed(required)}</p>` : ""}
      ${report.failed === 0 && unmet.length > 0 ? html`<p>${labels.notRequired(unmet)}</p>` : ""}`,
  );
}

/**
 * Shows the verdict on a scorecard or scores.
 *
 * @param {import("./worker.js").ScorecardResult["status"]} status
 * @param {File} file
 */
export const scorecardVerdict = ({ verdict, text }, file) =>
  verdictBanner(verdict, file, html`<p><bdi>${toOneLine(text, 500)}</bdi></p>`);

/** @param {Found} found @param {File} file */
function factsSection(found, file) {
  const { report, elapsed, cores, subject } = found;
  const { signers, subjects, plans, unsigned, records, scores, shown } = report;
  const broken = report.steps.some(({ step, fail }) => step === "signature" && fail > 0);
  const share = (/** @type {number} */ right) =>
    formatShare({ passed: right, total: scores.scored });
  const list = (
    /** @type {{ id: string, name?: string, who?: string[], records: number, said?: string }[]} */ items,
  ) =>
    html`<ul>
      ${items.slice(0, 5).map(
        ({ id, name, who = [], said, records }) =>
          html`<li>
            <bdi title=${tooltipText(id)}>${truncateMiddle(id, 120)}</bdi>
            ${name && name !== id ? html`<strong><bdi>${labels.trusted(toOneLine(name, 80))}</bdi></strong>` : ""}
            <span class="soft"
              >${said === undefined ? text.records(records) : toOneLine(said, 400)}</span
            >
            ${who.map((text) => html`<div class="soft small"><bdi>${toOneLine(text, 200)}</bdi></div>`)}
          </li>`,
      )}
      ${items.length > 5 ? html`<li class="soft">${text.evidence.more(count(items.length - 5))}</li>` : ""}
    </ul>`;
  return html`<dl class="facts">
    <div>
      <dt>${labels.signedBy}</dt>
      <dd>
        ${signers.length === 0 ? (broken ? labels.noneHolds : labels.nobody) : list(signers.map(({ did, ...rest }) => ({ id: did, ...rest })))}
        ${signers.length > 0 && unsigned > 0 ? labels.partly(text.records(unsigned)) : ""}
      </dd>
    </div>
    <div>
      <dt>${labels.about}</dt>
      <dd>${subjects.length === 0 ? text.none : list(subjects)}</dd>
    </div>
    ${
      plans.length === 0
        ? ""
        : html`<div>
            <dt>${labels.plan}</dt>
            <dd>
              <details>
                <summary>${labels.plans(plans.length)}</summary>
                ${list(plans.map((plan) => ({ id: plan.id, records: 0, said: labels.planned(plan) })))}
              </details>
            </dd>
          </div>`
    }
    <div>
      <dt>${labels.counted}</dt>
      <dd>
        ${
          shown.extent === "record"
            ? labels.oneOf(shown.questions, shown.of)
            : labels.countedIn(
                text.records(records),
                report.runs,
                subject !== "",
                text.lines(report.lines),
              )
        }
        ${shown.unseen === 0 ? "" : labels.unseen(shown.unseen)}
        <span class="soft">${labels.took(formatDuration(elapsed), cores)}</span>
      </dd>
    </div>
    <div>
      <dt>${coversScore(report.verdict) ? labels.scoreTitle : labels.scoreStated}</dt>
      <dd>
        ${
          scores.scored === 0
            ? text.noScore
            : scores.literal === scores.committed
              ? share(scores.correct)
              : text.run.rightBy(share(scores.literal), share(scores.committed))
        }
        ${
          records === 0
            ? ""
            : html`<div>
                <button class="quiet" @click=${() => openInResults(file, found)}>
                  ${labels.openHere}
                </button>
              </div>`
        }
      </dd>
    </div>
  </dl>`;
}

/** @param {VerifyReport} report */
function stepsSection({ steps, required }) {
  return html`<section class="stack">
    <h2>${labels.stepsTitle}</h2>
    <div class="scroll" tabindex="0" role="group" aria-label=${labels.stepsTitle}>
      <table class="steps">
        <thead>
          <tr>
            <th scope="col">${labels.step}</th>
            <th scope="col" class="figure">${labels.pass}</th>
            <th scope="col" class="figure">${labels.fail}</th>
            <th scope="col" class="figure">${labels.open}</th>
          </tr>
        </thead>
        <tbody>
          ${steps.map((tally) => {
            const { step, pass, fail } = tally;
            const [open, exempt] = [uncheckedCount(tally), exemptCount(tally)];
            return html`<tr data-step=${step}>
              <th scope="row">
                ${step}
                ${required.includes(step) ? html`<span class="tag">${labels.required}</span>` : ""}
                <span class="soft block small">${labels.steps[step]}</span>
                ${exempt > 0 ? html`<span class="soft block small">${labels.exempt(text.records(exempt))}</span>` : ""}
              </th>
              <td class="figure ${pass > 0 ? "pass" : "soft"}">${count(pass)}</td>
              <td class="figure ${fail > 0 ? "fail" : "soft"}">${count(fail)}</td>
              <td class="figure ${open > 0 ? "open" : "soft"}">${count(open)}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** @param {VerifyReport} report */
function uncheckedView({ steps, records }) {
  const open = steps.flatMap((tally) =>
    uncheckedReasons(tally).map(([reason, records]) => ({ step: tally.step, reason, records })),
  );
  return html`<section class="sheet stack not-checked">
    <h2>${labels.notCheckedTitle}</h2>
    ${
      open.length === 0
        ? html`<p>${records === 0 ? labels.notCheckedNothing : labels.notCheckedNone}</p>`
        : html`<ul class="stack">
            ${open.map(
              ({ step, reason, records }) =>
                html`<li>
                  <strong>${step}</strong> <span class="soft">${text.records(records)}</span>
                  <span class="block"
                    >${/** @type {Record<string, string>} */ (labels.reasons)[reason] ?? reason}</span
                  >
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

function unprovenView() {
  return html`<section class="sheet stack not-checked">
    <h2>${labels.notProvenTitle}</h2>
    <ul class="stack">
      ${labels.limits.map((limit) => html`<li>${limit}</li>`)}
    </ul>
  </section>`;
}

/** @param {VerifyReport} report */
function failuresSection({ failures, failed }) {
  if (failed === 0) return "";
  return html`<section class="stack">
    <div class="row ends">
      <h2>${labels.failuresTitle}</h2>
      ${
        failed > MAX_FAILURES
          ? html`<span class="soft"
              >${labels.failuresMost(count(MAX_FAILURES), count(failed))}</span
            >`
          : ""
      }
    </div>
    <div class="scroll long" tabindex="0" role="group" aria-label=${labels.failuresTitle}>
      <table class="failures">
        <thead>
          <tr>
            <th scope="col">${labels.where}</th>
            <th scope="col">${labels.step}</th>
            <th scope="col">${labels.code}</th>
            <th scope="col">${labels.message}</th>
          </tr>
        </thead>
        <tbody>
          ${failures.slice(0, MAX_FAILURES).map(
            ({ line, step, code, message }) =>
              html`<tr>
                <td class="nowrap">${line === 0 ? labels.wholeFile : text.line(line)}</td>
                <td>${step}</td>
                <td class="alarm">${code}</td>
                <td class="said"><bdi>${toOneLine(message, 400)}</bdi></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
