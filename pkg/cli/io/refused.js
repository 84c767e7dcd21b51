// Attributes errors of the core to the input file.

import { Refusal } from "../exit.js";

/** @typedef {import("../../index.d.ts").ProofmarkError} ProofmarkError */

/**
 * A file, or a line of one; or a function that returns it for an error code.
 *
 * @typedef {string | ((code: string) => string)} Place
 */

/**
 * Calls `act`, and adds the place to errors about its input, also to those of a promise.
 *
 * @template T
 * @param {Place} place
 * @param {() => T} act
 * @returns {T}
 */
export function addPlaceToErrors(place, act) {
  const fail = (/** @type {unknown} */ error) => {
    throw addPlace(place, error);
  };
  try {
    const result = act();
    return result instanceof Promise ? /** @type {any} */ (result.catch(fail)) : result;
  } catch (error) {
    return fail(error);
  }
}

/** Codes about the library, the host or an agent instead of the input. */
const BROKEN = /^(?:contact|core|host)\.(?!option$)/;

/** @param {unknown} error @returns {error is ProofmarkError} */
export const isLibraryError = (error) => error instanceof Error && error.name === "ProofmarkError";

/**
 * Reports whether the library refused its input.
 *
 * @param {unknown} error
 * @returns {error is ProofmarkError}
 */
export const isInputError = (error) => isLibraryError(error) && !BROKEN.test(error.code);

/**
 * Returns the refusal of a line, for an error of the core.
 *
 * @param {string} place
 * @param {string} code
 * @param {string} message
 */
export const inputErrorAt = (place, code, message) =>
  new Refusal(/** @type {`${string}.${string}`} */ (code), splitLineNumber(message).rest, place);

/**
 * Splits a message that starts with a line and perhaps its number. The command line shows both
 * after the file name instead.
 *
 * @param {string} message
 */
export function splitLineNumber(message) {
  const [, number, rest = message] =
    /^line(?: (\d+))?(?: of (?:a|the) [a-z ]+)?: (.*)$/s.exec(message) ?? [];
  return { number, rest };
}

/**
 * @param {Place} place
 * @param {unknown} error
 */
function addPlace(place, error) {
  if (!isInputError(error)) return error;
  const { code, message } = error;
  const file = typeof place === "string" ? place : place(code);
  const { number, rest } = splitLineNumber(message);
  const own = /** @type {`${string}.${string}`} */ (code);
  return number === undefined
    ? new Refusal(own, message, file)
    : new Refusal(own, rest, `${file}:${number}`);
}
