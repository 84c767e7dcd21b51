// Kinds of option values: each parses a text, or throws a `Refusal` that names the option.

import { DURATION, parseWithUnit, parseMilliseconds } from "../util/duration.js";
import { Refusal } from "./exit.js";
import { shown } from "./render/text.js";

/**
 * Parses the text of an option; `name` is the option as typed.
 *
 * @template T
 * @typedef {(text: string, name: string) => T} Kind
 */

/**
 * @param {string} name
 * @param {string} expected
 * @param {string} found
 */
export function refuse(name, expected, found) {
  return new Refusal("cli.value", `${name}: expected ${expected}, found ${shown(found)}`);
}

/**
 * Text that is not empty, since empty text usually comes from an unset variable.
 *
 * @type {Kind<string>}
 */
export const text = (value, name) => {
  if (value === "") throw new Refusal("cli.value", `${name}: empty`);
  return value;
};

/** Text that may be empty. @type {Kind<string>} */
export const anyText = (value) => value;

/** @param {number} least @param {number} most @returns {Kind<number>} */
export const integer =
  (least, most = Number.MAX_SAFE_INTEGER) =>
  (value, name) => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : NaN;
    if (number >= least && number <= most) return number;
    const open = most === Number.MAX_SAFE_INTEGER && !/^\d{16,}$/.test(value);
    const range = open ? `from ${least}` : `from ${least} to ${most}`;
    throw refuse(name, `a whole number ${range}`, value);
  };

/** A score: 0 to 100, with up to two decimals. @type {Kind<number>} */
export const score = (value, name) => {
  const number = /^\d{1,3}(\.\d{1,2})?$/.test(value) ? Number(value) : NaN;
  if (number <= 100) return number;
  throw refuse(name, "a score from 0 to 100", value);
};

/** A share: more than 0 and less than 1. @type {Kind<number>} */
export const share = (value, name) => {
  const number = /^0?\.\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number > 0) return number;
  throw refuse(name, "a number between 0 and 1, neither of them", value);
};

/** A number per second: `20`, `0.5`. @type {Kind<number>} */
export const rate = (value, name) => {
  const number = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : NaN;
  if (number > 0) return number;
  throw refuse(name, "a number a second such as 20 or 0.5", value);
};

/** @template {string} T @param {readonly T[]} choices @returns {Kind<T>} */
export const choice = (choices) => (value, name) => {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw refuse(name, `${choices.length > 1 ? "one of " : ""}${choices.join(", ")}`, value);
};

/**
 * A comma-separated list of distinct values of `kind`.
 *
 * @template T
 * @param {Kind<T>} kind
 * @returns {Kind<T[]>}
 */
export const list = (kind) => (value, name) => {
  const parts = value.split(",").map((part) => part.trim());
  const found = parts.map((part) => kind(part, name));
  const twice = parts.find((part, index) => parts.indexOf(part) !== index);
  if (twice !== undefined) throw refuse(name, `${shown(twice)} once`, value);
  return found;
};

/** A duration in milliseconds: `500ms`, `25s`, `1.5s`, `7d`. @type {Kind<number>} */
export const duration = (value, name) => {
  const found = parseMilliseconds(value);
  if (found !== undefined) return found;
  throw refuse(name, DURATION, value);
};

/** A time budget: a duration, or a number of seconds: `2s`, `2`. @type {Kind<number>} */
export const budget = (value, name) =>
  duration(/^\d+(\.\d+)?$/.test(value) ? `${value}s` : value, name);

const SIZE_UNITS = new Map([
  ["B", 1],
  ["KiB", 1024],
  ["MiB", 1024 ** 2],
]);

/** A size in bytes: `4096B`, `256KiB`, `1MiB`. @type {Kind<number>} */
export const size = (value, name) => {
  const found = parseWithUnit(value, SIZE_UNITS);
  if (found !== undefined) return found;
  throw refuse(name, "a size of 1B or more in B, KiB or MiB, such as 256KiB", value);
};
