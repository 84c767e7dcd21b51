// Text out of records, made safe to look at. It is put into the page as text, never as markup; what
// remains is to keep it from hiding, reversing or flooding what stands around it.

import { hidden, numbered } from "../pkg/hidden.js";

/** How much of one value the details show, in UTF-16 units. */
const MOST = 2000;

/** What cannot be seen, control characters among it. */
const HIDDEN = hidden("\\p{Cc}");

/** `text` with what cannot be seen in it named. @param {string} text */
export function visible(text) {
  const shown = text.length > MOST ? `${whole(text.slice(0, MOST))}…` : text;
  return shown.replace(HIDDEN, named);
}

/** @param {string} character */
const named = (character) => `⟨${numbered(character)}⟩`;

/** `text` without half of a character at its end. @param {string} text */
const whole = (text) => text.replace(/[\ud800-\udbff]$/, "");

/** A key or another long name, short enough to be read beside others. @param {string} did */
export function short(did) {
  const key = did.replace(/^did:key:/, "");
  return key.length > 12 ? `${key.slice(0, 6)}…${key.slice(-4)}` : key;
}
