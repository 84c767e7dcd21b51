// Characters that hide or reorder text. The badge, the dashboard and the command line escape the
// same ones: `tests/vectors/hidden/characters.json`.

/**
 * A character class: format characters (Cf), other invisible characters
 * (Default_Ignorable_Code_Point) and line separators (Zl, Zp). Written out because engines support
 * different Unicode versions. U+FE0E and U+FE0F are excluded, because many emoji contain them.
 */
const HIDDEN = [
  String.raw`\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5`,
  String.raw`\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0`,
  String.raw`\ufff0-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}`,
  String.raw`\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`,
].join("");

/** Returns a pattern for these characters and the class members `others`. @param {string} others */
export const hiddenCharacterPattern = (others) => new RegExp(`[${others}${HIDDEN}]`, "gu");

/** Formats a code point, such as `U+202E`. @param {string} character */
export const formatCodePoint = (character) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
