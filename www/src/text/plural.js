// Formats counts and lists.

/** @param {number} n @param {string} one @param {string} more */
export const counted = (n, one, more) =>
  n === 1 ? `${n.toLocaleString()} ${one}` : `${n.toLocaleString()} ${more}`;

const list = new Intl.ListFormat("en-GB");

/** @param {string[]} things */
export const formatList = (things) => list.format(things);
