// Figures as people read them, as the core writes them into reports: what is rounded never reads as
// what it is not.

/** So many decimals tell a figure from 0, or from all, that two do not. */
const MOST_DECIMALS = 30;

/**
 * How many of `parts` parts of `of` are right: rounded down, so that only all of it reads as all. Of
 * none, none. A share in per cent with two decimals has 10,000 parts.
 *
 * @param {number} right
 * @param {number} of
 * @param {number} parts
 */
export const partsDown = (right, of, parts) => (of === 0 ? null : Math.floor((right * parts) / of));

/** From two decimals up. */
const PLACES = Array.from({ length: MOST_DECIMALS - 1 }, (_, index) => index + 2);

/**
 * A proportion, or the difference of two, in per cent with two decimals; with more where two would
 * read as 0 or as 100 what is neither.
 *
 * @param {number} proportion
 */
export function percentText(proportion) {
  const size = Math.abs(proportion) * 100;
  if (size < 1e-10) return "0.00 %";
  const said = (/** @type {string} */ text) =>
    size === 100 || (Number(text) !== 0 && Number(text) !== 100);
  const text = PLACES.map((places) => size.toFixed(places)).find(said) ?? size.toFixed(2);
  return `${proportion < 0 ? "-" : ""}${text} %`;
}

/**
 * The confidence level 1 − α in per cent: `95 %`, `99.999 %`.
 *
 * @param {number} alpha
 */
export function levelText(alpha) {
  const rounded = Math.round((1 - alpha) * 10_000) / 100;
  if (rounded !== 0 && rounded !== 100) return `${rounded} %`;
  // What is left of 100 is taken off in decimal digits: a double next to 100 has few of them.
  for (const places of PLACES) {
    const all = 100n * 10n ** BigInt(places);
    const left = all - BigInt((alpha * 100).toFixed(places).replace(".", ""));
    if (left > 0n && left < all)
      return `${left / (all / 100n)}.${String(left % (all / 100n)).padStart(places, "0")} %`;
  }
  return "more than 99.99 %";
}

/**
 * A p with four digits. That of a test is never 0: what is too small for a double is below.
 *
 * @param {number} p
 */
export const probabilityText = (p) => (p === 0 ? "below 1e-300" : p.toPrecision(4));
