// Shared options, and a helper for the options of the API.

import { choice, integer, text } from "./kinds.js";

/** @typedef {import("./args.js").Option} Option */

/**
 * Returns the option of an output format; `--json` is short for `--format json`.
 *
 * @param {string[]} choices
 * @param {string} help
 * @returns {Option}
 */
export const formatOption = (choices, help) => ({
  kind: choice(choices),
  value: "F",
  help: `${help}; --json is --format json`,
  flags: choices.filter((name) => name === "json"),
});

/** The output format. */
export const FORMAT = formatOption(["pretty", "json"], "pretty (default) or json");

/**
 * Returns the option of an output file.
 *
 * @param {string} help
 * @param {Partial<Option>} [more]
 * @returns {Option}
 */
export const outOption = (help, more) => ({
  kind: text,
  value: "FILE",
  help,
  aliases: ["o", "output"],
  ...more,
});

/**
 * Returns the option of the number of questions.
 *
 * @param {number} usual The default.
 * @param {{ least?: number, most?: number }} [range]
 * @returns {Option}
 */
export const questionsOption = (usual, { least = 1, most } = {}) => ({
  kind: integer(least, most),
  value: "N",
  help: `questions per family (default: ${usual})`,
  aliases: ["n", "runs", "count"],
});

/** Replaces an existing output file. @type {Option} */
export const FORCE = { help: "replace the output file if it exists" };

/**
 * Puts options under one heading of the help.
 *
 * @param {string} group
 * @param {Record<string, Option>} options
 * @returns {Record<string, Option>}
 */
export const withGroup = (group, options) =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, group }]));

/**
 * Removes undefined members.
 *
 * @template {object} T
 * @param {T} options
 * @returns {{ [K in keyof T]: Exclude<T[K], undefined> }}
 */
export function omitUndefined(options) {
  const kept = Object.entries(options).filter(([, value]) => value !== undefined);
  return /** @type {any} */ (Object.fromEntries(kept));
}
