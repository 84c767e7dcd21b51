// Text out of records, made safe to look at. It is put into the page as text, never as markup; what
// remains is to keep it from hiding, reversing or flooding what stands around it.

/** How much of one value the details show, in UTF-16 units. */
const MOST = 2000;

// Control characters, marks that change the direction of text, and what is there without being seen.
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** `text` with what cannot be seen in it named. @param {string} text */
export function visible(text) {
  const shown =
    text.length > MOST ? `${whole(text.slice(0, MOST))}… (${text.length} characters)` : text;
  return shown.replace(HIDDEN, named);
}

/** @param {string} character */
const named = (character) =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** `text` without half of a character at its end. @param {string} text */
const whole = (text) => text.replace(/[\ud800-\udbff]$/, "");

/** A key or another long name, short enough to be read beside others. @param {string} did */
export function short(did) {
  const key = did.replace(/^did:key:/, "");
  return key.length > 12 ? `${key.slice(0, 6)}…${key.slice(-4)}` : key;
}
