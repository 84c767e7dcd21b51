// Shows a reply as text, with the matches of both readings highlighted. The template must add no
// white space inside `<pre>`.

import { html } from "lit";

import { count } from "../format.js";
import { text } from "../text.js";
import { excerpt } from "./excerpt.js";

/** The number of characters that "Show more" adds. */
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
${pieces.map(pieceView)}</pre>
    ${cut && more ? html`<button class="quiet" @click=${more}>${text.evidence.showMore}</button>` : ""}`;
}

/** @param {import("./excerpt.js").Piece} piece */
function pieceView(piece) {
  if ("cut" in piece) return html`<span class="cut">${text.evidence.cut(count(piece.cut))}</span>`;
  const shown =
    "unseen" in piece ? html`<span class="unseen-mark">${piece.unseen}</span>` : piece.text;
  return piece.kinds.length === 0
    ? shown
    : html`<mark class=${piece.kinds.join(" ")}>${shown}</mark>`;
}
