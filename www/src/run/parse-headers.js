// Parses headers, one per line.

import { text } from "../text.js";

const labels = text.run;

/** @param {string} lines @returns {{ headers: Record<string, string>, wrong?: string }} `wrong` describes the first error */
export function parseHeaders(lines) {
  /** @type {Record<string, string>} */
  const headers = {};
  const seen = new Set();
  for (const line of lines.split("\n").map((line) => line.trim())) {
    if (line === "") continue;
    const [, name = "", value = ""] = /^([^:\s]+)\s*:\s*(.+)$/.exec(line) ?? [];
    if (name === "") return { headers, wrong: labels.headersWrong(line) };
    if (seen.has(name.toLowerCase())) return { headers, wrong: labels.headersTwice(name) };
    seen.add(name.toLowerCase());
    headers[name] = value;
  }
  const dropped = droppedHeaders(headers);
  return dropped.length === 0
    ? { headers }
    : { headers, wrong: labels.headersLeftOut(dropped.join(", ")) };
}

/**
 * Returns the names of the headers that the browser would silently drop. Invalid names are left to
 * the core.
 *
 * @param {Record<string, string>} headers
 */
const droppedHeaders = (headers) =>
  Object.entries(headers)
    .filter(([name, value]) => {
      try {
        return !new Request(location.href, { headers: { [name]: value } }).headers.has(name);
      } catch {
        return false;
      }
    })
    .map(([name]) => name);
