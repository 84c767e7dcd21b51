// Filters and sorts the rows of a file.

/** @typedef {import("proofmark/suite").Listing} Listing */
/** @typedef {import("proofmark/suite").ListedRecord} ListedRecord */

/**
 * A filter. Empty members match every row.
 *
 * @typedef {object} Filter
 * @property {string} search
 * @property {string} subject
 * @property {string} family
 * @property {string} stratum `family.stratum`
 * @property {string[]} outcomes
 * @property {boolean} differ Match only rows on which exactly one reading is right.
 */

/** The columns of the table of records. */
export const COLUMNS = /** @type {const} */ ([
  "line",
  "subject",
  "question",
  "stratum",
  "outcome",
  "literal",
  "committed",
  "latencyMs",
  "fetchedAt",
]);
/** @typedef {typeof COLUMNS[number]} Column */
/** @typedef {{ by: Column, down: boolean }} Sort */

/** @type {Filter} */
export const NO_FILTER = {
  search: "",
  subject: "",
  family: "",
  stratum: "",
  outcomes: [],
  differ: false,
};

/** Reports whether a filter matches every row. @param {Filter} filter */
export const isEmptyFilter = ({ outcomes, differ, ...texts }) =>
  Object.values(texts).every((text) => text === "") && outcomes.length === 0 && !differ;

/** @type {Sort} */
export const FILE_ORDER = { by: "line", down: false };

/** Converts a filter and an order to parameters of an address. @param {Filter} filter @param {Sort} sort */
export const toParams = ({ outcomes, differ, ...texts }, { by, down }) => ({
  ...texts,
  outcomes: outcomes.join(","),
  differ: differ ? "1" : "",
  sort: by === FILE_ORDER.by && !down ? "" : `${down ? "-" : ""}${by}`,
});

/** Parses the parameters of an address. @param {URLSearchParams} params @returns {{ filter: Filter, sort: Sort }} */
export function fromParams(params) {
  const get = (/** @type {string} */ name) => params.get(name) ?? "";
  const [, minus, by = ""] = /^(-?)(\w*)$/.exec(get("sort")) ?? [];
  const column = COLUMNS.find((column) => column === by) ?? FILE_ORDER.by;
  return {
    filter: {
      search: get("search"),
      subject: get("subject"),
      family: get("family"),
      stratum: get("stratum"),
      outcomes: get("outcomes").split(",").filter(Boolean),
      differ: params.has("differ"),
    },
    sort: { by: column, down: minus === "-" },
  };
}

/** @param {ListedRecord} row */
export const stratumOf = ({ family, stratum }) => `${family}.${stratum ?? ""}`;

/**
 * Returns the indexes of the rows that match, in file order.
 *
 * @param {Listing} listing
 * @param {Filter} filter
 */
export function filterRows({ rows, subjects }, filter) {
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
 * Sorts row indexes. Equal rows stay in file order.
 *
 * @param {Listing} listing
 * @param {Uint32Array} places indexes of rows, in file order
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
      // Rows without a value are last in either direction.
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
