// One icon per state, in the current text colour, each with its own shape.

import { createElement } from "./nodes.js";

// A stamp with eight lobes.
const SEAL =
  "M12 2.1l2.7 2 3.3-.2 1 3.2 2.8 1.8-1.1 3.1 1.1 3.1-2.8 1.8-1 3.2-3.3-.2-2.7 2-2.7-2-3.3.2-1-3.2-2.8-1.8 1.1-3.1-1.1-3.1L5 7.1l1-3.2 3.3.2z";
const CIRCLE = "M2.5 12a9.5 9.5 0 0 1 19 0a9.5 9.5 0 0 1-19 0z";

/** The paths of each icon: class and data. @type {Record<string, [kind: string, data: string][]>} */
const PATHS = {
  verified: [
    ["fill", SEAL],
    ["cut", "M7.8 12.3l2.9 2.9 5.5-5.9"],
  ],
  intact: [
    ["line", SEAL],
    ["line", "M8.2 12.2h7.6"],
  ],
  partial: [
    ["line", SEAL],
    ["fill", "M12 5.2v14.1a7 7 0 0 0 0-14.1z"],
  ],
  failed: [
    ["fill", "M8 2h8l6 6v8l-6 6H8l-6-6V8z"],
    ["cut", "M8.4 8.4l7.2 7.2M15.6 8.4l-7.2 7.2"],
  ],
  "not-checked": [
    ["line dashed", CIRCLE],
    ["line", "M9.3 9.4a2.8 2.8 0 1 1 4 2.5c-.9.4-1.3 1-1.3 1.9M12 17v.1"],
  ],
  checking: [
    ["line faint", CIRCLE],
    ["line turning", "M12 2.5a9.5 9.5 0 0 1 9.5 9.5"],
  ],
  pass: [["line", "M5 12.6l4.5 4.6L19 7.4"]],
  fail: [["line", "M6.5 6.5l11 11M17.5 6.5l-11 11"]],
  not: [["line", "M6 12h12"]],
  more: [["line", "M7 10l5 5 5-5"]],
};

/** Draws the icon of a state. @param {string} state */
export function icon(state) {
  const paths = (PATHS[state] ?? []).map(([kind, d]) => createElement("path", { class: kind, d }));
  return createElement("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, paths);
}
