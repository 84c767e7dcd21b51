// Shows the score of a file, and its breakdown by outcome, topic, time and latency.

import { html } from "lit";

import { count, formatDuration, formatInterval, formatShare } from "../format.js";
import { toOneLine } from "../parts/excerpt.js";
import { outcomeBadge } from "../parts/outcome-badge.js";
import { rateBar } from "../parts/rate-bar.js";
import { shortenAgentId } from "../parts/truncate.js";
import { verdictChip } from "../parts/verdict-chip.js";
import { text } from "../text.js";
import { historyChart, latencyChart } from "./chart-options.js";

const labels = text.results;

/** @typedef {import("proofmark/suite").Tally} Tally */
/** @typedef {import("./worker/file-service.js").Figures} Figures */

/** Shows a score with its interval. @param {Tally} score @param {string} level @param {string} [by] names the reading that scores */
export const scoreFigure = (score, level, by = "") =>
  score.total === 0
    ? html`<p class="big">${text.noScore}</p>
        <p class="soft">${labels.notScored}</p>`
    : html`<p class="big">${formatShare(score)}</p>
        ${rateBar(score)}
        <p class="soft">
          ${labels.scoreOf(count(score.passed), count(score.total), by)} · ${labels.level(level)}
          ${formatInterval(score.interval)}
        </p>`;

/** Reports whether no record passes the filters. @param {Figures} figures */
export const isEmpty = ({ summary }) => Object.keys(summary.byOutcome).length === 0;

/**
 * Shows the score of the records that pass the filters. It is only stated if the file fails
 * verification.
 *
 * @param {Figures} figures
 * @param {import("./worker/file-service.js").Reading | undefined} reading the one that scores
 * @param {boolean} filtered
 * @param {Pick<import("./file-view.js").OpenFile, "check" | "verdict">} view
 */
export function scoreSummary(figures, reading, filtered, { check, verdict }) {
  const failed = check?.verdict === "failed";
  const title = failed ? labels.scoreStated : labels.score;
  if (isEmpty(figures))
    return html`<section class="stack score" aria-label=${labels.score}>
      <h2>${labels.score} ${verdictChip(check)}</h2>
      <p class="big">${text.noScore}</p>
      <p class="soft">${labels.nothing}</p>
      ${verdict}
    </section>`;
  const { score, literal, committed, level } = figures.summary;
  return html`<section class="stack score ${failed ? "stated" : ""}" aria-label=${title}>
    <h2>
      ${title} <span class="soft small">${filtered ? labels.of : labels.ofAll}</span>
      ${verdictChip(check)}
    </h2>
    <div class="figures">
      <div class="stack">${scoreFigure(score, level, labels.by[reading ?? "none"])}</div>
      ${
        literal.passed === committed.passed
          ? ""
          : html`<div>
              <table class="compact">
                <caption class="unseen">
                  ${labels.both}
                </caption>
                <tbody>
                  ${tallyRow(text.readingNames.literal, literal, "", text.readingDescriptions.literal)}
                  ${tallyRow(text.readingNames.committed, committed, "", text.readingDescriptions.committed)}
                </tbody>
              </table>
            </div>`
      }
    </div>
    ${verdict}
  </section>`;
}

/** Shows outcomes, topics and charts. @param {Figures} figures @param {(run: number) => void} choose */
export const breakdownView = (figures, choose) =>
  isEmpty(figures)
    ? ""
    : html`<div class="overview">${outcomesView(figures)} ${strataView(figures)}</div>
        ${chartsView(figures, choose)}`;

/** @param {Figures} figures */
function outcomesView({ summary: { byOutcome } }) {
  const most = Math.max(1, ...Object.values(byOutcome));
  return html`<section class="stack" aria-label=${labels.outcomes}>
    <h2>${labels.outcomes}</h2>
    <table class="compact">
      <caption class="unseen">
        ${labels.outcomes}
      </caption>
      <tbody>
        ${Object.entries(byOutcome)
          .sort(([, a], [, b]) => b - a)
          .map(
            ([name, n]) =>
              html`<tr>
                <th scope="row">${outcomeBadge(name)}</th>
                <td class="bar">
                  <meter min="0" max=${most} value=${n} aria-hidden="true"></meter>
                </td>
                <td class="figure">${count(n)}</td>
              </tr>`,
          )}
      </tbody>
    </table>
  </section>`;
}

/** @param {Figures} figures */
function strataView({ summary }) {
  const { byFamily, byStratum } = summary;
  const names = /** @type {Record<string, string>} */ ({
    ...text.familyNames,
    ...text.stratumNames,
  });
  return html`<section class="stack" aria-label=${labels.byFamily}>
    <h2>${labels.byFamily}</h2>
    <div class="scroll" tabindex="0" role="group" aria-label=${labels.byFamily}>
      <table class="compact strata">
        <caption class="unseen">
          ${labels.byFamily}
        </caption>
        <tbody>
          ${Object.entries(byFamily).map(
            ([family, tally]) =>
              html`${tallyRow(names[family] ?? family, tally, "family")}
              ${Object.entries(byStratum)
                .filter(([name]) => name.startsWith(`${family}.`))
                .map(([name, tally]) => {
                  const stratum = name.slice(family.length + 1);
                  return tallyRow(names[stratum] ?? stratum, tally, "stratum");
                })}`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** @param {string} name @param {Tally} tally */
function tallyRow(name, tally, kind = "", about = "") {
  return html`<tr class=${kind} title=${about}>
    <th scope="row">${name}</th>
    <td class="bar">${tally.total === 0 ? "" : rateBar(tally)}</td>
    <td class="figure">${tally.total === 0 ? text.none : formatShare(tally)}</td>
    <td class="figure soft wide">${tally.total === 0 ? "" : formatInterval(tally.interval)}</td>
    <td class="figure soft">${text.outOf(count(tally.passed), count(tally.total))}</td>
  </tr>`;
}

/** @param {Figures} figures @param {(run: number) => void} choose */
function chartsView({ summary, latency, history, agents }, choose) {
  const { latencyMs, level } = summary;
  const quantiles =
    latencyMs &&
    labels.latencyAbout(
      formatDuration(latencyMs.p50),
      formatDuration(latencyMs.p95),
      formatDuration(latencyMs.p99),
    );
  const series = history.filter(({ points }) => points.length > 1);
  return html`<div class="charts">
    <section class="stack" aria-label=${labels.history}>
      <h2>${labels.history}</h2>
      ${
        series.length === 0
          ? html`<p class="soft">${labels.historyOne}</p>`
          : html`<p class="soft">
              ${labels.historyAbout(level)}
              ${agents > series.length ? labels.historySome(series.length, agents) : ""}
            </p>`
      }
      ${series.map(
        (one) =>
          html`${agents > 1 ? html`<h3><bdi>${shortenAgentId(one.subject, 48)}</bdi></h3>` : ""}
            <pm-chart
              ?small=${agents > 1}
              .drawing=${historyChart(one, level, choose)}
            ></pm-chart>`,
      )}
    </section>
    <section class="stack" aria-label=${labels.latency}>
      <h2>${labels.latency}</h2>
      ${
        quantiles
          ? html`<p class="soft">${quantiles}</p>
              <pm-chart .drawing=${latencyChart(latency, quantiles)}></pm-chart>`
          : html`<p class="soft">${labels.noLatency}</p>`
      }
    </section>
  </div>`;
}

/** Warns of torn lines. @param {import("./worker/file-service.js").RecordsOverview["torn"]} torn */
export function truncatedLinesNotice(torn) {
  const [first] = torn;
  if (first === undefined) return "";
  return html`<p class="notice" role="status">
    ${labels.torn(first.line, torn.length)}
    <bdi>${toOneLine(text.refusal(first.code, first.message), 1000)}</bdi>
  </p>`;
}
