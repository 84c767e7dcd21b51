// Numbers of things.

/** @param {number} n @param {string} one @param {string} more */
export const of = (n, one, more) =>
  n === 1 ? `${n.toLocaleString("en")} ${one}` : `${n.toLocaleString("en")} ${more}`;
