// Styles for narrow containers. The height depends on the width only, so the layout does not shift
// when the verdict arrives.

import { css } from "./css.js";

/** Stacks the parts of the badge. */
const stackedLayout = css`
  button {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-content: start;
    gap: 0.125rem 0.375rem;
    padding: 0.5rem;
  }
  .lines {
    display: contents;
  }
  .icon {
    grid-area: 1 / 1;
  }
  .icon svg {
    inline-size: 1.25rem;
    block-size: 1.25rem;
  }
  .word {
    grid-area: 1 / 2;
  }
  .more {
    grid-area: 1 / 3;
  }
  .note {
    display: block;
    grid-area: 2 / 1 / auto / -1;
  }
  .score {
    grid-area: 3 / 1 / auto / -1;
    text-align: start;
  }
  .score:not(.two) :is(span, small) {
    display: inline;
  }
  .word .whole,
  .note bdi,
  .tail {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .word .whole {
    max-inline-size: 100%;
  }
  .dot {
    display: none;
  }
  button:is(.failed, .not-checked, .checking) .note bdi {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    white-space: normal;
  }
`;

/** Hides a text visually; screen readers still read it. */
const visuallyHidden = css`
  position: absolute;
  clip-path: inset(50%);
`;

export const narrowStyles = css`
  @container badge (16rem <= inline-size < 24rem) {
    button:has(.two) .tail {
      ${visuallyHidden}
    }
  }
  @container badge (16rem <= inline-size < 20rem) {
    .tail {
      ${visuallyHidden}
    }
    button {
      gap: 0.25rem;
      padding-inline: 0.375rem;
    }
    .icon svg {
      inline-size: 1.25rem;
    }
  }
  @container badge (inline-size < 16rem) {
    ${stackedLayout}
    button {
      min-block-size: 7.5rem;
    }
  }
  @container compact (inline-size < 13rem) {
    ${stackedLayout}
    :host([compact]) button {
      min-block-size: 3.25rem;
      row-gap: 0;
      padding-block: 0.125rem;
    }
  }
  @container (inline-size < 11rem) {
    .icon svg {
      inline-size: 1.125rem;
      block-size: 1.125rem;
    }
    .word {
      font-size: 0.8125rem;
    }
    .more {
      display: none;
    }
  }
`;
