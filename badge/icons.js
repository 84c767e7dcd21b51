// One icon per state, in the current text colour, each with its own shape.

import { svg } from "lit";

/** @param {unknown} inside */
const icon = (inside) =>
  svg`<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">${inside}</svg>`;

// A stamp with eight lobes.
const SEAL =
  "M12 1.6l2.7 2 3.3-.2 1 3.2 2.8 1.8-1.1 3.1 1.1 3.1-2.8 1.8-1 3.2-3.3-.2-2.7 2-2.7-2-3.3.2-1-3.2-2.8-1.8 1.1-3.1-1.1-3.1L5 6.6l1-3.2 3.3.2z";

/** The icons by state. */
export const icons = {
  verified: icon(
    svg`<path class="fill" d=${SEAL} transform="translate(0 .5)" /><path class="cut" d="M7.8 12.3l2.9 2.9 5.5-5.9" />`,
  ),
  intact: icon(
    svg`<path class="line" d=${SEAL} transform="translate(0 .5)" /><path class="line" d="M8.2 12.2h7.6" />`,
  ),
  partial: icon(
    svg`<path class="line" d=${SEAL} transform="translate(0 .5)" /><path class="fill" d="M12 5.2v14.1a7 7 0 0 0 0-14.1z" />`,
  ),
  failed: icon(
    svg`<path class="fill" d="M8 2h8l6 6v8l-6 6H8l-6-6V8z" /><path class="cut" d="M8.4 8.4l7.2 7.2M15.6 8.4l-7.2 7.2" />`,
  ),
  "not-checked": icon(
    svg`<circle class="line dashed" cx="12" cy="12" r="9.5" /><path class="line" d="M9.3 9.4a2.8 2.8 0 1 1 4 2.5c-.9.4-1.3 1-1.3 1.9M12 17v.1" />`,
  ),
  checking: icon(
    svg`<circle class="line faint" cx="12" cy="12" r="9.5" /><path class="line turning" d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" />`,
  ),
  pass: icon(svg`<path class="line" d="M5 12.6l4.5 4.6L19 7.4" />`),
  fail: icon(svg`<path class="line" d="M6.5 6.5l11 11M17.5 6.5l-11 11" />`),
  not: icon(svg`<path class="line" d="M6 12h12" />`),
  more: icon(svg`<path class="line" d="M7 10l5 5 5-5" />`),
};
