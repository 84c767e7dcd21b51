// A reply, as text and nothing else, with what the two readings matched. It stands in an element of
// preformatted text, in which the white space of a template would be seen as the reply's own.

import { html } from "lit";

import { count } from "../format.js";
import { text } from "../text.js";
import { excerpt } from "./excerpt.js";

/** How much more is shown at a time. */
export const MORE = 20_000;

/**
 * @param {string} reply
 * @param {import("./excerpt.js").Mark[]} marks
 * @param {{ head?: number, more?: () => void }} [how]
 */
export function replyText(reply, marks, { head, more } = {}) {
  if (reply === "") return html`<p class="soft">${text.evidence.emptyReply}</p>`;
  const pieces = excerpt(reply, marks, head);
  const cut = pieces.some((piece) => "cut" in piece);
  return html`<pre
      class="reply"
      dir="auto"
      tabindex="0"
      role="group"
      aria-label=${text.evidence.reply}
    >
${pieces.map(piece)}</pre>
    ${cut && more ? html`<button class="quiet" @click=${more}>${text.evidence.showMore}</button>` : ""}`;
}

/** @param {import("./excerpt.js").Piece} piece */
function piece(piece) {
  if ("cut" in piece) return html`<span class="cut">${text.evidence.cut(count(piece.cut))}</span>`;
  const shown =
    "unseen" in piece ? html`<span class="unseen-mark">${piece.unseen}</span>` : piece.text;
  return piece.kinds.length === 0
    ? shown
    : html`<mark class=${piece.kinds.join(" ")}>${shown}</mark>`;
}
