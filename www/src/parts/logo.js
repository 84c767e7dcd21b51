// The logo: an octagonal stamp.

import { svg, html } from "lit";

export const logo = () =>
  html`<svg viewBox="0 0 32 32" aria-hidden="true">
    ${svg`<path fill="currentColor" d="M9 2h14l7 7v14l-7 7H9l-7-7V9z"/>
      <path class="tick" fill="none" stroke-width="3.2" stroke-linecap="square" d="M10 16.5l4.2 4.2L22.4 12"/>`}
  </svg>`;
