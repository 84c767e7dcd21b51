// The explanation of a trust score: its arithmetic, and the effect of one more question.

import { html } from "lit";

import { formatInterval, formatScore as two } from "../format.js";
import { toOneLine } from "../parts/excerpt.js";
import { text } from "../text.js";

const labels = text.results;

/** @typedef {import("proofmark/score").ScoreExplanation} ScoreExplanation */
/** @typedef {ScoreExplanation["adapters"][number]} Adapter */
/** @typedef {Adapter["components"][number]} Component */

/** @param {ScoreExplanation} explanation */
export const scoreTable = ({ adapters, total, nextRun }) =>
  html`<p class="arithmetic">${weightedMeanText(adapters, total)}</p>
    <div class="scroll score-parts" tabindex="0" role="group" aria-label=${labels.trustParts}>
      <table>
        <thead>
          <tr>
            <th scope="col">${labels.adapter}</th>
            <th scope="col" class="figure">${labels.value}</th>
            <th scope="col" class="figure">${labels.weight}</th>
            <th scope="col" class="figure">${labels.moves}</th>
          </tr>
        </thead>
        <tbody>
          ${adapters.map(adapterRows)}
        </tbody>
      </table>
    </div>
    ${nextRun.map(({ key, low, high }) => html`<p class="soft small">${labels.nextRun(key, two(low), two(high))}</p>`)}`;

/** Writes the weighted mean out. @param {Adapter[]} adapters @param {number} total */
function weightedMeanText(adapters, total) {
  const counted = adapters.filter(({ inDenominator }) => inDenominator);
  if (counted.length === 0) return labels.noData;
  const terms = counted.map(({ weight, total }) => `${weight} · ${two(total)}`).join(" + ");
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0);
  return `(${terms}) / ${Number(weights.toFixed(6))} = ${two(total)}`;
}

/** @param {Adapter} adapter */
const adapterRows = ({
  adapterId,
  total,
  weight,
  inDenominator,
  moved,
  components,
  unavailable,
}) => html`
  <tr>
    <th scope="row">
      ${adapterId} ${inDenominator ? "" : html`<span class="soft">${labels.notInScore}</span>`}
    </th>
    <td class="figure">${two(total)}</td>
    <td class="figure">${weight}</td>
    <td class="figure">${two(moved)}</td>
  </tr>
  ${components.map((component) =>
    componentRow(component, componentFacts(component), two(component.value), component.weight),
  )}
  ${unavailable.map((one) => componentRow(one, `${labels.notInScore}: ${one.status}`, "", ""))}
`;

/**
 * @param {{ key: string, steps?: import("proofmark/score").ScoreStep[] }} component
 * @param {string} facts
 * @param {string} value
 * @param {number | string} weight
 */
const componentRow = ({ key, steps = [] }, facts, value, weight) =>
  html`<tr class="stratum">
    <td>
      ${key} <span class="soft">${facts}</span>
      ${steps.map(
        (step) =>
          html`<span class="soft small step"
            >${"– ".repeat(step.depth)}${step.value ?? step.status} = ${toOneLine(step.text)}</span
          >`,
      )}
    </td>
    <td class="figure">${value}</td>
    <td class="figure">${weight}</td>
    <td></td>
  </tr>`;

/** @param {Component} component */
const componentFacts = ({ window, status }) =>
  [
    window === undefined
      ? ""
      : `${labels.window(window.correct, window.runs)} (${formatInterval([window.low / 100, window.high / 100])})`,
    status === "ok" ? "" : status,
  ]
    .filter(Boolean)
    .join(", ");
