// The styles of a badge, as a constructed sheet, since the page's policy may forbid others.

import { css } from "./css.js";

export const style = css`
  :host {
    --_accent: var(--proofmark-accent, light-dark(#0a6c4b, #62d2a7));
    --_bad: var(--proofmark-bad, light-dark(#b3261e, #ff9d94));
    --_warn: var(--proofmark-warn, light-dark(#8a5a00, #f0bf62));
    --_surface: var(--proofmark-surface, light-dark(#ffffff, #17191c));
    --_text: var(--proofmark-text, light-dark(#191c20, #eceef1));
    --_muted: var(--proofmark-muted, light-dark(#565d66, #a5adb8));
    --_line: var(--proofmark-line, light-dark(#d9dde2, #363b42));
    --_radius: var(--proofmark-radius, 0.625rem);
    color-scheme: light dark;
    display: inline-block;
    box-sizing: border-box;
    inline-size: var(--proofmark-inline-size, 26rem);
    max-inline-size: 100%;
    min-block-size: 3.5rem;
    vertical-align: middle;
    font: 400 0.875rem/1.35 var(--proofmark-font, system-ui, sans-serif);
    letter-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    word-spacing: normal;
    color: var(--_text);
  }
  :host([compact]) {
    inline-size: var(--proofmark-inline-size, 14rem);
    min-block-size: 2rem;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme="light"]) {
    color-scheme: light;
  }
  :host([theme="dark"]) {
    color-scheme: dark;
  }
  *,
  *::before {
    box-sizing: border-box;
  }
  .frame {
    block-size: 100%;
    container: badge / inline-size;
  }
  button {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    inline-size: 100%;
    block-size: 100%;
    min-block-size: 3.5rem;
    margin: 0;
    padding: 0 0.625rem 0 0.75rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
    overflow: hidden;
    transition: border-color 0.12s;
  }
  button:hover {
    border-color: var(--_muted);
  }
  button:focus-visible,
  .panel:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  button[aria-busy="true"] {
    cursor: progress;
  }
  svg {
    display: block;
    inline-size: 1.5rem;
    block-size: 1.5rem;
    fill: none;
  }
  .line,
  .cut {
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .fill {
    fill: currentColor;
  }
  .cut {
    stroke: var(--_surface);
  }
  .dashed {
    stroke-dasharray: 4.5 3.5;
  }
  .faint {
    opacity: 0.25;
  }
  .turning {
    transform-origin: 12px 12px;
    animation: turn 1s linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  .icon,
  .word {
    color: var(--_text);
  }
  .verified :is(.icon, .word) {
    color: var(--_accent);
  }
  .partial :is(.icon, .word) {
    color: var(--_warn);
  }
  .failed :is(.icon, .word) {
    color: var(--_bad);
  }
  :is(.not-checked, .checking) :is(.icon, .word) {
    color: var(--_muted);
  }
  .lines {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
  }
  .icon,
  .score,
  .more {
    flex: none;
  }
  .word,
  .note {
    display: flex;
    white-space: pre;
  }
  .lines bdi {
    flex: 0 1 auto;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .lines .whole {
    flex: none;
  }
  .word {
    font-size: 0.9375rem;
  }
  .word b {
    font-weight: 600;
  }
  .rest {
    font-size: 0.875rem;
    align-self: baseline;
  }
  .note {
    color: var(--_muted);
    font-size: 0.8125rem;
  }
  bdi {
    unicode-bidi: isolate;
  }
  .score {
    text-align: end;
    white-space: nowrap;
    line-height: 1.25;
  }
  .score span,
  .score small {
    display: block;
  }
  .score small {
    color: var(--_muted);
    font-size: 0.75rem;
  }
  .two small {
    display: inline;
    font-size: 0.6875rem;
  }
  .score b {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .more svg {
    inline-size: 1.125rem;
    block-size: 1.125rem;
    color: var(--_muted);
    transition: transform 0.12s;
  }
  [aria-expanded="true"] .more svg {
    transform: rotate(0.5turn);
  }
  :host([compact]) :is(.note, .rest, .score:not(.two) small) {
    display: none;
  }
  :host([compact]) .frame {
    container-name: compact;
  }
  :host([compact]) button {
    min-block-size: 2rem;
    padding: 0 0.375rem 0 0.5rem;
    gap: 0.375rem;
  }
  :host([compact]) .icon svg {
    inline-size: 1.125rem;
    block-size: 1.125rem;
  }
  :host([compact]) :is(.word, .score) {
    font-size: 0.8125rem;
  }
  :host([compact]) .lines {
    flex: 1 0 auto;
    max-inline-size: 65%;
  }
  :host([compact]) .score {
    flex: 0 1 auto;
    min-inline-size: 0;
  }
  :host([compact]) .more {
    margin-inline-start: auto;
  }
  :host([compact]) .two span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  :host([compact]) .two {
    font-size: 0.6875rem;
    line-height: 1.2;
  }
  :host([compact]) .two small {
    font-size: 0.625rem;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .panel {
    position: fixed;
    inset: auto;
    z-index: 1000;
    inline-size: min(26rem, 100vw - 1rem);
    margin: 0;
    padding: 1rem 1.125rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 0.16);
    overflow: auto;
    overscroll-behavior: contain;
  }
  .panel[hidden] {
    display: none;
  }
  h2,
  h3 {
    margin: 0;
    font: inherit;
    font-weight: 600;
  }
  h2 {
    display: flex;
    gap: 0.5rem;
    font-size: 1rem;
    overflow-wrap: anywhere;
  }
  h2 .icon {
    flex: none;
  }
  h2 .icon svg {
    inline-size: 1.375rem;
    block-size: 1.375rem;
  }
  h3 {
    margin-block: 1rem 0.375rem;
    padding-block-start: 0.875rem;
    border-block-start: 1px solid var(--_line);
  }
  p,
  ul,
  ol,
  dl,
  dd {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .why {
    margin-block-start: 0.25rem;
    color: var(--_muted);
    overflow-wrap: anywhere;
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.25rem 0.875rem;
    margin-block-start: 0.875rem;
  }
  dt,
  .quiet {
    color: var(--_muted);
  }
  dd,
  li {
    overflow-wrap: anywhere;
  }
  .party {
    max-block-size: 8.1em;
    overflow: auto;
  }
  .step {
    display: grid;
    grid-template-columns: 1.125rem minmax(0, 1fr) auto;
    gap: 0 0.5rem;
    align-items: start;
    padding-block: 0.1875rem;
  }
  .step svg {
    inline-size: 1.125rem;
    block-size: 1.1875rem;
  }
  .step.pass svg {
    color: var(--_accent);
  }
  .step.fail :is(svg, .answer) {
    color: var(--_bad);
  }
  .step.not :is(svg, .text) {
    color: var(--_muted);
  }
  .answer {
    text-align: end;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .step .quiet {
    display: block;
    font-size: 0.8125rem;
  }
  .step:not(.fail) .answer {
    color: var(--_muted);
  }
  .failures li {
    padding-block: 0.1875rem;
  }
  code {
    font:
      0.8125rem/1.35 ui-monospace,
      monospace;
  }
  dd code {
    display: block;
    color: var(--_muted);
  }
  .failures code {
    color: var(--_bad);
  }
  .limits li {
    position: relative;
    padding-block: 0.125rem;
    padding-inline-start: 1rem;
  }
  .limits li::before {
    content: "";
    position: absolute;
    inset-inline-start: 0.25rem;
    inset-block-start: 0.65em;
    inline-size: 0.375rem;
    border-block-start: 1.5px solid var(--_muted);
  }
  .sole,
  .links {
    margin-block-start: 0.5rem;
  }
  .links a {
    margin-inline-end: 0.75rem;
    color: var(--_accent);
  }

  @media (forced-colors: active) {
    button,
    .panel {
      border-color: ButtonText;
    }
    button:focus-visible,
    .panel:focus-visible {
      outline-color: Highlight;
    }
    .cut {
      stroke: ButtonFace;
    }
    .panel .cut {
      stroke: Canvas;
    }
  }
  /* Print light text on its own background. */
  @media print {
    button,
    .panel {
      -webkit-print-color-adjust: exact;
      print-color-adjust: exact;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .turning {
      animation: none;
    }
    button,
    .more svg {
      transition: none;
    }
  }
`;
