// The share of a count: rounded down, so that only all of it reads as all, as in reports.

/**
 * How many of `parts` parts of `of` are right; of none, none. A share in per cent with two decimals
 * has 10,000 parts.
 *
 * @param {number} right
 * @param {number} of
 * @param {number} parts
 */
export const partsDown = (right, of, parts) => (of === 0 ? null : Math.floor((right * parts) / of));
