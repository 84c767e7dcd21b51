// Shows an outcome by word and shape, so that colour is never the only sign.

import { html } from "lit";

import { text } from "../text.js";

/** @param {string} outcome */
export function outcomeBadge(outcome) {
  const kind =
    outcome === "correct" || outcome === "pass"
      ? "good"
      : outcome === "skipped" || outcome === "skip"
        ? "open"
        : "bad";
  const words = /** @type {Record<string, string>} */ ({
    ...text.outcomeNames,
    pass: text.results.pass,
    fail: text.results.fail,
    skip: text.results.skip,
  });
  return html`<span class="outcome ${kind}">${words[outcome] ?? outcome}</span>`;
}
