// The content of the badge's button: verdict, score, age and signer.

import { coversScore } from "../../pkg/verify/verdict.js";
import { icon } from "./icons.js";
import { createBidiIsolate, node, span } from "./nodes.js";
import { fillPlaceholders } from "../strings.js";

/** @typedef {import("../strings.js").English} English */
/** @typedef {import("../check.js").VerifyReport} VerifyReport */

/**
 * @param {import("../words.js").Summary} summary
 * @param {VerifyReport | undefined} report
 * @param {English} strings
 */
export const card = ({ state, word, rest, note, tail }, report, strings) => [
  node("span", { class: "icon", part: "icon" }, icon(state)),
  span("lines", [
    node("span", { class: "word", part: "word" }, [
      node("b", { class: "whole" }, word),
      rest === "" ? undefined : node("bdi", { class: "rest" }, rest),
    ]),
    ...(note === "" ? [] : secondLine(note, tail)),
  ]),
  report && coversScore(state) ? scoreText(report, strings) : undefined,
  span("more", icon("more")),
];

/** @param {string} note @param {string} tail A part that is never truncated. */
const secondLine = (note, tail) => [
  span("unseen", ". "),
  node("span", { class: "note", part: "note" }, [
    createBidiIsolate(note),
    tail === "" ? undefined : span("tail whole", [span("dot", " · "), tail]),
  ]),
];

/** @param {VerifyReport} report @param {English} strings */
function scoreText({ scores: { scored, correct, literal, committed } }, strings) {
  if (scored === 0) return undefined;
  const agree = literal === committed;
  const said = agree
    ? fillPlaceholders(strings.outOf, { right: correct, scored })
    : fillPlaceholders(strings.readings, { scored, literal, committed });
  const share = (/** @type {number} */ right) => node("b", {}, `${right}/${scored}`);
  const small = (/** @type {string} */ text) => node("small", {}, text);
  const hidden = { "aria-hidden": "true" };
  const reading = (/** @type {number} */ right, /** @type {string} */ name) =>
    node("span", { ...hidden, part: "reading" }, [share(right), " ", small(name)]);
  const shown = agree
    ? [node("span", hidden, share(correct)), " ", node("small", hidden, strings.right)]
    : [reading(literal, strings.literal), " ", reading(committed, strings.committed)];
  return node("span", { class: agree ? "score" : "score two", part: "score" }, [
    span("unseen", `. ${said}`),
    " ",
    ...shown,
  ]);
}
