// Shows a verdict by word, shape and colour.

import { html } from "lit";

import { text } from "../text.js";

/** @typedef {import("../verify/check.js").Check} Check */

/**
 * @param {Check | undefined} check undefined while the file is checked
 */
export const verdictChip = (check) => {
  const verdict = check?.verdict ?? "checking";
  return html`<span class="verdict-chip ${verdict}" title=${check?.text ?? ""}
    >${text.verify.verdicts[verdict]}</span
  >`;
};
