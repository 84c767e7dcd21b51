// Truncates long, untrusted names in the middle, because their ends tell them apart.

import { toOneLine } from "./excerpt.js";

/** The maximum length of a tooltip. */
const MAX_TOOLTIP = 2000;

/**
 * Truncates a name to `most` characters on one line.
 *
 * @param {string} text
 * @param {number} most
 */
export function truncateMiddle(text, most) {
  if (text.length <= most) return toOneLine(text, most);
  const half = most >> 1;
  // Neither part may contain half a surrogate pair.
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, "");
  return `${toOneLine(start, half)}…${toOneLine(end, half)}`;
}

/** Returns a whole name, for a tooltip. @param {string} text */
export const tooltipText = (text) => toOneLine(text, MAX_TOOLTIP);

/**
 * Returns the length of the common start of ids, up to a separator. Without it they are told apart by
 * their first characters.
 *
 * @param {string[]} ids
 */
export function commonPrefixLength(ids) {
  const [first = "", ...others] = ids;
  let length = others.length === 0 ? 0 : first.length;
  for (const id of others) while (!id.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length).search(/[^/:]*$/);
}

/**
 * Shortens the id of an agent. Omits `common` characters at its start, keeps the host of a URL whole,
 * because it tells agents apart, and cuts the path.
 *
 * @param {string} id
 * @param {number} most
 * @param {number} [common]
 */
export function shortenAgentId(id, most, common = 0) {
  if (common > "https://".length) return `…${truncateMiddle(id.slice(common - 1), most - 1)}`;
  const [, host = "", path = ""] = /^https?:\/\/([^/?#]+)(.*)$/s.exec(id) ?? [];
  if (host === "" || host.length >= most - 2)
    return truncateMiddle(id.replace(/^https:\/\//, ""), most);
  return toOneLine(host, most) + truncateMiddle(path === "/" ? "" : path, most - host.length);
}
