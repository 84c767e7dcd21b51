// Parses the lines of a --targets file: a list of URLs, CSV with a header line, or JSON objects.

import { Refusal } from "../exit.js";
import { expandVariables } from "../io/headers.js";
import { addPlaceToErrors } from "../io/refused.js";
import { shown } from "../render/text.js";

/** @typedef {import("../../index.d.ts").Target} Target */
/** @typedef {Record<string, string | undefined>} Variables */

/** The members of a JSON line. Run-wide settings, and where requests may go, are options instead. */
export const MEMBERS = [
  ...["endpoint", "subject", "registry", "protocol", "headers", "model", "jsonBody"],
  ...["replyPointer", "tool", "argument", "uaid", "agentUrl", "crossOrigin"],
];

/** The columns of CSV: the members that are text. */
export const COLUMNS = MEMBERS.filter((name) => name !== "headers" && name !== "crossOrigin");

/**
 * Returns a parser of the lines, in order. It returns null for the header line of CSV. The first line
 * decides the form of the file.
 *
 * @param {typeof import("../../index.d.ts")} api
 * @param {string} path
 * @param {Variables} env The variables that lines may use.
 * @returns {(line: { number: number, text: string }) => Target | null}
 */
export function createTargetParser(api, path, env) {
  /** @type {((text: string, place: string) => Target | null) | undefined} */
  let parse;
  return ({ number, text }) => {
    const place = `${path}:${number}`;
    if (parse === undefined) {
      const columns = parseHeaderLine(text, place);
      parse = columns
        ? (text, place) => parseRow(columns, text, place)
        : /^https?:\/\//i.test(text)
          ? (text) => ({ endpoint: text.trim() })
          : (text, place) => parseObject(api, text, place);
      if (columns) return null;
    }
    const target = parse(text, place);
    return target && expandTarget(target, place, env);
  };
}

/**
 * Returns the columns of a header line of CSV, or undefined if the line is another.
 *
 * @param {string} text
 * @param {string} place
 */
function parseHeaderLine(text, place) {
  const names = text.split(",").map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
  if (!names.includes("endpoint")) return undefined;
  const stranger = names.find((name, at) => !COLUMNS.includes(name) || names.indexOf(name) !== at);
  if (stranger === undefined) return names;
  throw new Refusal(
    "cli.targets",
    `expected columns out of ${COLUMNS.join(", ")}, each once, found ${shown(stranger)}`,
    place,
  );
}

/** @param {string[]} columns @param {string} text @param {string} place @returns {Target} */
function parseRow(columns, text, place) {
  const cells = splitCsvLine(text, place);
  if (cells.length !== columns.length)
    throw new Refusal(
      "cli.targets",
      `expected ${columns.length} cells, found ${cells.length}`,
      place,
    );
  const members = columns.map((name, at) => [name, cells[at]]).filter(([, cell]) => cell !== "");
  return Object.fromEntries(members);
}

/**
 * Splits a line of CSV (RFC 4180). A cell in quotes ends on its line.
 *
 * @param {string} text
 * @param {string} place
 */
export function splitCsvLine(text, place) {
  const cell = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(?:,|$)/y;
  const cells = [];
  for (;;) {
    const at = cell.lastIndex;
    const [whole, quoted, bare = ""] = cell.exec(text) ?? [];
    if (whole === undefined)
      throw new Refusal(
        "cli.targets",
        `expected CSV, found a stray quote after character ${at}`,
        place,
      );
    cells.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"'));
    if (!whole.endsWith(",")) return cells;
  }
}

/**
 * @param {typeof import("../../index.d.ts")} api
 * @param {string} text
 * @param {string} place
 * @returns {Target}
 */
function parseObject(api, text, place) {
  // Strict parsing refuses duplicate members, which are ambiguous.
  const found = JSON.parse(addPlaceToErrors(place, () => api.canonicalJson(text)));
  if (typeof found === "object" && found !== null && !Array.isArray(found)) {
    const stranger = Object.keys(found).find((name) => !MEMBERS.includes(name));
    if (stranger === undefined) return found;
    throw new Refusal(
      "cli.targets",
      `unknown member ${shown(stranger)}; known are ${MEMBERS.join(", ")}`,
      place,
    );
  }
  throw new Refusal(
    "json.invalid",
    'line: expected a JSON object such as {"endpoint":"https://…"}, found another value',
    place,
  );
}

const unchanged = (/** @type {string} */ value) => value;

/**
 * Replaces `${NAME}` in URLs and headers.
 *
 * @param {Target} target
 * @param {string} place
 * @param {Variables} env
 * @returns {Target}
 */
function expandTarget(target, place, env) {
  const expand = (/** @type {string} */ thing, /** @type {unknown} */ text, encode = unchanged) => {
    if (typeof text !== "string") return /** @type {any} */ (text);
    const names = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name);
    const stranger = names.find((name) => !Object.hasOwn(env, name));
    if (stranger === undefined) return expandVariables(text, { thing, place }, env, encode);
    throw new Refusal(
      "cli.environment",
      `${thing}: the file may not use the variable ${stranger}; allow it with --env ${stranger}`,
      place,
    );
  };
  const { endpoint, agentUrl, headers } = target;
  const isMap = typeof headers === "object" && headers !== null;
  return {
    ...target,
    ...(endpoint !== undefined && { endpoint: expand("endpoint", endpoint, encodeURIComponent) }),
    ...(agentUrl !== undefined && { agentUrl: expand("agentUrl", agentUrl, encodeURIComponent) }),
    ...(isMap && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, expand(`header ${name}`, value)]),
      ),
    }),
  };
}
