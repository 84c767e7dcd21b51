// Which rows are shown, and in which order.

/** @typedef {import("proofmark/suite").Listing} Listing */
/** @typedef {import("proofmark/suite").ListedRecord} ListedRecord */

/**
 * What rows are asked for; an empty text asks nothing.
 *
 * @typedef {object} Filter
 * @property {string} search
 * @property {string} subject
 * @property {string} family
 * @property {string} stratum `family.stratum`
 * @property {string[]} outcomes
 * @property {boolean} differ Only where one reading is right and the other is not.
 */

/** @typedef {"line" | "subject" | "question" | "stratum" | "outcome" | "literal" | "committed" | "latencyMs" | "fetchedAt"} Column */
/** @typedef {{ by: Column, down: boolean }} Sort */

/** @type {Filter} */
export const EVERYTHING = {
  search: "",
  subject: "",
  family: "",
  stratum: "",
  outcomes: [],
  differ: false,
};

/** Whether a filter leaves everything. @param {Filter} filter */
export const asksNothing = ({ outcomes, differ, ...texts }) =>
  Object.values(texts).every((text) => text === "") && outcomes.length === 0 && !differ;

/** @type {Sort} */
export const AS_THEY_STAND = { by: "line", down: false };

/** @param {ListedRecord} row */
export const stratumOf = ({ family, stratum }) => `${family}.${stratum ?? ""}`;

/**
 * The rows that pass, in the order of the file.
 *
 * @param {Listing} listing
 * @param {Filter} filter
 */
export function passing({ rows, subjects }, filter) {
  const search = filter.search.toLowerCase();
  const found = subjects.map((subject) => subject.toLowerCase().includes(search));
  const wanted = filter.subject === "" ? -1 : subjects.indexOf(filter.subject);
  const outcomes = new Set(filter.outcomes);
  const passed = new Uint32Array(rows.length);
  let count = 0;
  for (const [index, row] of rows.entries()) {
    if (filter.subject !== "" && row.subject !== wanted) continue;
    if (filter.family !== "" && row.family !== filter.family) continue;
    if (filter.stratum !== "" && stratumOf(row) !== filter.stratum) continue;
    if (outcomes.size > 0 && !outcomes.has(row.outcome)) continue;
    if (filter.differ && row.literal === row.committed) continue;
    if (search !== "" && !found[row.subject] && !row.question.toLowerCase().includes(search))
      continue;
    passed[count++] = index;
  }
  return passed.slice(0, count);
}

/**
 * Puts rows into an order; those of equal rank stay as they stand in the file.
 *
 * @param {Listing} listing
 * @param {Uint32Array} places of rows, in the order of the file
 * @param {Sort} sort
 */
export function sorted({ rows, subjects }, places, { by, down }) {
  const key = keyOf(by, subjects);
  const keys = rows.map(key);
  const sign = down ? -1 : 1;
  return Uint32Array.from(
    [...places].sort((a, b) => {
      const [left = null, right = null] = [keys[a], keys[b]];
      if (left === right) return a - b;
      // What has none is last, whichever way.
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right ? -sign : sign;
    }),
  );
}

/** @param {Column} by @param {string[]} subjects @returns {(row: ListedRecord) => string | number | null} */
function keyOf(by, subjects) {
  switch (by) {
    case "subject":
      return ({ subject }) => subjects[subject] ?? "";
    case "stratum":
      return stratumOf;
    case "literal":
    case "committed":
      return (row) => Number(row[by]);
    default:
      return (row) => row[by];
  }
}
