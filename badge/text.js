// Keeps text from records from hiding, reversing or flooding its surroundings.

import { hiddenCharacterPattern, formatCodePoint } from "../pkg/util/hidden-characters.js";

/** The maximum length of a value in the details, in UTF-16 units. */
const MOST = 2000;

/** Invisible characters, including control characters. */
const HIDDEN = hiddenCharacterPattern("\\p{Cc}");

/** Truncates `text`, and replaces invisible characters by their names. @param {string} text */
export function revealInvisible(text) {
  const shown = text.length > MOST ? `${dropHalfSurrogatePair(text.slice(0, MOST))}…` : text;
  return shown.replace(HIDDEN, placeholder);
}

/** @param {string} character */
const placeholder = (character) => `⟨${formatCodePoint(character)}⟩`;

/** Removes half a surrogate pair at the end of `text`. @param {string} text */
const dropHalfSurrogatePair = (text) => text.replace(/[\ud800-\udbff]$/, "");

/** Shortens a key. @param {string} did */
export function shortenDid(did) {
  const key = did.replace(/^did:key:/, "");
  return key.length > 12 ? `${key.slice(0, 6)}…${key.slice(-4)}` : key;
}
