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
 * @property {string} run The number of a run, from 1.
 * @property {string[]} outcomes
 * @property {boolean} differ Match only rows on which exactly one reading is right.
 */

/** The columns by which records can be sorted. */
export const COLUMNS = /** @type {const} */ ([
  "line",
  "subject",
  "question",
  "outcome",
  "latencyMs",
  "fetchedAt",
]);
/** @typedef {typeof COLUMNS[number]} Column */
/** @typedef {import("../../parts/virtual-table.js").Sort} Sort */

/** @type {Filter} */
export const NO_FILTER = {
  search: "",
  subject: "",
  family: "",
  stratum: "",
  run: "",
  outcomes: [],
  differ: false,
};

/** Reports whether a filter matches every row. @param {Filter} filter */
export const isEmptyFilter = ({ outcomes, differ, ...texts }) =>
  Object.values(texts).every((text) => text === "") && outcomes.length === 0 && !differ;

/** @type {Sort} */
export const FILE_ORDER = { by: "line", down: false };
/** @type {Sort} */
export const WORST_FIRST = { by: "all", down: false };

/** Formats an order as a parameter; empty if it is the default. @param {Sort} sort @param {Sort} usual */
export const sortParam = ({ by, down }, usual) =>
  by === usual.by && down === usual.down ? "" : `${down ? "-" : ""}${by}`;

/** Parses an order. @param {string | null} param @param {Sort} usual @returns {Sort} */
export function parseSort(param, usual) {
  const [, minus, by = ""] = /^(-?)([\w-]+)$/.exec(param ?? "") ?? [];
  return by === "" ? usual : { by, down: minus === "-" };
}

/** Converts a filter and an order to parameters of an address. @param {Filter} filter @param {Sort} sort */
export const filterToParams = ({ subject, outcomes, differ, ...texts }, sort) => ({
  ...texts,
  agent: subject,
  outcomes: outcomes.join(","),
  differ: differ ? "1" : "",
  sort: sortParam(sort, FILE_ORDER),
});

/** Parses the parameters of an address. @param {URLSearchParams} params @returns {{ filter: Filter, sort: Sort }} */
export function filterFromParams(params) {
  const get = (/** @type {string} */ name) => params.get(name) ?? "";
  const sort = parseSort(params.get("sort"), FILE_ORDER);
  return {
    filter: {
      search: get("search"),
      subject: get("agent"),
      family: get("family"),
      stratum: get("stratum"),
      run: get("run"),
      outcomes: get("outcomes").split(",").filter(Boolean),
      differ: params.has("differ"),
    },
    sort: COLUMNS.some((column) => column === sort.by) ? sort : FILE_ORDER,
  };
}

/** @param {ListedRecord} row */
export const stratumKey = ({ family, stratum }) => `${family}.${stratum ?? ""}`;

/**
 * Returns the indexes of the rows that match, in file order.
 *
 * @param {Listing} listing
 * @param {Filter} filter
 * @param {Uint32Array} runs the number of each row's run, from 0
 * @param {(index: number) => boolean} contains reports whether the texts of a row contain the search
 */
export function filterRows({ rows, subjects }, filter, runs, contains) {
  const wanted = filter.subject === "" ? -1 : subjects.indexOf(filter.subject);
  const outcomes = new Set(filter.outcomes);
  const passed = new Uint32Array(rows.length);
  let count = 0;
  for (const [index, row] of rows.entries()) {
    if (filter.subject !== "" && row.subject !== wanted) continue;
    if (filter.family !== "" && row.family !== filter.family) continue;
    if (filter.stratum !== "" && stratumKey(row) !== filter.stratum) continue;
    if (filter.run !== "" && (runs[index] ?? 0) + 1 !== Number(filter.run)) continue;
    if (outcomes.size > 0 && !outcomes.has(row.outcome)) continue;
    if (filter.differ && row.literal === row.committed) continue;
    if (!contains(index)) continue;
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
export function sortRows({ rows, subjects }, places, { by, down }) {
  const key = sortKeys(by, subjects);
  const keys = rows.map(key);
  return sortByKeys(places, keys, down);
}

/**
 * Sorts indexes by their keys. Equal ones keep their order; those without a key are last in either
 * direction.
 *
 * @param {Iterable<number>} places
 * @param {(string | number | null)[]} keys
 * @param {boolean} down
 */
export function sortByKeys(places, keys, down) {
  const sign = down ? -1 : 1;
  return Uint32Array.from(
    [...places].sort((a, b) => {
      const [left = null, right = null] = [keys[a], keys[b]];
      if (left === right) return a - b;
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right ? -sign : sign;
    }),
  );
}

/** @param {string} by @param {string[]} subjects @returns {(row: ListedRecord) => string | number | null} */
const sortKeys = (by, subjects) =>
  by === "subject"
    ? ({ subject }) => subjects[subject] ?? ""
    : (row) => row[/** @type {Exclude<Column, "subject">} */ (by)];
