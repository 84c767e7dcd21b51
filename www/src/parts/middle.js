// Long names that nobody vouches for. What tells them apart is mostly at their end, so they are cut
// in the middle.

import { html } from "lit";

import { plain } from "./excerpt.js";

/** How much of the end is always seen. */
const END = 8;
/** The most that is shown where the pointer rests. */
const WHOLE = 2000;

/**
 * A name on one line, cut to the length given.
 *
 * @param {string} text
 * @param {number} most
 */
export function middle(text, most) {
  if (text.length <= most) return plain(text, most);
  const half = most >> 1;
  // Neither part takes half of a pair of surrogates.
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, "");
  return `${plain(start, half)}…${plain(end, half)}`;
}

/** All of a name, for where it may be cut. @param {string} text */
export const entire = (text) => plain(text, WHOLE);

/** A name whose end is seen however little room there is. @param {string} text @param {number} most */
export function withEnd(text, most) {
  const shown = [...middle(text, most)];
  const at = Math.max(0, shown.length - END);
  return html`<bdi class="name"
    ><span>${shown.slice(0, at).join("")}</span><span>${shown.slice(at).join("")}</span></bdi
  >`;
}
