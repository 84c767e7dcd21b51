// The badge's button: verdict, score, age and signer.

import { html, nothing } from "lit";

import { coversScore } from "../pkg/verify/verdict.js";
import { icons } from "./icons.js";
import { fill } from "./strings.js";
import { titleText } from "./words.js";

/** @typedef {import("./strings.js").English} English */
/** @typedef {import("./words.js").Summary} Summary */

/**
 * @param {{
 *   summary: Summary,
 *   report: import("./check.js").VerifyReport | undefined,
 *   strings: English,
 *   open: boolean,
 *   toggle: () => void,
 * }} of
 */
export function card({ summary, report, strings, open, toggle }) {
  const { state, word, rest, note, tail } = summary;
  const busy = state === "checking";
  return html`<div class="frame">
    <button
      type="button"
      part="badge ${state}"
      class=${state}
      lang=${strings.locale}
      dir=${strings.dir}
      aria-expanded=${open ? "true" : "false"}
      aria-controls="panel"
      aria-busy=${busy ? "true" : "false"}
      title=${titleText(summary)}
      @click=${toggle}
    >
      <span class="icon" part="icon">${icons[state]}</span>
      <span class="lines">
        <span class="word" part="word"
          ><b class="whole">${word}</b
          >${rest === "" ? nothing : html`<bdi class="rest">${rest}</bdi>`}</span
        >
        ${note === "" ? nothing : second(note, tail)}
      </span>
      ${report && coversScore(state) ? score(report, strings) : nothing}
      <span class="more">${icons.more}</span>
    </button>
  </div>`;
}

/** @param {string} note @param {string} tail A part that is never truncated. */
const second = (note, tail) =>
  html`<span class="unseen">. </span
    ><span class="note" part="note"
      ><bdi>${note}</bdi
      >${tail === "" ? nothing : html`<span class="tail whole"><span class="dot"> · </span>${tail}</span>`}</span
    >`;

/** @param {import("./check.js").VerifyReport} report @param {English} strings */
function score({ scores: { scored, correct, literal, committed } }, strings) {
  if (scored === 0) return nothing;
  if (literal === committed) {
    const said = fill(strings.outOf, { right: correct, scored });
    return html`<span class="score" part="score">
      <span class="unseen">. ${said}</span>
      <span aria-hidden="true"><b>${correct}/${scored}</b></span>
      <small aria-hidden="true">${strings.right}</small>
    </span>`;
  }
  const said = fill(strings.readings, { scored, literal, committed });
  const reading = (/** @type {number} */ right, /** @type {string} */ name) =>
    html`<span aria-hidden="true" part="reading"
      ><b>${right}/${scored}</b> <small>${name}</small></span
    >`;
  return html`<span class="score two" part="score">
    <span class="unseen">. ${said}</span>
    ${reading(literal, strings.literal)}${reading(committed, strings.committed)}
  </span>`;
}
