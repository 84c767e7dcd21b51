// Headers as they are typed.

import { text } from "../text.js";

const words = text.run;

/** @param {string} lines @returns {{ headers: Record<string, string>, wrong?: string }} `wrong` says what is */
export function headersOf(lines) {
  /** @type {Record<string, string>} */
  const headers = {};
  const seen = new Set();
  for (const line of lines.split("\n").map((line) => line.trim())) {
    if (line === "") continue;
    const [, name = "", value = ""] = /^([^:\s]+)\s*:\s*(.+)$/.exec(line) ?? [];
    if (name === "") return { headers, wrong: words.headersWrong(line) };
    if (seen.has(name.toLowerCase())) return { headers, wrong: words.headersTwice(name) };
    seen.add(name.toLowerCase());
    headers[name] = value;
  }
  const lost = leftOut(headers);
  return lost.length === 0
    ? { headers }
    : { headers, wrong: words.headersLeftOut(lost.join(", ")) };
}

/**
 * The names of the headers that this browser would leave out without a word. Which those are it
 * shows itself; a name that is none is for the core to refuse.
 *
 * @param {Record<string, string>} headers
 */
const leftOut = (headers) =>
  Object.entries(headers)
    .filter(([name, value]) => {
      try {
        return !new Request(location.href, { headers: { [name]: value } }).headers.has(name);
      } catch {
        return false;
      }
    })
    .map(([name]) => name);
