// Draws a rate and its interval on a line from 0 to 100 %. Hidden from screen readers, because the
// figures are always beside it.

import { html, svg } from "lit";

/** @param {import("proofmark/suite").Tally} tally */
export function rateBar({ rate, interval: [low, high] }) {
  const x = (/** @type {number} */ share) => 1 + 198 * share;
  return html`<svg class="rate" viewBox="0 0 200 16" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect class="ground" x="0" y="6.5" width="200" height="3" rx="1.5" />
      <rect class="band" x=${x(low)} y="3" width=${Math.max(1, x(high) - x(low))} height="10" rx="2" />
      <rect class="at" x=${Math.min(197, Math.max(0, x(rate) - 1.5))} y="0" width="3" height="16" rx="1" />`}
  </svg>`;
}
