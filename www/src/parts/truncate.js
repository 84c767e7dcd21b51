// Truncates long, untrusted names in the middle, because their ends tell them apart.

import { html } from "lit";

import { plain } from "./excerpt.js";

/** The number of characters at the end that are always visible. */
const VISIBLE_END = 8;
/** The maximum length of a tooltip. */
const MAX_TOOLTIP = 2000;

/**
 * Truncates a name to `most` characters on one line.
 *
 * @param {string} text
 * @param {number} most
 */
export function truncateMiddle(text, most) {
  if (text.length <= most) return plain(text, most);
  const half = most >> 1;
  // Neither part may contain half a surrogate pair.
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, "");
  return `${plain(start, half)}…${plain(end, half)}`;
}

/** Returns a whole name, for a tooltip. @param {string} text */
export const fullText = (text) => plain(text, MAX_TOOLTIP);

/** Renders a name whose end stays visible in narrow columns. @param {string} text @param {number} most */
export function nameWithEnd(text, most) {
  const shown = [...truncateMiddle(text, most)];
  const at = Math.max(0, shown.length - VISIBLE_END);
  return html`<bdi class="name"
    ><span>${shown.slice(0, at).join("")}</span><span>${shown.slice(at).join("")}</span></bdi
  >`;
}
