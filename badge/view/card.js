// The content of the badge's button: verdict, score, age and signer.

import { coversScore } from "../../pkg/verify/verdict.js";
import { icon } from "./icons.js";
import { createBidiIsolate, createElement, span } from "./nodes.js";
import { fillPlaceholders } from "../strings.js";

/** @typedef {import("../strings.js").English} English */
/** @typedef {import("../check.js").VerifyReport} VerifyReport */

/**
 * @param {import("../words.js").Summary} summary
 * @param {VerifyReport | undefined} report
 * @param {English} strings
 */
export const cardContent = ({ state, word, rest, note, tail }, report, strings) => [
  createElement("span", { class: "icon", part: "icon" }, icon(state)),
  span("lines", [
    createElement("span", { class: "word", part: "word" }, [
      createElement("b", { class: "whole" }, word),
      rest === "" ? undefined : createElement("bdi", { class: "rest" }, rest),
    ]),
    ...(note === "" ? [] : secondLine(note, tail)),
  ]),
  report && coversScore(state) ? scoreText(report, strings) : undefined,
  span("more", icon("more")),
];

/** @param {string} note @param {string} tail A part that is never truncated. */
const secondLine = (note, tail) => [
  span("unseen", ". "),
  createElement("span", { class: "note", part: "note" }, [
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
  const share = (/** @type {number} */ right) => createElement("b", {}, `${right}/${scored}`);
  const small = (/** @type {string} */ text) => createElement("small", {}, text);
  const hidden = { "aria-hidden": "true" };
  const reading = (/** @type {number} */ right, /** @type {string} */ name) =>
    createElement("span", { ...hidden, part: "reading" }, [share(right), " ", small(name)]);
  const shown = agree
    ? [
        createElement("span", hidden, share(correct)),
        " ",
        createElement("small", hidden, strings.right),
      ]
    : [reading(literal, strings.literal), " ", reading(committed, strings.committed)];
  return createElement("span", { class: agree ? "score" : "score two", part: "score" }, [
    span("unseen", `. ${said}`),
    " ",
    ...shown,
  ]);
}
