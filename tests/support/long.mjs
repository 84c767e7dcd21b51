// Sizes of tests that `npm run test:long` repeats with larger ones.

/** Reports whether this is a long run. */
export const LONG = process.env.PROOFMARK_LONG === "1";

/** Returns `short`, or `long` in a long run. @param {number} short @param {number} long */
export const size = (short, long) => (LONG ? long : short);
